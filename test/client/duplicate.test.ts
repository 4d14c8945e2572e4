import { expect, test } from "vitest";
import {
  type CallPromise,
  type Fetch,
  PaymentsClient,
  PaymentsError,
  type Transaction,
} from "../../src/index.ts";
import { newBill, newCharge, newProduct, newRefund, rejection } from "./calls.ts";
import { good } from "./construct.ts";
import { openShop } from "./open-shop.ts";

type Shop = Awaited<ReturnType<typeof openShop>>;

const part = { amount: 1000, tracking_id: "part" };

/** Each call that moves money, which the clerk sends again after a lost response. */
const calls: readonly [string, (shop: Shop) => Promise<() => CallPromise<Transaction>>][] = [
  [
    "refund",
    async ({ payments, pay }) => {
      const { uid } = await pay("payment");
      return () => payments.transactions.refund({ parent_uid: uid, reason: "Returned", ...part });
    },
  ],
  [
    "capture",
    async ({ payments, pay }) => {
      const { uid } = await pay("authorization");
      return () => payments.transactions.capture({ parent_uid: uid, ...part });
    },
  ],
  [
    "void",
    async ({ payments, pay }) => {
      const { uid } = await pay("authorization");
      return () => payments.transactions.void({ parent_uid: uid, ...part });
    },
  ],
  [
    "pay",
    async ({ payments, pay }) => {
      const token = (await pay("payment")).credit_card?.token ?? "";
      return () => payments.transactions.pay({ ...newCharge, ...part, credit_card: { token } });
    },
  ],
];

test.each(calls)(
  "a %s that is refused as a duplicate after a lost response is not safe to send again",
  async (_call, prepare) => {
    const shop = await openShop();
    const send = await prepare(shop);
    shop.failNextPost("lost response");
    expect(await rejection(send(), PaymentsError)).toMatchObject({
      processed: "unknown",
      safeToRetry: false,
    });
    const refused = await rejection(send(), PaymentsError);
    expect(refused).toMatchObject({ name: "ValidationError", processed: "unknown", safeToRetry: false });
    expect(refused.message).toMatch(/Duplicate .* first look for its tracking_id/);
    const made = await shop.payments.transactions.findByTrackingId("part");
    expect(made.filter(({ status }) => status === "successful")).toHaveLength(1);
  },
);

test.each(calls)("a %s that a proxy sends twice is not safe to send again", async (_call, prepare) => {
  const shop = await openShop();
  const send = await prepare(shop);
  shop.failNextPost("sent twice");
  expect(await rejection(send(), PaymentsError)).toMatchObject({ processed: "unknown", safeToRetry: false });
});

test.each<[string, unknown]>([
  ["an error of a field", { message: "Invalid", errors: { base: ["Duplicate transaction"] } }],
  ["a wrapped message", { response: { message: "duplicate request" } }],
  ["a text", { error: "DUPLICATE" }],
])("a duplicate named by %s is found", async (_where, body) => {
  const fetch: Fetch = async () => Response.json(body, { status: 422 });
  const payments = new PaymentsClient({ ...good, gatewayUrl: good.baseUrl, fetch });
  for (const call of [
    payments.transactions.refund(newRefund),
    payments.bills.create(newBill),
    payments.products.create(newProduct),
    payments.request("POST", "/transactions/credits", { body: {} }),
  ]) {
    expect(await rejection(call, PaymentsError)).toMatchObject({ processed: "unknown", safeToRetry: false });
  }
});
