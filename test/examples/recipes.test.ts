/** The recipes of the documentation survive every trouble. */
import { outcome, PaymentsClient } from "payments-client";
import { checkShop, type Deliver, Sandbox } from "payments-client/sandbox";
import { notificationKey } from "payments-client/webhooks";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { app as fastifyApp } from "../../examples/recipes/fastify.ts";
import { app as honoApp } from "../../examples/recipes/hono.ts";
import { type Order, openTokens, orders, toReview } from "../../examples/recipes/orders.ts";
import { reconcile } from "../../examples/recipes/reconcile.ts";
import { askForRefund, makeRefunds, type Refund, refunds } from "../../examples/recipes/refunds.ts";
import { chargeMonth } from "../../examples/recipes/renewals.ts";
import { QUICK_SEARCH, SEARCH_TIMEOUT } from "../support/search-limits.ts";

const sandbox = new Sandbox();
const payments = new PaymentsClient({ ...sandbox.clientOptions, maxRetries: 0 });
/** Looks into the gateway's book, whatever goes wrong between the shop and the gateway. */
const books = new PaymentsClient(sandbox.clientOptions);

/** @throws Error for an unknown order. */
function find(id: string): Order {
  const order = orders.get(id);
  if (!order) throw new Error(`There is no order ${id}`);
  return order;
}

beforeAll(async () => {
  const { shopId, secretKey } = sandbox.clientOptions;
  vi.stubEnv("PAYMENTS_SHOP_ID", shopId);
  vi.stubEnv("PAYMENTS_SECRET_KEY", secretKey);
  vi.stubEnv("PAYMENTS_PUBLIC_KEY", await sandbox.publicKey());
  for (const level of ["warn", "error"] as const) vi.spyOn(console, level).mockReturnValue();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await fastifyApp.close();
});

async function placeOrder(url: string) {
  const order: Order = { id: crypto.randomUUID(), amount: 12_900, currency: "EUR", status: "open" };
  orders.set(order.id, order);
  const { token } = await payments.checkouts.create({
    transaction_type: "payment",
    order: {
      amount: order.amount,
      currency: order.currency,
      description: "Pass",
      tracking_id: order.id,
      additional_data: { contract: ["recurring"] },
    },
    settings: { notification_url: `${url}/notify` },
  });
  openTokens.add(token);
  return { orderId: order.id, token };
}

/** The payment that paid an order, which need not be its newest one. */
async function paymentUidOf({ id, paidBy }: Order): Promise<string> {
  const payments = await books.transactions.findByTrackingId(id);
  return payments.find((payment) => notificationKey(payment) === paidBy)?.uid ?? "";
}

const isOpen = ({ state }: Refund): boolean => state === "asked" || state === "sent";

/** The ids of the forms whose result the staff does not know yet: such a form is sent again, and no new one. */
const forms = new Map<string, string>();

/** As the staff's page does it: sends the form, runs the job, and shows what became of the refund. */
async function refund(orderId: string, amount: number): Promise<void> {
  const order = find(orderId);
  const form = `${orderId} ${amount}`;
  const id = forms.get(form) ?? crypto.randomUUID();
  forms.set(form, id);
  const paymentUid = await paymentUidOf(order);
  askForRefund({ id, paymentUid, amount, currency: order.currency, reason: "Returned" }, order.amount);
  await makeRefunds(payments, true);
  const row = refunds.get(id);
  if (row && !isOpen(row)) forms.delete(form);
  if (row?.state !== "refunded") throw new Error(`The refund is ${row?.state}`);
}

/** The months whose charge has no known result yet: such a month is asked for again, though it was paid meanwhile. */
const months = new Map<string, number>();

/** Charges the first month that is not paid; after a try that failed, with another one. */
async function renew(orderId: string): Promise<void> {
  const statusOf = (month: number, number: number) =>
    orders.get(`${orderId}-month ${month}-${number}`)?.status;
  let [month, number] = [1, 1];
  for (;;) {
    const status = statusOf(month, number);
    if (status === "paid" && month !== months.get(orderId)) [month, number] = [month + 1, 1];
    else if (status === "failed") number += 1;
    else break;
  }
  months.set(orderId, month);
  const answer = await chargeMonth(payments, find(orderId), `month ${month}`, number, true);
  if (answer.is !== "done") throw new Error(answer.reason);
  if (outcome(answer.transaction) !== "paid") throw new Error(`It is ${answer.transaction.status}`);
  months.delete(orderId);
}

const check = async (url: string, deliver: Deliver) => {
  sandbox.deliverTo(deliver);
  const report = await checkShop({
    sandbox,
    placeOrder: () => placeOrder(url),
    fulfilments: (orderId) => (orders.get(orderId)?.status === "paid" ? 1 : 0),
    inReview: (orderId) => toReview.filter(({ reason }) => reason.includes(orderId)).length,
    reconcile: async () => {
      await reconcile(payments);
      await makeRefunds(payments, true);
    },
    refund,
    renew,
    idempotencyKeys: true, // as the sandbox's clientOptions say
    ...QUICK_SEARCH,
  });
  console.log(String(report));
  expect(report.passed, String(report)).toBe(true);
};

const LONG = { timeout: SEARCH_TIMEOUT };

test("Fastify, over HTTP", LONG, async () => {
  const url = await fastifyApp.listen({ host: "127.0.0.1", port: 0 });
  // The recipe for renewals has the address of a shop in production.
  await check(url, (request) => fetch(new Request(new URL(new URL(request.url).pathname, url), request)));
});

test("Hono", LONG, async () => {
  await check("https://shop.example", async (request) => honoApp.fetch(request));
});
