/** Hooks for OpenTelemetry: spans and measurements of calls, and nothing private in them. */
import { expect, test } from "vitest";
import { PaymentsClient } from "../../src/index.ts";
import { good } from "../client/construct.ts";
import product from "../fixtures/product.json" with { type: "json" };
import { attemptsOf, startTelemetry } from "./telemetry.ts";

/** Clients with the same hooks, whose calls are answered without a network. */
function openClients(...baseUrls: string[]) {
  const { hooks, spans } = startTelemetry();
  const fetch = async () => Response.json(product);
  const shared = { ...good, allowInsecureHttp: true, hooks, fetch };
  const clients = baseUrls.map((baseUrl) => new PaymentsClient({ ...shared, baseUrl }));
  return { clients, spans };
}

test("server.address and server.port are those of the host, with the scheme's port by default", async () => {
  for (const [baseUrl, address, port] of [
    ["https://gateway.example", "gateway.example", 443],
    ["http://gateway.example", "gateway.example", 80],
    ["https://gateway.example:8443/api", "gateway.example", 8443],
    ["http://[::1]:4010", "::1", 4010],
    ["https://[2001:db8::7]", "2001:db8::7", 443],
  ] as const) {
    const { clients, spans } = openClients(baseUrl);
    await clients[0]?.products.get(product.id);
    const [attempt] = attemptsOf(spans());
    expect(attempt?.name).toBe(`GET ${baseUrl.endsWith("/api") ? "/api" : ""}/products/{product_id}`);
    expect(attempt?.attributes).toMatchObject({
      "server.address": address,
      "server.port": port,
      "url.full": `${baseUrl}/products/REDACTED`,
    });
  }
});

test("clients that share hooks have spans with their own addresses", async () => {
  const baseUrls = ["https://one.example", "https://two.example/v1", "https://one.example"];
  const { clients, spans } = openClients(...baseUrls);
  for (const client of clients) await client.products.get(product.id);
  expect(attemptsOf(spans()).map(({ attributes }) => attributes["url.full"])).toStrictEqual(
    baseUrls.map((baseUrl) => `${baseUrl}/products/REDACTED`),
  );
});

test("calls of two endpoints without a method of the SDK have spans of their own", async () => {
  const { clients, spans } = openClients("https://gateway.example");
  await clients[0]?.request("GET", "https://gateway.example/reports");
  await clients[0]?.request("DELETE", "https://gateway.example/reports/7");
  const attributes = {
    "server.address": "gateway.example",
    "server.port": 443,
    "url.full": "https://gateway.example/REDACTED",
    "payments.operation": "request",
    "http.response.status_code": 200,
  };
  expect(attemptsOf(spans()).map((span) => [span.name, span.attributes])).toStrictEqual([
    ["GET", { "http.request.method": "GET", ...attributes }],
    ["DELETE", { "http.request.method": "DELETE", ...attributes }],
  ]);
});
