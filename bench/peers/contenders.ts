import ky from "ky";
import OpenAI from "openai";
import Stripe from "stripe";
import { PaymentsClient } from "../../dist/index.js";

const params = {
  name: "Annual pass",
  description: "Entry for one person, twelve months",
  currency: "EUR",
  amount: "12900",
  quantity: "40" as const,
  expired_at: "2027-01-01T00:00:00+00:00",
  visible_fields: ["email" as const, "first_name" as const],
  return_url: "https://shop.example/return",
  language: "en",
  test: true,
};

/** A client of Stripe for this port, without its telemetry. */
const stripeAt = (port: number, httpClient = Stripe.createFetchHttpClient()): Stripe =>
  new Stripe("sk_test_secret", { httpClient, protocol: "http", host: "127.0.0.1", port, telemetry: false });

/** One POST of the same JSON with credentials, and its parsed response: with plain `fetch`, and with each client's defaults. */
export function contendersAt(port: number): Record<string, () => Promise<unknown>> {
  const baseUrl = `http://127.0.0.1:${port}`;
  const authorization = `Basic ${btoa("4821:secret")}`;
  const payments = new PaymentsClient({ shopId: 4821, secretKey: "secret", baseUrl, checkoutUrl: baseUrl });
  const openai = new OpenAI({ apiKey: "secret", baseURL: baseUrl });
  const stripeFetch = stripeAt(port);
  const stripeNode = stripeAt(port, Stripe.createNodeHttpClient());
  return {
    fetch: async () => {
      const headers = { authorization, accept: "application/json", "content-type": "application/json" };
      const body = JSON.stringify(params);
      const response = await fetch(`${baseUrl}/products`, { method: "POST", headers, body });
      return response.json();
    },
    // The same HTTP client with the same retry options, and nothing else.
    ky: () =>
      ky
        .post(`${baseUrl}/products`, {
          json: params,
          headers: { authorization },
          retry: { limit: 2, methods: ["post"] },
        })
        .json(),
    "payments-client": () => payments.products.create(params),
    // Its paths under /v2 take JSON.
    "stripe, fetch": () => stripeFetch.rawRequest("POST", "/v2/products", params),
    "stripe, node:http": () => stripeNode.rawRequest("POST", "/v2/products", params),
    openai: () => openai.post("/products", { body: params }),
  };
}
