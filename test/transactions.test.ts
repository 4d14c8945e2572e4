import { afterEach, expect, test, vi } from "vitest";
import {
  ConfigurationError,
  PaymentsClient,
  ServerError,
  UnexpectedResponseError,
  ValidationError,
} from "../src/index.ts";
import refunded from "./fixtures/refund.json" with { type: "json" };
import { SECRET_KEY, SHOP_ID, startGateway } from "./support/gateway.ts";
import { calls, newRefund, rejection } from "./transport/calls.ts";

const transactionCalls = calls.filter(({ operation }) => operation.startsWith("transactions."));

const posted = transactionCalls.filter(({ method }) => method === "POST");

afterEach(() => {
  vi.unstubAllEnvs();
});

test.each(transactionCalls)(
  "$operation without a gatewayUrl names the missing option",
  async ({ run, operation }) => {
    vi.stubEnv("PAYMENTS_GATEWAY_URL", undefined);
    await using gateway = await startGateway({ status: 200 });
    const client = new PaymentsClient({
      shopId: SHOP_ID,
      secretKey: SECRET_KEY,
      baseUrl: gateway.url,
      checkoutUrl: gateway.url,
    });
    const error = await rejection(run(client), ConfigurationError);
    expect(error.message).toBe(`${operation} needs gatewayUrl (PAYMENTS_GATEWAY_URL)`);
    expect(gateway.requests).toStrictEqual([]);
  },
);

test("the gateway's URL comes from the environment", async () => {
  await using gateway = await startGateway({ status: 200, body: refunded });
  vi.stubEnv("PAYMENTS_GATEWAY_URL", `${gateway.url}/gw/`);
  await gateway.client({ gatewayUrl: undefined }).transactions.get("9d2c");
  expect(gateway.requests[0]?.path).toBe("/gw/transactions/9d2c");
});

test.each(["failed", "pending", "new_status"])(
  "a refund that is %s is returned as a transaction",
  async (status) => {
    const transaction = { ...refunded.transaction, status, code: "05", message: "Declined" };
    await using gateway = await startGateway({ status: 200, body: { transaction } });
    expect(await gateway.client().transactions.refund(newRefund)).toStrictEqual(transaction);
  },
);

test.each(posted)("$operation is sent once, and its error says where to look for it", async (call) => {
  await using gateway = await startGateway({ status: 500, body: { message: "Try again" } }, (response) =>
    response.destroy(),
  );
  for (const code of ["api", "connection"]) {
    const error: unknown = await call.run(gateway.client()).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ operation: call.operation, code, safeToRetry: false });
    expect(String(error)).toContain("transactions.findByTrackingId first");
  }
  expect(gateway.requests).toHaveLength(2);
});

test.each([
  { errors: { amount: ["is too large"] } },
  { errors: { amount: "is too large" } },
  { response: { message: "Amount is too large", errors: { amount: ["is too large"] } } },
])("errors start at the field for the body %j", async (body) => {
  await using gateway = await startGateway({ status: 422, body });
  const error = await rejection(gateway.client().transactions.refund(newRefund), ValidationError);
  expect(error.errors).toStrictEqual({ amount: ["is too large"] });
  expect(error.safeToRetry).toBe(true);
});

test("a processed refund is never sent again, even if its response is unreadable", async () => {
  await using gateway = await startGateway({ status: 200, body: "<h1>Done</h1>" });
  const error = await rejection(gateway.client().transactions.refund(newRefund), UnexpectedResponseError);
  expect(error).toMatchObject({ safeToRetry: false, body: "<h1>Done</h1>" });
  expect(error).not.toBeInstanceOf(ServerError);
  expect(gateway.requests).toHaveLength(1);
});

test("a response that differs from the documentation is returned and reported", async () => {
  const transaction = { ...refunded.transaction, amount: "2900", refund: { status: 1 } };
  await using gateway = await startGateway({ status: 200, body: { transaction } });
  const onDrift = vi.fn();
  const client = gateway.client({ hooks: { onDrift } });
  expect(await client.transactions.refund(newRefund)).toStrictEqual(transaction);
  expect(onDrift).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({
      operation: "transactions.refund",
      issues: [
        expect.objectContaining({ path: ["amount"], messages: [expect.any(String)] }),
        expect.objectContaining({ path: ["refund", "status"], messages: [expect.any(String)] }),
      ],
    }),
  );
});
