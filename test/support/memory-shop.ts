import { handlePayment, type PaymentHandlers } from "payments-client/webhooks";
import { createToken, openGateway } from "./check-shop.ts";

export interface Order {
  readonly id: string;
  amount: number;
  readonly currency: string;
  paidBy: string | null;
}

/** A shop with maps for tables, and what `passCheckShop` needs of it. Its notifications go to its handler. */
export async function openMemoryShop() {
  const { sandbox, payments, webhooks } = await openGateway();
  const orders = new Map<string, Order>();
  /** The payments that need review, by key. */
  const reviews = new Map<string, readonly [orderId: string | undefined, uid: string | undefined]>();
  const openTokens = new Set<string>();

  const shop: PaymentHandlers<Order> = {
    findOrder: (trackingId) => orders.get(trackingId),
    paid: ({ order, uid }) => {
      order.paidBy ??= uid;
    },
    review: ({ key, summary }) => reviews.set(key, [summary.trackingId, summary.uid]),
    otherwise: () => undefined,
    onError: () => undefined,
  };
  sandbox.deliverTo(webhooks.handler(shop));

  /** Each order has another price. */
  const addOrder = (): Order => {
    const amount = 12_900 + orders.size;
    const order = { id: crypto.randomUUID(), amount, currency: "EUR", paidBy: null };
    orders.set(order.id, order);
    return order;
  };
  const startPayment = async (order: Order, url?: string): Promise<string> => {
    const token = await createToken(payments, order, url);
    openTokens.add(token);
    return token;
  };

  const functions = {
    sandbox,
    placeOrder: async () => {
      const order = addOrder();
      return { orderId: order.id, token: await startPayment(order) };
    },
    fulfillments: (orderId: string) => (orders.get(orderId)?.paidBy ? 1 : 0),
    inReview: (orderId: string) =>
      [...reviews.values()].flatMap(([id, uid]) => (id === orderId ? [uid] : [])),
    reconcile: async (): Promise<void> => {
      for (const token of openTokens) {
        const status = await payments.checkouts.get(token).catch(() => undefined); // the next run asks again
        if (status && (await handlePayment(shop, status)).is === "paid") openTokens.delete(token);
      }
    },
  };
  return { sandbox, payments, webhooks, orders, shop, addOrder, startPayment, functions };
}
