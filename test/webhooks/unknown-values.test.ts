import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { isPaid, type Transaction } from "../../src/index.ts";
import { expectPayment, toNodeListener, Webhooks } from "../../src/webhooks/index.ts";
import fixture from "../fixtures/notification-transaction.json" with { type: "json" };

const webhooks = new Webhooks({ shopId: 4821, secretKey: "secret", publicKey: false });
const authorization = `Basic ${btoa("4821:secret")}`;
const transaction: Transaction = { ...fixture.transaction, test: false };
const order = { amount: 12900, currency: "EUR", trackingId: "order-1007" };

/** As a gateway might send it, whatever the documentation says. */
const received = (fields: Record<string, unknown>): Transaction => Object.assign({ ...transaction }, fields);

describe("what is not understood is not taken for money", () => {
  test.each([1, "true", "false", 0, {}])("a test flag of %j is a test", (flag) => {
    const odd = received({ test: flag });
    expect(isPaid(odd)).toBe(false);
    expect(isPaid(odd, { test: true })).toBe(true);
    const notification = { type: "transaction", transaction: odd, raw: {} } as const;
    expect(() => expectPayment(notification, order)).toThrow("test");
    expect(() => expectPayment(notification, { ...order, test: true })).not.toThrow();
  });

  test.each([null, undefined, false])("a test flag of %j is none", (flag) => {
    expect(isPaid(received({ test: flag }))).toBe(true);
  });

  test("an order without amount, currency and number matches nothing, not even a notification without", () => {
    const bare = received({ amount: undefined, currency: null, tracking_id: "" });
    const forgotten = { amount: Number.NaN, currency: "", trackingId: "" };
    expect(() => expectPayment({ type: "transaction", transaction: bare, raw: {} }, forgotten)).toThrow(
      "amount, currency, tracking_id",
    );
  });
});

test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31])(
  "a timeout of %d is a configuration error, not a timeout of nothing",
  (timeout) => {
    expect(() => webhooks.handler({ timeout })).toThrow("timeout must be an integer from 1 to 2147483647");
  },
);

test("bytes of another realm are bytes, as under Jest", async () => {
  const bytes: unknown = runInNewContext("Uint8Array.from(codes)", {
    codes: Array.from(new TextEncoder().encode(JSON.stringify(fixture))),
  });
  expect(bytes).not.toBeInstanceOf(Uint8Array);
  const verified = await Reflect.apply(webhooks.verify, webhooks, [
    { body: bytes, headers: { authorization } },
  ]);
  expect(verified).toMatchObject({ type: "transaction" });
});

test("headers of another library are read as headers", async () => {
  const headers = { get: (name: string) => (name === "authorization" ? authorization : undefined) };
  const body = JSON.stringify(fixture);
  const verified = await Reflect.apply(webhooks.verify, webhooks, [{ body, headers }]);
  expect(verified).toMatchObject({ type: "transaction" });
});

test("a request of HTTP/2, whose headers hold its method and path, is received", async () => {
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
