import Stripe from "stripe";

/** A call of stripe's client, with or without its telemetry: the duration of a request in a header of the next one. */
export function stripeCalls(port: number, telemetry: boolean): () => Promise<unknown> {
  const httpClient = Stripe.createFetchHttpClient();
  const options = { httpClient, protocol: "http", host: "127.0.0.1", port, telemetry };
  const stripe = new Stripe("sk_test_secret", options);
  return () => stripe.rawRequest("POST", "/v2/products", { name: "Annual pass" });
}
