import { describe, expect, test, vi } from "vitest";
import { OPERATIONS } from "../../src/api/operations.ts";
import {
  ApiError,
  ConfigurationError,
  type Fetch,
  InvalidRequestError,
  PaymentsClient,
} from "../../src/index.ts";
import refunded from "../fixtures/refund.json" with { type: "json" };
import { type Answer, optionsFor, startGateway } from "../support/gateway.ts";
import { retryWithoutDelay } from "../support/retry-without-delay.ts";
import { stopTime } from "../support/stop-time.ts";
import { calls, newRefund, rejection } from "./calls.ts";

const KEY = "7d3c0c5e-6f0b-4f1e-9c57-0a2b1d9e4f60";

const keyed = calls.filter(({ operation }) => "transactionType" in OPERATIONS[operation]);

const others = calls.filter((call) => !keyed.includes(call));

const keysOf = (gateway: { requests: readonly { headers: NodeJS.Dict<string | string[]> }[] }) =>
  gateway.requests.map(({ headers }) => headers["requestid"]);

retryWithoutDelay();

test("bills, payments, authorizations, captures, voids and refunds take a key", () => {
  expect(keyed.map(({ operation }) => operation)).toStrictEqual([
    "transactions.pay",
    "transactions.authorize",
    "transactions.capture",
    "transactions.void",
    "transactions.refund",
    "bills.create",
  ]);
});

test("the header Idempotency-Key of other gateways is refused, because a repeat would move money again", async () => {
  await using gateway = await startGateway({ status: 200, body: refunded });
  const advice = "is ignored by the gateway. Pass the option idempotencyKey, or use sendOnce";
  for (const name of ["Idempotency-Key", "idempotency-key"]) {
    const headers = { [name]: KEY };
    const construct = () => gateway.client({ headers });
    expect(construct).toThrow(new ConfigurationError(`Idempotency-Key in headers ${advice}`));
    expect(() => gateway.client().withOptions({ headers })).toThrow(ConfigurationError);
    for (const { run } of calls) {
      const error = await rejection(run(gateway.client(), { headers }), InvalidRequestError);
      const path = ["headers", "Idempotency-Key"];
      expect(error.issues).toStrictEqual([{ path, messages: [advice], code: "forbidden", params: {} }]);
    }
  }
  expect(gateway.requests).toHaveLength(0);
});

const FAILURES: readonly (readonly [string, Answer])[] = [
  ...[500, 502, 503, 504, 408, 409, 429].map((status) => [String(status), { status }] as const),
  ["a lost connection", (response) => response.destroy()],
  ["one lost in the answer", (response) => response.writeHead(200).write("{", () => response.destroy())],
];

/** The gateway honours keys, as the merchant says. */
const HONOURED = { idempotencyKeys: true };

test.each(FAILURES)("a call with a key is sent again with the same key after %s", async (_, failure) => {
  await using gateway = await startGateway(failure, { status: 200, body: refunded });
  await gateway.client(HONOURED).transactions.refund(newRefund, { idempotencyKey: KEY });
  expect(keysOf(gateway)).toStrictEqual([KEY, KEY]);
});

test("a call with a key is sent again with the same key after a timeout", async () => {
  const fetch = vi
    .fn<Fetch>(async () => Response.json(refunded))
    .mockReturnValueOnce(new Promise(() => undefined));
  const payments = new PaymentsClient({ ...optionsFor("https://gateway.example"), ...HONOURED, fetch });
  using time = stopTime();
  const call = payments.transactions.refund(newRefund, { idempotencyKey: KEY });
  await time.until(() => fetch.mock.calls.length === 2, 1000);
  expect(await call).toStrictEqual(refunded.transaction);
  for (const [, { headers }] of fetch.mock.calls) expect(headers).toMatchObject({ requestid: KEY });
});

/** What an error of a key says. */
const DOWN = { response: { status: 503 }, processed: "unknown" };
const REFUSED = { response: { status: 403 }, safeToRetry: true };

describe.each(keyed)("$operation with a key", ({ run }) => {
  test("says that a repeat is safe when it failed for good", async () => {
    await using gateway = await startGateway({ status: 503 });
    const failed = run(gateway.client(HONOURED), { idempotencyKey: KEY, maxRetries: 1 });
    await expect(failed).rejects.toMatchObject({ ...DOWN, safeToRetry: true });
    expect(keysOf(gateway)).toStrictEqual([KEY, KEY]);
  });

  test("is sent once with its key, unless the client knows that the gateway honours keys", async () => {
    await using gateway = await startGateway({ status: 503 });
    const failed = run(gateway.client(), { idempotencyKey: KEY });
    await expect(failed).rejects.toMatchObject({ ...DOWN, safeToRetry: false });
    expect(keysOf(gateway)).toStrictEqual([KEY]);
  });
});

test("a call whose first attempt may have been processed is not known to be refused by a later one", async () => {
  const refusal = { status: 403, body: { message: "Too many connections" } };
  await using gateway = await startGateway({ status: 503 }, refusal);
  const failed = gateway.client(HONOURED).transactions.refund(newRefund, { idempotencyKey: KEY });
  await expect(failed).rejects.toMatchObject({ ...REFUSED, processed: "unknown" });
  const repeated = gateway.client(HONOURED).transactions.refund(newRefund, { idempotencyKey: KEY });
  await expect(repeated).rejects.toMatchObject({ ...REFUSED, processed: "no" });
  expect(gateway.requests).toHaveLength(3);
});

test.each([408, 409, 425, 499])("a %d says with and without a key what to look at first", async (status) => {
  await using gateway = await startGateway({ status, body: { message: "Already in progress" } });
  for (const options of [{}, { idempotencyKey: KEY, maxRetries: 0 }]) {
    const { transactions } = gateway.client(HONOURED);
    const { message } = await rejection(transactions.refund(newRefund, options), ApiError);
    expect(message).toBe(
      `transactions.refund got ${status}: Already in progress. It may have been processed, so first look for its tracking_id with transactions.findByTrackingId.`,
    );
  }
});

test("a response that cannot be read is not asked for again, since a repeat would not change it", async () => {
  await using gateway = await startGateway({ status: 200, body: "<h1>Done</h1>" });
  const failed = gateway.client(HONOURED).transactions.refund(newRefund, { idempotencyKey: KEY });
  await expect(failed).rejects.toMatchObject({ code: "unexpected_response", safeToRetry: true });
  expect(gateway.requests).toHaveLength(1);
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

test.each(others)("$operation refuses a key, which the gateway would ignore", async ({ run }) => {
  await using gateway = await startGateway({ status: 200 });
  const error = await rejection(run(gateway.client(), { idempotencyKey: KEY }), InvalidRequestError);
  expect(error.issues).toMatchObject([
    { path: ["options"], messages: [/must not have idempotencyKey/], code: "forbidden", params: {} },
  ]);
  const inherited = run(gateway.client(), Object.create({ idempotencyKey: KEY }));
  await expect(inherited).rejects.toThrow("options must be an object, such as {");
  expect(gateway.requests).toStrictEqual([]);
});
