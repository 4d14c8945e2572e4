import { describe, expect, test } from "vitest";
import { InvalidRequestError } from "../../src/index.ts";
import { OPERATIONS } from "../../src/operations.ts";
import refunded from "../fixtures/refund.json" with { type: "json" };
import { type Answer, startGateway } from "../support/gateway.ts";
import { retryWithoutDelay } from "../support/retry-without-delay.ts";
import { calls, newRefund, rejection } from "../transport/calls.ts";

const KEY = "7d3c0c5e-6f0b-4f1e-9c57-0a2b1d9e4f60";

const keyed = calls.filter(({ operation }) => "takesKey" in OPERATIONS[operation]);

const others = calls.filter((call) => !keyed.includes(call));

const keysOf = (gateway: { requests: readonly { headers: NodeJS.Dict<string | string[]> }[] }) =>
  gateway.requests.map(({ headers }) => headers["requestid"]);

retryWithoutDelay();

test("payments, authorizations, captures, voids and refunds take a key", () => {
  expect(keyed.map(({ operation }) => operation)).toStrictEqual([
    "transactions.pay",
    "transactions.authorize",
    "transactions.capture",
    "transactions.void",
    "transactions.refund",
  ]);
});

const FAILURES: readonly (readonly [string, Answer])[] = [
  ...[500, 502, 503, 504, 408, 429].map((status) => [String(status), { status }] as const),
  ["a lost connection", (response) => response.destroy()],
];

test.each(FAILURES)("a call with a key is sent again with the same key after %s", async (_, failure) => {
  await using gateway = await startGateway(failure, { status: 200, body: refunded });
  await gateway.client().transactions.refund(newRefund, { idempotencyKey: KEY });
  expect(keysOf(gateway)).toStrictEqual([KEY, KEY]);
});

describe.each(keyed)("$operation with a key", ({ run, answer, result }) => {
  test("is sent again with the same key", async () => {
    await using gateway = await startGateway({ status: 503 }, answer);
    expect(await run(gateway.client(), { idempotencyKey: KEY })).toStrictEqual(result);
    expect(keysOf(gateway)).toStrictEqual([KEY, KEY]);
  });

  test("says that a repeat is safe when it failed for good", async () => {
    await using gateway = await startGateway({ status: 503 });
    const failed = run(gateway.client(), { idempotencyKey: KEY, maxRetries: 1 });
    await expect(failed).rejects.toMatchObject({ status: 503, safeToRetry: true });
    expect(keysOf(gateway)).toStrictEqual([KEY, KEY]);
  });
});

test("a response that cannot be read is not asked for again, since a repeat would not change it", async () => {
  await using gateway = await startGateway({ status: 200, body: "<h1>Done</h1>" });
  const failed = gateway.client().transactions.refund(newRefund, { idempotencyKey: KEY });
  await expect(failed).rejects.toMatchObject({ code: "unexpected_response", safeToRetry: true });
  expect(gateway.requests).toHaveLength(1);
});

test("without a key, none is sent", async () => {
  await using gateway = await startGateway({ status: 200, body: refunded });
  await gateway.client().transactions.refund(newRefund);
  await gateway.client().transactions.refund(newRefund, { idempotencyKey: undefined });
  expect(keysOf(gateway)).toStrictEqual([undefined, undefined]);
});

test("the key of a call replaces a RequestID among the headers", async () => {
  await using gateway = await startGateway({ status: 200, body: refunded });
  const client = gateway.client({ headers: { RequestID: "the client's" } });
  await client.transactions.refund(newRefund, { headers: { requestID: "call" }, idempotencyKey: KEY });
  expect(keysOf(gateway)).toStrictEqual([KEY]);
});

test("a key has 1 to 255 printable ASCII characters", async () => {
  await using gateway = await startGateway({ status: 200, body: refunded });
  const { transactions } = gateway.client();
  const valid = ["k", "order 1007, refund #1", "~".repeat(255)];
  for (const idempotencyKey of valid) await transactions.refund(newRefund, { idempotencyKey });
  expect(keysOf(gateway)).toStrictEqual(valid);

  // A key that was not found in the database is null: without the refusal, the call would be sent without one.
  for (const key of ["", "k".repeat(256), "clé", "a\nb", "a\r\nX-Evil: 1", " a", "a ", " ", null, 7, ["k"]]) {
    const call = Reflect.apply(transactions.refund, transactions, [newRefund, { idempotencyKey: key }]);
    const error = await rejection(call, InvalidRequestError);
    expect(error.issues).toStrictEqual([
      {
        path: ["idempotencyKey"],
        messages: ["must be 1 to 255 printable ASCII characters, without a space at either end"],
        code: "format",
        params: { format: "idempotency_key" },
      },
    ]);
  }
  expect(gateway.requests).toHaveLength(valid.length);
});

test("a key under a misspelt name is refused, since the call would be sent without one", async () => {
  await using gateway = await startGateway({ status: 200, body: refunded });
  const { transactions } = gateway.client();
  for (const name of ["idempotencykey", "idempotency_key", "Idempotency-Key", "IDEMPOTENCY_KEY"]) {
    const call = Reflect.apply(transactions.refund, transactions, [newRefund, { [name]: KEY }]);
    const error = await rejection(call, InvalidRequestError);
    expect(error.issues).toStrictEqual([
      { path: [name], messages: ["must be written idempotencyKey"], code: "forbidden", params: {} },
    ]);
  }
  expect(gateway.requests).toStrictEqual([]);
  // Options of the merchant's own that only resemble it are ignored, like any other.
  for (const name of ["old_idempotency_key", "idempotencyKeys"]) {
    await Reflect.apply(transactions.refund, transactions, [newRefund, { [name]: KEY }]);
  }
  expect(keysOf(gateway)).toStrictEqual([undefined, undefined]);
});

test.each(others)("$operation refuses a key, which the gateway would ignore", async ({ run }) => {
  await using gateway = await startGateway({ status: 200 });
  const error = await rejection(run(gateway.client(), { idempotencyKey: KEY }), InvalidRequestError);
  expect(error.issues).toMatchObject([
    {
      path: ["idempotencyKey"],
      messages: ["is only for payments, authorizations, captures, voids and refunds"],
      code: "forbidden",
      params: {},
    },
  ]);
  expect(gateway.requests).toStrictEqual([]);
});

test("request refuses a key, too", async () => {
  await using gateway = await startGateway({ status: 200 });
  const client = gateway.client();
  const url = `${gateway.url}/transactions/refunds`;
  const call = Reflect.apply(client.request, client, ["POST", url, { body: {}, idempotencyKey: KEY }]);
  await expect(call).rejects.toBeInstanceOf(InvalidRequestError);
  expect(gateway.requests).toStrictEqual([]);
});
