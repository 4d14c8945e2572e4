/** A shop whose orders are paid by bills, and what `checkShop` says of its mistakes. */
import { expect, test } from "vitest";
import { outcome, PaymentsClient, paymentSummary, type Transaction } from "../../src/index.ts";
import { checkShop, Sandbox, type ShopReport } from "../../src/sandbox.ts";
import { expectPayment, notificationKey, Webhooks } from "../../src/webhooks.ts";
import { freshState } from "../support/fresh-state.ts";

interface Order {
  readonly id: string;
  readonly bill: string;
  isOpen: boolean;
  /** Whether the gateway said the last of its bill: until then it is asked for, also if another one was paid. */
  isFinal: boolean;
  sent: number;
}

/** What a shop can do wrong. */
interface Mistakes {
  readonly fulfilsPending?: true;
  readonly comparesNothing?: true;
  readonly countsRepeats?: true;
  readonly hasNoJob?: true;
  readonly isPermanent?: true;
}

const PRICE = { amount: 12_900, currency: "BYN" } as const;

async function openShop(sandbox: Sandbox, mistakes: Mistakes) {
  const payments = new PaymentsClient(sandbox.clientOptions);
  const webhooks = new Webhooks({ ...sandbox.clientOptions, publicKey: await sandbox.publicKey() });
  const orders = new Map<string, Order>();
  const keys = new Set<string>();
  const review = new Map<string, number>();

  /** By hand, because the handlers of the SDK leave no room for these mistakes. */
  const take = (payment: Transaction): void => {
    const id = paymentSummary(payment).trackingId ?? "";
    const order = orders.get(id);
    const key = notificationKey(payment);
    if (!mistakes.countsRepeats && keys.has(key)) return;
    keys.add(key);
    try {
      if (!mistakes.comparesNothing) expectPayment(payment, { ...PRICE, trackingId: order ? id : "none" });
      if (!order) return;
      if (!order.isOpen && !mistakes.countsRepeats) throw new Error("It was paid before, or expired");
      order.isOpen = false;
      order.sent += 1;
    } catch {
      review.set(id, (review.get(id) ?? 0) + 1);
    }
  };

  sandbox.deliverTo(async (request) => {
    try {
      const notification = await webhooks.verify(request);
      const payment = notification.type === "transaction" ? notification.transaction : undefined;
      const result = payment && outcome(payment);
      if (payment && (result === "paid" || (result === "pending" && mistakes.fulfilsPending))) take(payment);
      return new Response();
    } catch {
      return new Response(null, { status: 401 });
    }
  });

  let last = 0;
  const ask = async (order: Order): Promise<void> => {
    const bill = await payments.bills.get(order.bill);
    if (bill.uid !== order.bill) return;
    if (outcome(bill) === "paid") take(bill);
    order.isFinal = outcome(bill) !== "pending";
  };
  return {
    async placeOrder() {
      last += 1;
      const id = `order-${last}`;
      const bill: Transaction = await payments.bills.create({
        ...PRICE,
        description: "Annual pass",
        ip: "203.0.113.7",
        tracking_id: id,
        order_id: String(100_000 + last),
        notification_url: "https://shop.example/notify",
        permanent: mistakes.isPermanent ?? false,
        payment_method: { type: "erip", account_number: id, service_no: "99999999" },
      });
      orders.set(id, { id, bill: bill.uid, isOpen: true, isFinal: false, sent: 0 });
      return { orderId: id, token: bill.uid };
    },
    fulfilments: (id: string) => orders.get(id)?.sent ?? 0,
    inReview: (id: string) => review.get(id) ?? 0,
    ...(!mistakes.hasNoJob && {
      reconcile: async () => {
        for (const order of orders.values()) if (!order.isFinal) await ask(order);
      },
    }),
  };
}

async function check(mistakes: Mistakes, options: { budget?: number; story?: string }): Promise<ShopReport> {
  const sandbox = new Sandbox({ state: freshState });
  return checkShop({
    sandbox,
    ...(await openShop(sandbox, mistakes)),
    timeout: 400,
    seed: Number(process.env["SEED"] ?? 1),
    ...options,
  });
}

test("a shop that sells by bills passes, also where it asks for each bill", {
  timeout: 60_000,
}, async () => {
  const report = await check({}, { budget: 8_000 });
  expect(report.failures).toStrictEqual([]);
  expect(report.tried.leftOut.join()).toContain("pages of the shop");
});

test("a shop that sends goods when a customer opens the bill is found", async () => {
  const { failures } = await check({ fulfilsPending: true }, { story: "order, pend, deliver" });
  expect(failures).toMatchObject([
    {
      law: "An order is fulfilled only by a genuine, settled payment of it, with its amount and currency.",
      story: [
        expect.stringMatching(/^order order-1 placed for BYN\s129.00$/),
        "the customer opened the bill",
      ],
    },
  ]);
});

const FOUND = [
  [
    "compares neither order nor amount",
    { comparesNothing: true },
    "order, pay 1 less",
    "An order is fulfilled only",
  ],
  [
    "counts a repeat",
    { countsRepeats: true },
    "order, pay, deliver, repeat",
    "An order is fulfilled at most once",
  ],
  ["asks for no bill", { hasNoJob: true }, "order, pay", "whatever got lost"],
] as const;

for (const [does, mistakes, story, law] of FOUND) {
  test(`a shop with bills that ${does} is found`, async () => {
    const { failures } = await check(mistakes, { story });
    expect(failures.map((failure) => failure.law).join()).toContain(law);
  });
}

test("a permanent bill is refused, since it can be paid any number of times", async () => {
  const { failures } = await check({ isPermanent: true }, { story: "order, pay, deliver" });
  expect(failures[0]?.observed).toContain("permanent");
});
