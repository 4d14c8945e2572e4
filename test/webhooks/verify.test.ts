import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { WebhookError } from "../../src/index.ts";
import type { WebhookHeaders } from "../../src/webhooks.ts";
import { rejection } from "../client/calls.ts";
import checkoutStatus from "../fixtures/checkout-status.json" with { type: "json" };
import expired from "../fixtures/notification-expired.json" with { type: "json" };
import transaction from "../fixtures/notification-transaction.json" with { type: "json" };
import {
  AUTHORIZATION,
  bySignature,
  CHECKOUT,
  EXPIRED,
  headersFor,
  signatureOf,
  TRANSACTION,
  verifyJson,
  verifyUntyped,
} from "./notifications.ts";

test.each([
  ["a transaction", TRANSACTION, { type: "transaction", ...transaction, raw: transaction }],
  ["an expired token", EXPIRED, { type: "checkout", checkout: expired, raw: expired }],
  ["the status of a paid token", CHECKOUT, { type: "checkout", ...checkoutStatus, raw: checkoutStatus }],
])("a notification is read: %s", async (_what, body, notification) => {
  expect(await bySignature.verify({ body, headers: headersFor(body) })).toStrictEqual(notification);
});

test.each<[string, Record<string, unknown>]>([
  ["amounts in digits", { amount: "12900" }],
  ["other types", { status: 7, test: "yes", customer: 7, payment: "none" }],
])("fields of a transaction are returned unchanged: %s", async (_what, fields) => {
  const sent = { transaction: { ...transaction.transaction, ...fields } };
  expect(await verifyJson(sent)).toStrictEqual({ type: "transaction", ...sent, raw: sent });
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
    ["an ArrayBuffer", Object(new TextEncoder().encode(TRANSACTION).buffer)],
    ["a DataView", Object(new DataView(new TextEncoder().encode(TRANSACTION).buffer))],
    [
      "bytes of another realm, as under Jest",
      runInNewContext("Uint8Array.from(codes)", { codes: Array.from(Buffer.from(TRANSACTION)) }),
    ],
    [
      "an ArrayBuffer of another realm",
      runInNewContext("Uint8Array.from(codes).buffer", { codes: Array.from(Buffer.from(TRANSACTION)) }),
    ],
  ])("may be %s", async (_form, body) => {
    expect(await bySignature.verify({ body, headers: headersFor(TRANSACTION) })).toMatchObject({
      type: "transaction",
      raw: transaction,
    });
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
    const headers = headersFor(body);
    expect(await bySignature.verify({ body, headers })).toMatchObject({
      transaction: { uid: "5b8f1f0e", status: "successful" },
    });
    const asText = bySignature.verify({ body: body.toString("latin1"), headers });
    expect(await rejection(asText, WebhookError)).toMatchObject({ reason: "signature" });
  });

  test("larger than a mebibyte is verified: only the handler has a limit", async () => {
    const sent = { transaction: { uid: "1", description: "ü".repeat(1_000_000) } };
    expect(await verifyJson(sent)).toMatchObject({ transaction: { uid: "1" } });
  });
});

describe("headers", () => {
  const signature = signatureOf(TRANSACTION);

  const sent = { authorization: AUTHORIZATION, "content-signature": signature };

  test.each<[string, WebhookHeaders]>([
    ["Headers", new Headers({ Authorization: AUTHORIZATION, "Content-Signature": signature })],
    ["the headers of a Request", new Request("https://shop.example", { headers: sent }).headers],
    ["an object in lower case", sent],
    ["an object with lists", { authorization: [AUTHORIZATION], "content-signature": [signature] }],
    [
      "an object with additional headers",
      { ...sent, cookie: undefined, "set-cookie": ["a=1", "b=2"], host: "shop.example" },
    ],
  ])("may be %s", async (_form, headers) => {
    expect(await bySignature.verify({ body: TRANSACTION, headers })).toMatchObject({ type: "transaction" });
  });

  test("may be a Headers object of another library", async () => {
    const headers = { get: (name: string) => Reflect.get(sent, name) };
    const verified = verifyUntyped({ body: TRANSACTION, headers }, bySignature);
    expect(await verified).toMatchObject({ type: "transaction" });
  });
});
