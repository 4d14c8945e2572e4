import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { isPaid, type Transaction } from "../../src/index.ts";
import { expectPayment, toNodeListener, Webhooks } from "../../src/webhooks/index.ts";
import fixture from "../fixtures/notification-transaction.json" with { type: "json" };

const webhooks = new Webhooks({ shopId: 4821, secretKey: "secret", publicKey: false });
const authorization = `Basic ${btoa("4821:secret")}`;
const transaction: Transaction = { ...fixture.transaction, test: false };
const order = { amount: 12900, currency: "EUR", trackingId: "order-1007" };

/** A transaction with any fields. */
const received = (fields: Record<string, unknown>): Transaction => Object.assign({ ...transaction }, fields);

describe("unknown values never count as paid", () => {
  test.each([1, "true", "false", 0, {}])("a test flag of %j counts as a test", (flag) => {
    const unusual = received({ test: flag });
    expect(isPaid(unusual)).toBe(false);
    expect(isPaid(unusual, { test: true })).toBe(true);
    const notification = { type: "transaction", transaction: unusual, raw: {} } as const;
    expect(() => expectPayment(notification, order)).toThrow("test");
    expect(() => expectPayment(notification, { ...order, test: true })).not.toThrow();
  });

  test.each([null, undefined, false])("a test flag of %j counts as live", (flag) => {
    expect(isPaid(received({ test: flag }))).toBe(true);
  });

  test("an order without amount, currency and tracking id matches nothing, not even a notification without them", () => {
    const bare = received({ amount: undefined, currency: null, tracking_id: "" });
    const empty = { amount: Number.NaN, currency: "", trackingId: "" };
    expect(() => expectPayment({ type: "transaction", transaction: bare, raw: {} }, empty)).toThrow(
      "amount, currency, tracking_id",
    );
  });
});

test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31])(
  "a timeout of %d is a configuration error",
  (timeout) => {
    expect(() => webhooks.handler({ timeout })).toThrow("timeout must be an integer from 1 to 2147483647");
  },
);

test.each([1, 2_147_483_647])("a timeout of %d is taken", (timeout) => {
  expect(() => webhooks.handler({ timeout })).not.toThrow();
});

test("bytes from another realm are accepted, as under Jest", async () => {
  const bytes: unknown = runInNewContext("Uint8Array.from(codes)", {
    codes: Array.from(new TextEncoder().encode(JSON.stringify(fixture))),
  });
  expect(bytes).not.toBeInstanceOf(Uint8Array);
  const verified = await Reflect.apply(webhooks.verify, webhooks, [
    { body: bytes, headers: { authorization } },
  ]);
  expect(verified).toMatchObject({ type: "transaction" });
});

test("another library's Headers objects are accepted", async () => {
  const headers = { get: (name: string) => (name === "authorization" ? authorization : undefined) };
  const body = JSON.stringify(fixture);
  const verified = await Reflect.apply(webhooks.verify, webhooks, [{ body, headers }]);
  expect(verified).toMatchObject({ type: "transaction" });
});

test("an HTTP/2 request, whose headers include method and path, is accepted", async () => {
  let status = 0;
  const request = {
    method: "POST",
    headers: { ":method": "POST", ":path": "/notify", authorization },
    body: Buffer.from(JSON.stringify(fixture)),
    on: () => undefined,
  };
  const response = {
    set statusCode(code: number) {
      status = code;
    },
    setHeader: () => undefined,
    end: () => undefined,
  };
  await toNodeListener(webhooks.handler({}))(request, response);
  expect(status).toBe(200);
});
