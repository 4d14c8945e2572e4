/** What the SDK refuses, the shops in PHP and Python refuse too: one table of notifications for all of them. */
import { describe, expect, test } from "vitest";
import expired from "../fixtures/notification-expired.json" with { type: "json" };
import subscription from "../fixtures/notification-subscription.json" with { type: "json" };
import { SHOP_ID } from "../support/gateway.ts";
import { NO_NOTIFICATIONS, NO_OBJECTS, WRONG_CREDENTIALS, wrongSignatures } from "../webhooks/attacks.ts";
import {
  AUTHORIZATION,
  basic,
  filledTo,
  MEBIBYTE,
  signatureOf,
  TRANSACTION,
} from "../webhooks/notifications.ts";
import { NOTIFIED, type NotifiedShop, type RawHeaders, SDK } from "./notified-shops.ts";

type Fields = Record<string, unknown>;

const { transaction: received } = JSON.parse(TRANSACTION);
const SECTION: Fields = received.payment;

/** A live payment of an order, as the gateway sends it. */
const paymentOf = (id: string, uid: string, fields: Fields = {}): Fields => ({
  ...received,
  uid,
  tracking_id: id,
  test: false,
  ...fields,
});

const headersOf = (
  body: string | Uint8Array,
  change: { authorization?: string; signature?: string } = {},
) => [
  ...["Content-Type", "application/json"],
  ...["Authorization", change.authorization ?? AUTHORIZATION],
  ...["Content-Signature", change.signature ?? signatureOf(body)],
];

/** What became of a payment: `paid`, the reason of its review, or `nothing`. */
type Result = string;

/** A notification of one order, with its answer and result. */
interface Row {
  readonly what: string;
  readonly status?: number;
  readonly result: Result;
  /** Fields of the transaction. */
  readonly fields?: Fields;
  /** Fields of the order. */
  readonly order?: Parameters<NotifiedShop["placeOrder"]>[0];
  /** The body, made of the transaction. */
  readonly body?: (payment: Fields) => string | Uint8Array;
  readonly headers?: (body: string | Uint8Array) => RawHeaders;
  /** Why the SDK does something else. */
  readonly notSdk?: string;
}

/** What a shop makes of a row: its status and result. */
async function resultOf(shop: NotifiedShop, { fields, order, body, headers = headersOf }: Row) {
  const uid = crypto.randomUUID();
  const id = shop.placeOrder(order?.paid_by === "this" ? { ...order, paid_by: uid } : order);
  const before = shop.paidBy(id);
  const payment = paymentOf(id, uid, fields);
  const sent = body?.(payment) ?? JSON.stringify({ transaction: payment });
  const status = await shop.post(sent, headers(sent));
  const [review, ...others] = shop.reviews(String(payment["uid"]));
  expect(others).toEqual([]);
  const isPaid = shop.paidBy(id) === uid;
  if (!isPaid) expect(shop.paidBy(id)).toBe(before);
  return { status, result: review?.reason ?? (isPaid ? "paid" : "nothing") };
}

/** Tries all rows with all shops. */
function play(rows: readonly Row[]): void {
  test.each(NOTIFIED)("%s", async (name, open) => {
    const shop = await open();
    const found = [];
    const expected = [];
    for (const row of rows) {
      if (row.notSdk && name === SDK) continue;
      const { what, status = 200, result } = row;
      expected.push({ what, status, result });
      const made = await resultOf(shop, row);
      // Python's server answers before it has read the body, so the connection may end before the answer arrives.
      const isCut = status === 413 && made.status === 0 && name.endsWith(".py");
      found.push({ what, ...made, ...(isCut && { status }) });
    }
    expect(found).toEqual(expected);
  });
}

const refused = (what: string, headers: (body: string | Uint8Array) => RawHeaders): Row => ({
  what,
  status: 401,
  result: "nothing",
  headers,
});

const encoded = AUTHORIZATION.slice("Basic ".length);

describe("credentials are required, and compared exactly", () => {
  const sent = (what: string, authorization: string): Row =>
    refused(what, (body) => headersOf(body, { authorization }));
  const right = (what: string, authorization: string): Row => ({
    what,
    result: "paid",
    headers: (body) => headersOf(body, { authorization }),
  });
  play([
    right("right", AUTHORIZATION),
    right("lower case", `basic ${encoded}`),
    right("two spaces", `Basic  ${encoded}`),
    refused("no header", (body) => ["Content-Signature", signatureOf(body)]),
    sent("empty", ""),
    ...WRONG_CREDENTIALS.map(([what, value]) => sent(what, value)),
    {
      ...refused("twice", (body) => [...headersOf(body), "Authorization", AUTHORIZATION]),
      notSdk: "Node's server drops the second",
    },
    refused("after another shop's", (body) => [
      ...headersOf(body, { authorization: basic("1", "x") }),
      ...["Authorization", AUTHORIZATION],
    ]),
    refused("in another header", (body) => [
      ...["Proxy-Authorization", AUTHORIZATION, "X-Authorization", AUTHORIZATION],
      ...["Content-Signature", signatureOf(body)],
    ]),
  ]);
});

describe("the signature is required, and of these bytes", () => {
  const signed = ([what]: readonly [string, string], index: number): Row =>
    refused(what, (body) =>
      headersOf(body, { signature: wrongSignatures(Buffer.from(body))[index]?.[1] ?? "" }),
    );
  play([
    refused("none", () => ["Authorization", AUTHORIZATION]),
    ...wrongSignatures(Buffer.from("")).map(signed),
    refused("not ASCII", (body) => headersOf(body, { signature: "\u00fc".repeat(20) })),
    refused("twice", (body) => [...headersOf(body), "Content-Signature", signatureOf(body)]),
    refused("after another", (body) => [
      ...headersOf(body, { signature: signatureOf("{}") }),
      ...["Content-Signature", signatureOf(body)],
    ]),
    refused("in another header", (body) => ["Authorization", AUTHORIZATION, "Signature", signatureOf(body)]),
    {
      ...refused("of the body before its amount was changed", () => []),
      fields: { amount: 1 },
      headers: (body) =>
        headersOf(body, { signature: signatureOf(`${body}`.replace('"amount":1,', '"amount":12900,')) }),
    },
  ]);
});

describe("a notification of another shop is refused", () => {
  const named = (what: string, fields: Fields, status = 401): Row => ({
    what,
    status,
    result: status === 200 ? "paid" : "nothing",
    fields,
  });
  const around = (what: string, fields: Fields): Row => ({
    ...named(what, {}),
    body: (transaction) => JSON.stringify({ transaction, ...fields }),
  });
  play([
    // The same key signs for both shops, and the body names no shop.
    refused("its genuine notification, replayed", (body) =>
      headersOf(body, { authorization: basic("666", "attacker-key") }),
    ),
    refused("the same without its credentials", (body) => ["Content-Signature", signatureOf(body)]),
    named("shop_id", { shop_id: 666 }),
    named("shop_id as text", { shop_id: "666" }),
    named("shop_id true", { shop_id: true }),
    named("shop_id 0", { shop_id: 0 }),
    named("shop.id", { shop: { id: 666 } }),
    named("one of two", { shop_id: Number(SHOP_ID), shop: { id: 666 } }),
    named("the other of two", { shop_id: 666, shop: { id: Number(SHOP_ID) } }),
    around("shop_id beside the transaction", { shop_id: 666 }),
    around("shop.id beside the transaction", { shop: { id: "666" } }),
    around("in a status", { checkout: { shop_id: 666 } }),
    named("its own shop", { shop_id: Number(SHOP_ID), shop: { id: SHOP_ID } }, 200),
    named("no shop", { shop_id: null, shop: { id: "" } }, 200),
    named("a shop without an id", { shop: { name: "Museum" } }, 200),
    named("a shop that is text", { shop: "Museum" }, 200),
  ]);
});

describe("a body that is no payment of an order is answered so that the gateway repeats it, or not", () => {
  const bad = (what: string, body: string): Row => ({
    what,
    status: 400,
    result: "nothing",
    body: () => body,
  });
  const genuine = (what: string, body: object): Row => ({
    what,
    result: "nothing",
    body: () => JSON.stringify(body),
  });
  const inside = (what: string, more: Buffer | string): Row => ({
    what,
    result: "paid",
    body: (payment) =>
      Buffer.concat([
        Buffer.from(JSON.stringify({ transaction: payment }).slice(0, -2)),
        Buffer.from(more),
        Buffer.from("}}"),
      ]),
  });
  play([
    ...[...NO_OBJECTS, ...NO_NOTIFICATIONS, "\u00ff", "NaN"].map((body) => bad(body, body)),
    bad("100,000 levels", "[".repeat(100_000) + "]".repeat(100_000)),
    {
      ...bad("a transaction and a status", ""),
      body: (transaction) => JSON.stringify({ transaction, checkout: { token: "t", status: "successful" } }),
    },
    {
      ...bad("a transaction in a status", ""),
      body: (transaction) => JSON.stringify({ ...expired, transaction }),
    },
    genuine("a token that expired", expired),
    genuine("a token that expired, under checkout", { checkout: expired }),
    genuine("a subscription", subscription),
    genuine("a subscription known by its plan", {
      plan: { id: "p" },
      transaction: { uid: "u", status: "successful" },
    }),
    genuine("a subscription known by its id", {
      id: "sbs_1",
      transaction: { uid: "u", status: "successful" },
    }),
    genuine("a payment link", {
      product: { id: "p" },
      last_transaction: { uid: "u", status: "successful" },
    }),
    inside("a byte of Latin-1", Buffer.from(',"x":"Andr\u00e9"', "latin1")),
    inside("a half of a character", Buffer.from([...Buffer.from(',"x":"'), 0xe2, 0x82, ...Buffer.from('"')])),
    inside("half of an emoji", String.raw`,"x":"Anna \ud83d","\uDE00":["\\ud83d\ud83d\ud83d\ude00"]`),
    inside("a NUL", String.raw`,"x":"Anna\u0000","\u0000":1`),
    inside("600 levels", `,"x":${"[".repeat(600)}${"]".repeat(600)}`),
    inside("a number of any length", `,"x":1${"0".repeat(400)}`),
    inside("fields of JavaScript", ',"__proto__":{"type":"refund"},"constructor":1'),
    {
      what: "a mark of the byte order",
      result: "paid",
      body: (transaction) => `\ufeff${JSON.stringify({ transaction })}`,
    },
    {
      what: "a mebibyte",
      result: "paid",
      body: (transaction) => filledTo(MEBIBYTE, JSON.stringify({ transaction })),
    },
    {
      what: "a mebibyte and a byte",
      status: 413,
      result: "nothing",
      body: (transaction) => filledTo(MEBIBYTE + 1, JSON.stringify({ transaction })),
    },
  ]);
});

// same-outcome.test.ts changes each field of a payment, and compares what the shops make of it.
describe("a payment that pays nothing is reviewed for its reason", () => {
  const reviewed = (what: string, result: string, fields: Fields, order?: Row["order"]): Row => ({
    what,
    result,
    fields,
    ...(order && { order }),
  });
  play([
    reviewed("another amount", "mismatch", { amount: 1, payment: null }),
    reviewed("another amount of the order", "mismatch", {}, { amount: 12_901 }),
    reviewed("another currency", "mismatch", { currency: "USD", payment: null }),
    reviewed("an unknown order", "no_order", { tracking_id: "none" }),
    reviewed("SQL", "no_order", { tracking_id: "' OR 1=1 --" }),
    reviewed("a NUL", "no_order", { tracking_id: "a\u0000b" }),
    reviewed("half of an emoji", "no_order", { tracking_id: "a\ud83d" }),
    reviewed("a chargeback", "charged_back", { type: "chargeback", chargeback: SECTION, payment: null }),
    reviewed("a second payment", "other_payment", {}, { paid_by: "another" }),
    reviewed("a closed order", "closed", {}, { closed: 1 }),
    reviewed(
      "another amount of a payment that pays its order",
      "mismatch",
      {},
      { amount: 1, paid_by: "this" },
    ),
    { ...reviewed("a repeat", "paid", {}, { paid_by: "this" }) },
    { ...reviewed("a repeat for a closed order", "paid", {}, { paid_by: "this", closed: 1 }) },
    reviewed("a test", "nothing", { test: true }),
    reviewed("a test of an order for tests", "paid", { test: true }, { test: 1 }),
  ]);
});

test.each(NOTIFIED)("%s takes a repeat for the same, and pays what was in review before", async (_, open) => {
  const shop = await open();
  const uid = crypto.randomUUID();
  const id = shop.placeOrder();
  const notify = (fields: Fields = {}) => {
    const body = JSON.stringify({ transaction: paymentOf(id, uid, fields) });
    return shop.post(body, headersOf(body));
  };
  const wrong = { amount: 1, payment: null };
  for (const fields of [wrong, wrong]) expect(await notify(fields)).toBe(200);
  expect(shop.reviews(uid)).toMatchObject([{ reason: "mismatch" }]);
  for (let times = 0; times < 3; times += 1) expect(await notify()).toBe(200);
  expect(shop.paidBy(id)).toBe(uid);
  expect(shop.reviews(uid)).toEqual([]);
  await notify({ uid: "second" });
  await notify({ uid: "second" });
  expect(shop.reviews("second")).toMatchObject([{ reason: "other_payment" }]);
  // A body that contradicts itself has a key of its own.
  await notify({ payment: { ...SECTION, status: "failed" } });
  expect(shop.reviews(uid)).toMatchObject([{ reason: "unknown" }]);
  expect(shop.paidBy(id)).toBe(uid);
});

test.each(NOTIFIED)("%s lets one of two payments at the same time pay", async (_, open) => {
  const shop = await open();
  for (let rounds = 0; rounds < 10; rounds += 1) {
    const id = shop.placeOrder();
    const uids = [crypto.randomUUID(), crypto.randomUUID()];
    const answers = await Promise.all(
      uids.map((uid) => {
        const body = JSON.stringify({ transaction: paymentOf(id, uid) });
        return shop.post(body, headersOf(body));
      }),
    );
    expect(answers).toEqual([200, 200]);
    const [other] = uids.filter((uid) => uid !== shop.paidBy(id));
    expect(uids).toContain(shop.paidBy(id));
    expect(shop.reviews(other ?? "")).toMatchObject([{ reason: "other_payment" }]);
  }
});

test.each(NOTIFIED)("%s takes only POST", async (_, open) => {
  const shop = await open();
  const body = JSON.stringify({ transaction: paymentOf(shop.placeOrder(), "u") });
  const before = shop.contents();
  expect(await shop.post(body, headersOf(body), "GET")).toBe(405);
  for (const method of ["PUT", "PATCH", "DELETE"]) {
    expect([405, 501]).toContain(await shop.post(body, headersOf(body), method));
  }
  expect(shop.contents()).toEqual(before);
});
