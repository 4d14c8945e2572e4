import { PaymentsClient } from "payments-client";
import { expect, test } from "vitest";
import { loggingHooks } from "../../../examples/recipes/log-calls.ts";
import checkout from "../../fixtures/checkout-created.json" with { type: "json" };
import { optionsFor, SECRET_KEY, startGateway } from "../../support/gateway.ts";

const CUSTOMER = "kim.muller@example.com";
const PARAMS = {
  transaction_type: "payment",
  order: { amount: 3245, currency: "USD", description: "Annual pass" },
  customer: { email: CUSTOMER },
  payment_method: { credit_card: { token: "card-token-77" } },
} as const;

test("the log contains the result of each call and no customer data", async () => {
  const refusal = { message: `${CUSTOMER} is blocked`, errors: { customer: [`${CUSTOMER} is blocked`] } };
  await using gateway = await startGateway(
    { status: 429, body: { message: CUSTOMER } },
    { status: 201, body: checkout },
    { status: 422, body: refusal, headers: { "x-request-id": "req-9" } },
    { status: 200, body: [{ name: 5, description: CUSTOMER }] },
  );
  const lines: string[] = [];
  const hooks = loggingHooks((entry) => lines.push(JSON.stringify(entry)));
  const payments = new PaymentsClient({ ...optionsFor(gateway.url), hooks });
  await payments.checkouts.create(PARAMS);
  await expect(payments.checkouts.create(PARAMS)).rejects.toThrow(CUSTOMER);
  await payments.products.list();
  await expect(payments.checkouts.get("token-of-kim")).rejects.toThrow();

  const entries = lines.map((line): unknown => JSON.parse(line));
  expect(entries).toMatchObject([
    { event: "response", operation: "checkouts.create", attempt: 1, status: 429 },
    { event: "retry", attempt: 1, error: "RateLimitError", code: "api", status: 429, safeToRetry: true },
    { event: "response", attempt: 2, status: 201, durationMs: expect.any(Number) },
    { event: "response", operation: "checkouts.create", status: 422, requestId: "req-9" },
    { event: "error", error: "ValidationError", attempts: 1, status: 422, requestId: "req-9" },
    { event: "response", operation: "products.list", status: 200 },
    { event: "drift", operation: "products.list", fields: expect.arrayContaining(["0.name"]) },
    { event: "response", operation: "checkouts.get", status: 200 },
    { event: "error", operation: "checkouts.get", code: "unexpected_response" },
  ]);
  const log = lines.join("\n");
  for (const secret of [CUSTOMER, SECRET_KEY, "card-token-77", "token-of-kim", "Annual pass", gateway.url]) {
    expect(log).not.toContain(secret);
  }
});
