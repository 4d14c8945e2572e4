import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, request } from "node:http";
import { describe, expect, test } from "vitest";
import { WebhookError } from "../../src/index.ts";
import { type RawWebhook, type WebhookHeaders, Webhooks } from "../../src/webhooks/index.ts";
import checkoutStatus from "../fixtures/checkout-status.json" with { type: "json" };
import expired from "../fixtures/notification-expired.json" with { type: "json" };
import transaction from "../fixtures/notification-transaction.json" with { type: "json" };
import { rejection } from "../transport/calls.ts";
import {
  AUTHORIZATION,
  bySignature,
  CHECKOUT,
  EXPIRED,
  headersFor,
  publicKey,
  shop,
  signatureOf,
  TRANSACTION,
} from "./notifications.ts";

const verifyJson = (value: unknown) => {
  const body = JSON.stringify(value);
  return bySignature.verify({ body, headers: headersFor(body) });
};

describe("a notification", () => {
  test("is read as a transaction", async () => {
    expect(await bySignature.verify({ body: TRANSACTION, headers: headersFor(TRANSACTION) })).toStrictEqual({
      type: "transaction",
      transaction: transaction.transaction,
      raw: transaction,
    });
  });

  test("is read as an expired token, at the top level", async () => {
    expect(await bySignature.verify({ body: EXPIRED, headers: headersFor(EXPIRED) })).toStrictEqual({
      type: "checkout",
      checkout: expired,
      raw: expired,
    });
  });

  test("is read as an expired token, under checkout", async () => {
    expect(await verifyJson({ checkout: expired })).toStrictEqual({
      type: "checkout",
      checkout: expired,
      raw: { checkout: expired },
    });
  });

  test("is read as the status of a paid token", async () => {
    expect(await bySignature.verify({ body: CHECKOUT, headers: headersFor(CHECKOUT) })).toStrictEqual({
      type: "checkout",
      checkout: checkoutStatus.checkout,
      raw: checkoutStatus,
    });
  });
});

describe("a transaction is returned unchanged", () => {
  test.each<[string, Record<string, unknown>]>([
    ...["successful", "failed", "incomplete", "pending", "expired", "error", "reversed", "", null, 7].map(
      (status): [string, Record<string, unknown>] => [`with status ${JSON.stringify(status)}`, { status }],
    ),
    ["of a new type", { type: "chargeback", chargeback: { status: "successful" } }],
    ["with a new field", { loyalty: { points: [1, { of: "2" }] } }],
    ["with a numeric id", { id: 5120 }],
    ["with a numeric uid", { uid: 5120 }],
    ["with uid 0", { uid: 0 }],
    ["with an amount in digits", { amount: "12900" }],
    ["with fields of other types", { test: "yes", credit_card: [], customer: 7, payment: "none" }],
    ["with an emoji and Japanese text", { description: "Müller 🎟️ – 日本語" }],
  ])("%s", async (_what, fields) => {
    const sent = { transaction: { ...transaction.transaction, ...fields } };
    expect(await verifyJson(sent)).toStrictEqual({
      type: "transaction",
      transaction: sent.transaction,
      raw: sent,
    });
  });

  test("with null in every field except the uid", async () => {
    const nulls = Object.fromEntries(Object.keys(transaction.transaction).map((field) => [field, null]));
    const sent = { transaction: { ...nulls, uid: "5b8f1f0e" } };
    expect(await verifyJson(sent)).toMatchObject({ type: "transaction", transaction: sent.transaction });
  });

  test("with only the uid", async () => {
    const sent = { transaction: { uid: "5b8f1f0e" } };
    expect(await verifyJson(sent)).toMatchObject({ type: "transaction", transaction: sent.transaction });
  });

  test("with additional new fields", async () => {
    expect(await verifyJson({ ...transaction, checkout: null, version: 3 })).toMatchObject({
      type: "transaction",
      raw: { version: 3 },
    });
  });
});

describe.each([
  ["at the top level", (status: object) => status],
  ["under checkout", (status: object) => ({ checkout: status })],
])("the status of a token %s is returned unchanged", (_place, wrap) => {
  test.each<[string, Record<string, unknown>]>([
    ["with a new status", { status: "parked" }],
    ["with no status", { status: null }],
    ["with a new field", { loyalty: [1, 2] }],
    ["with a shop id in digits", { shop_id: "4821" }],
    ["without an order", { order: null }],
    ["with fields of other types", { expired: "true", gateway_response: [], order: 7 }],
  ])("%s", async (_what, fields) => {
    const status = { ...expired, ...fields };
    const sent = wrap(status);
    expect(await verifyJson(sent)).toStrictEqual({ type: "checkout", checkout: status, raw: sent });
  });

  test("with only the token", async () => {
    expect(await verifyJson(wrap({ token: "6d0f" }))).toMatchObject({
      type: "checkout",
      checkout: { token: "6d0f" },
    });
  });
});

describe("a raw body", () => {
  const inLargerBuffer = (): Uint8Array => {
    const body = Buffer.from(TRANSACTION);
    const larger = Buffer.alloc(body.length + 100, "}");
    body.copy(larger, 50);
    return larger.subarray(50, 50 + body.length);
  };

  test.each<[string, string | Uint8Array]>([
    ["text", TRANSACTION],
    ["a Uint8Array", new TextEncoder().encode(TRANSACTION)],
    ["a Buffer", Buffer.from(TRANSACTION)],
    ["a view of a larger buffer", inLargerBuffer()],
    ["a view of a larger ArrayBuffer", new Uint8Array(new Uint8Array(inLargerBuffer()).buffer)],
  ])("may be %s", async (_form, body) => {
    expect(await bySignature.verify({ body, headers: headersFor(TRANSACTION) })).toMatchObject({
      type: "transaction",
      raw: transaction,
    });
  });

  test("is not modified", async () => {
    const body = Buffer.from(TRANSACTION);
    await bySignature.verify({ body, headers: headersFor(TRANSACTION) });
    expect(body.toString()).toBe(TRANSACTION);
  });

  test("is verified as passed, even if its buffer is reused meanwhile", async () => {
    for (let turns = 0; turns < 20; turns += 1) {
      const body = Buffer.from(TRANSACTION);
      const verified = bySignature.verify({ body, headers: headersFor(TRANSACTION) }).then(
        ({ raw }) => raw,
        () => transaction,
      );
      for (let turn = 0; turn < turns; turn += 1) await undefined;
      body.write("99999", TRANSACTION.indexOf("12900"));
      expect(await verified).toStrictEqual(transaction);
    }
  });

  test("may start with a byte order mark", async () => {
    const body = Buffer.from(`\uFEFF${TRANSACTION}`);
    expect(await bySignature.verify({ body, headers: headersFor(body) })).toMatchObject({ raw: transaction });
  });

  test("may be in Latin-1: the signature covers bytes of any charset", async () => {
    const text = '{"transaction":{"uid":"5b8f1f0e","status":"successful","description":"Müller"}}';
    const body = Buffer.from(text, "latin1");
    expect(await bySignature.verify({ body, headers: headersFor(body) })).toMatchObject({
      transaction: { uid: "5b8f1f0e", status: "successful" },
    });
    const asText = { body: body.toString("latin1"), headers: headersFor(body) };
    expect(await rejection(bySignature.verify(asText), WebhookError)).toMatchObject({ reason: "signature" });
  });

  test("in UTF-16 is authentic but not JSON", async () => {
    const body = Buffer.from(TRANSACTION, "utf16le");
    const error = await rejection(bySignature.verify({ body, headers: headersFor(body) }), WebhookError);
    expect(error.reason).toBe("body");
  });

  test("larger than a mebibyte is verified: only the handler has a limit", async () => {
    const body = JSON.stringify({ transaction: { uid: "1", description: "ü".repeat(1_000_000) } });
    expect(await bySignature.verify({ body, headers: headersFor(body) })).toMatchObject({
      transaction: { uid: "1" },
    });
  });
});

describe("headers", () => {
  const signature = signatureOf(TRANSACTION);

  test.each<[string, WebhookHeaders]>([
    ["Headers", new Headers({ Authorization: AUTHORIZATION, "Content-Signature": signature })],
    ["the headers of a Request", new Request("https://shop.example", { headers: headersFor("") }).headers],
    ["an object in lower case", { authorization: AUTHORIZATION, "content-signature": signature }],
    ["an object in title case", { Authorization: AUTHORIZATION, "Content-Signature": signature }],
    ["an object in upper case", { AUTHORIZATION, "CONTENT-SIGNATURE": signature }],
    ["an object with lists", { authorization: [AUTHORIZATION], "content-signature": [signature] }],
    [
      "an object with additional headers",
      { ...headersFor(TRANSACTION), cookie: undefined, "set-cookie": ["a=1", "b=2"], host: "shop.example" },
    ],
  ])("may be %s", async (form, headers) => {
    const body = form.includes("Request") ? "" : TRANSACTION;
    const verified = bySignature.verify({ body, headers });
    // An empty body passes the signature check and then fails as a body.
    if (body === "") expect(await rejection(verified, WebhookError)).toMatchObject({ reason: "body" });
    else expect(await verified).toMatchObject({ type: "transaction" });
  });

  test("may be those of a Node server", async () => {
    const received = Promise.withResolvers<IncomingHttpHeaders>();
    const server = createServer((incoming, response) => {
      received.resolve(incoming.headers);
      response.end();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    request({ port, host: "127.0.0.1", method: "POST", headers: headersFor(TRANSACTION) }).end();
    const webhook: RawWebhook = { body: TRANSACTION, headers: await received.promise };
    server.closeAllConnections();
    server.close();
    expect(await bySignature.verify(webhook)).toMatchObject({ type: "transaction" });
  });
});

test("verifies many notifications concurrently", async () => {
  const webhooks = new Webhooks({ ...shop, publicKey });
  const bodies = Array.from({ length: 50 }, (_, index) => `{"transaction":{"uid":"${index}"}}`);
  const verified = await Promise.all(
    bodies.map((body) => webhooks.verify({ body, headers: headersFor(body) })),
  );
  expect(verified.map(({ raw }) => JSON.stringify(raw))).toStrictEqual(bodies);
});
