/** Another package may write into `Object.prototype`. Options, requests and bodies have only their own values, and those of a merchant's class. */
import { afterEach, expect, test } from "vitest";
import { isFinal, outcome, PaymentsClient, paymentSummary, sendOnce, toMinorUnits } from "../../src/index.ts";
import { Sandbox } from "../../src/sandbox.ts";
import { expectPayment, handlePayment, Webhooks } from "../../src/webhooks.ts";
import { newBill, newCheckout, newProduct, newRefund } from "../client/calls.ts";
import { good } from "../client/construct.ts";
import { retryWithoutDelay } from "../support/retry-without-delay.ts";

retryWithoutDelay();

const all = (value: unknown, names: string): Record<string, unknown> =>
  Object.fromEntries(names.split(" ").map((name) => [name, value]));

/** Values that a field, an option or a function of this name could have. */
const VALUES: Readonly<Record<string, unknown>> = {
  ...all(() => undefined, "captured other otherwise"),
  ...all(
    "https://evil.example",
    "PAYMENTS_BASE_URL PAYMENTS_CHECKOUT_URL baseUrl checkoutUrl gatewayUrl redirect_url",
  ),
  ...all("evil", "description error is paidBy parent_uid plan secretKey token trackingId tracking_id uid"),
  ...all(true, "allowInsecureHttp closed dangerouslyAllowBrowser expired idempotencyKeys resend test"),
  ...all(false, "duplicate_check finished publicKey validate"),
  ...all(1, "amount deadline interval maxResponseBytes timeout underWay"),
  ...all(0, "digits maxRetries"),
  PAYMENTS_LOG: "debug",
  PAYMENTS_PUBLIC_KEY: "key",
  additional_data: { x: 1 },
  checkout: { token: "x" },
  credentials: "omit", // or fetch itself throws
  currency: "XXX",
  customer: { email: "evil@example.com" },
  errors: { amount: ["evil"] },
  expired_at: "2000-01-01T00:00:00Z",
  fetch: () => Promise.reject(new Error("evil")),
  gateway_response: { payment: { uid: "evil" } },
  headers: { "x-evil": "1" },
  hooks: { onRequest: () => undefined },
  id: "sbs_evil",
  idempotencyKey: "one for all",
  ids: { uid: "evil" },
  order: { amount: 1 },
  order_id: "7",
  path: ["evil"],
  payment: { status: "successful" },
  payment_method: { credit_card: { token: "x" } },
  response: { errors: { x: ["evil"] } },
  settings: { notification_url: "https://evil.example" },
  shop: { id: 666 },
  shopId: "666",
  shop_id: 666,
  status: "successful",
  transaction: { uid: "evil" },
  transactionType: "evil",
  transaction_type: "payout",
  type: "refund",
};

const polluted: string[] = [];
afterEach(() => {
  for (const name of polluted.splice(0)) Reflect.deleteProperty(Object.prototype, name);
});

const own = { ...good, gatewayUrl: "https://gateway.example" };

const ANSWERS: Readonly<Record<string, string>> = {
  "/products": '{"id":"prd_1"}',
  "/ctp/api/checkouts": '{"checkout":{"token":"t","redirect_url":"https://pay.example"}}',
  "/transactions/refunds":
    '{"transaction":{"uid":"r","type":"refund","status":"successful","amount":2900,"currency":"EUR"}}',
  "/beyag/payments": '{"transaction":{"uid":"b","type":"payment","status":"pending"}}',
};

const settled = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    (value) => JSON.stringify(value),
    (error) => String(error),
  );

/** What a program sends, receives and decides. */
async function play(): Promise<unknown[]> {
  const seen: unknown[] = [];
  const fetch = async (url: string, init: RequestInit) => {
    seen.push([url, init.method, Object.fromEntries(new Headers(init.headers)), init.body]);
    const { pathname } = new URL(url);
    if (init.method === "GET" && seen.length === 1) return new Response("", { status: 503 });
    // Without its own, Node 22 takes the status from the prototype.
    return new Response(pathname.startsWith("/v2") ? "[]" : ANSWERS[pathname], { status: 200 });
  };
  const payments = new PaymentsClient({ ...own, fetch });
  const key = { idempotencyKey: "key" };
  const { shopId, secretKey } = own;
  for (const call of [
    () => payments.request("GET", "/products"),
    async () => new PaymentsClient({ shopId, secretKey }),
    async () => new Webhooks({ shopId, secretKey }),
    async () => toMinorUnits("32.45", "EUR"),
    () => payments.products.create(newProduct),
    () => payments.checkouts.create(newCheckout),
    () => payments.transactions.refund(newRefund, key),
    () => payments.bills.create(newBill, key),
    () => payments.request("POST", "/products", { body: { name: "x" } }),
    () => sendOnce(payments, "refund", newRefund, { key: "row", claim: () => true }),
  ])
    seen.push(await settled(call()));

  const row = { amount: 100, currency: "EUR", paidBy: null as string | null };
  const shop = {
    findOrder: (id: string) => {
      seen.push(["findOrder", id]);
      return row;
    },
    paid: ({ uid }: { readonly uid: string }) => {
      row.paidBy = uid;
      seen.push("paid");
    },
    review: ({ reason }: { readonly reason: string }) => seen.push(reason),
    onError: (error: unknown) => seen.push(String(error)),
  };
  const webhooks = new Webhooks({ ...own, publicKey });
  seen.push((await webhooks.handler(shop)(request.clone())).status);
  for (const [text, other] of [
    [body, { ...headers, Authorization: "" }],
    [`${body} `, headers],
  ] as const)
    seen.push(await settled(webhooks.verify({ body: text, headers: other })));
  const { transaction } = JSON.parse(body);
  const asTest = { ...transaction, test: true };
  seen.push(outcome(asTest), (await handlePayment({ ...shop, test: () => undefined }, asTest)).is);
  seen.push(outcome(transaction), isFinal(transaction), JSON.stringify(paymentSummary(transaction)));
  const open = JSON.parse('{"token":"t","transaction_type":"payment"}');
  seen.push(outcome(open), isFinal(open), outcome(JSON.parse('{"uid":"1"}')));
  for (const expected of [
    '{"amount":100,"currency":"EUR"}',
    '{"amount":100,"currency":"EUR","trackingId":"o1"}',
  ])
    seen.push(await settled((async () => expectPayment(transaction, JSON.parse(expected)))()));
  return seen;
}

const section = { status: "successful" };
const paid = { uid: "u", type: "payment", ...section, amount: 100, currency: "EUR", tracking_id: "o1" };
const body = JSON.stringify({ transaction: { ...paid, payment: section } });
const sandbox = new Sandbox();
const headers = await sandbox.sign(body);
const request = new Request("https://shop.example", { method: "POST", body, headers });
const publicKey = await sandbox.publicKey();
const expected = await play();

test("a program sends, receives and decides", () => {
  expect(expected).toContain("paid");
});

test.each(Object.keys(VALUES))("%s changes nothing", async (name) => {
  polluted.push(name);
  Object.defineProperty(Object.prototype, name, {
    value: VALUES[name],
    configurable: true,
    writable: true,
    enumerable: true,
  });
  const found = await play();
  Reflect.deleteProperty(Object.prototype, name);
  expect(found).toStrictEqual(expected);
});
