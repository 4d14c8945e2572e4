import { expect, test } from "vitest";
import {
  type CallPromise,
  type Fetch,
  PaymentsClient,
  PaymentsError,
  type Transaction,
} from "../../src/index.ts";
import { Sandbox } from "../../src/sandbox.ts";
import { newBill, newCharge, newProduct, newRefund, rejection } from "./calls.ts";
import { good } from "./construct.ts";

/** A shop with a saved card, whose network loses the response of the next POST, or sends each POST twice. */
async function openShop() {
  const sandbox = new Sandbox();
  const network = { loses: false, repeats: false };
  const fetch: Fetch = async (url, init) => {
    if (network.repeats && init.method === "POST") await sandbox.fetch(new Request(url, init));
    const response = await sandbox.fetch(new Request(url, init));
    if (!network.loses || init.method !== "POST") return response;
    network.loses = false;
    throw new TypeError("fetch failed", { cause: new Error("other side closed") });
  };
  const payments = new PaymentsClient({ ...sandbox.clientOptions, idempotencyKeys: false, fetch });
  const order = { amount: 3245, currency: "EUR", description: "Annual pass", tracking_id: "1007" };
  const pay = async (transaction_type: "payment" | "authorization") => {
    const additional_data = { contract: ["recurring"] as const };
    const { token } = await payments.checkouts.create({
      transaction_type,
      order: { ...order, additional_data },
    });
    return await sandbox.pay(token);
  };
  return { payments, network, pay };
}

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
    shop.network.loses = true;
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
  shop.network.repeats = true;
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
