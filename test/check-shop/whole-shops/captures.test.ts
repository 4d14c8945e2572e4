/** A shop that holds the amount of an order, and captures it in parts when parcels leave. */
import { sendOnce } from "payments-client";
import { handlePayment, type PaymentHandlers } from "payments-client/webhooks";
import { expect, test } from "vitest";
import { passCheckShop, SEARCHING } from "../../support/check-shop.ts";
import { type Order, openMemoryShop } from "../../support/memory-shop.ts";

/** A row for each call. Its id is its key. */
interface Capture {
  readonly id: string;
  readonly orderId: string;
  readonly amount: number;
  isOpen: boolean;
  sentAt: number;
}

async function openShop() {
  const { sandbox, payments, webhooks, orders, shop, addOrder, functions } = await openMemoryShop();
  const rows = new Map<string, Capture>();
  const tokens = new Set<string>();

  const holdingShop: PaymentHandlers<Order> = {
    ...shop,
    findOrder: (id) => orders.get(id) ?? orders.get(rows.get(id)?.orderId ?? ""),
    authorized: shop.paid,
  };
  sandbox.deliverTo(webhooks.handler(holdingShop));

  /** Stores a capture, or finds the one with this amount whose result is not known. */
  const store = (orderId: string, amount: number): Capture => {
    const all = [...rows.values()].filter((row) => row.orderId === orderId);
    const id = `${orderId}-${all.length + 1}`;
    const row = all.find((each) => each.isOpen && each.amount === amount) ?? {
      ...{ id, orderId, amount, isOpen: true, sentAt: 0 },
    };
    rows.set(row.id, row);
    return row;
  };

  const send = async (row: Capture): Promise<string> => {
    const hold = orders.get(row.orderId)?.paidBy;
    if (!hold) throw new Error("Nothing is held");
    const claim = (milliseconds: number): boolean => {
      if (!row.isOpen || Date.now() - row.sentAt < milliseconds) return false;
      row.sentAt = Date.now();
      return true;
    };
    const params = { parent_uid: hold, amount: row.amount };
    const { is } = await sendOnce(payments, "capture", params, { key: row.id, claim, underWay: 2000 });
    row.isOpen = is === "pending" || is === "unknown";
    return is;
  };

  const capture = async (orderId: string, amount: number): Promise<void> => {
    const is = await send(store(orderId, amount));
    if (is !== "succeeded") throw new Error(`The capture is ${is}`);
  };

  const placeOrder = async () => {
    const { id, amount, currency } = addOrder();
    const { token } = await payments.checkouts.create({
      transaction_type: "authorization",
      order: { amount, currency, description: "Three parcels", tracking_id: id },
      settings: { notification_url: "https://shop.example/notify" },
    });
    tokens.add(token);
    return { orderId: id, token };
  };

  const reconcile = async (): Promise<void> => {
    for (const token of tokens) {
      const status = await payments.checkouts.get(token).catch(() => undefined);
      if (status && (await handlePayment(holdingShop, status)).isFinal) tokens.delete(token);
    }
    for (const row of rows.values()) if (row.isOpen) await send(row).catch(() => undefined);
  };
  return { sandbox, rows, functions: { ...functions, placeOrder, capture, reconcile } };
}

test("captures in parts", SEARCHING, async () => {
  await passCheckShop((await openShop()).functions);
});

test("three parcels capture three parts, and no fourth", async () => {
  const { sandbox, rows, functions } = await openShop();
  const { orderId, token } = await functions.placeOrder();
  await sandbox.pay(token);
  for (const amount of [9900, 2000, 1000]) await functions.capture(orderId, amount);
  await expect(functions.capture(orderId, 1)).rejects.toThrow("is refused");
  expect([...rows.values()].map(({ amount }) => amount)).toStrictEqual([9900, 2000, 1000, 1]);
});
