import { kindOf } from "../explain/kind-of.ts";
import { ORDER_KINDS } from "../explain/order-kinds.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { Order } from "../gateway/orders/order.ts";
import { billOf } from "../gateway/orders/store.ts";
import { expireOrder } from "../gateway/payments/bills.ts";
import type { Ending } from "../gateway/payments/decision.ts";
import { complete } from "../gateway/payments/pay.ts";
import { Refusal } from "../gateway/refusal.ts";
import { orderToPay, waitingPayment } from "./named-order.ts";
import { type PayParams, payAsCustomer } from "./pay-as-customer.ts";

interface Started {
  readonly order: Order;
  readonly note?: string | undefined;
  readonly notified: Promise<unknown>;
}

/** Returns the order with this id, or of the transaction with this `uid`. @throws Refusal */
export const orderOf = ({ store }: Gateway, id: string): Order => {
  const order = store.orders.get(store.transactions.get(id)?.order ?? id);
  if (!order) throw new Refusal("not_found", `There is no order or transaction ${id}`);
  return order;
};

/** Ends a payment that waits. @throws Refusal */
export const completePayment = (
  gateway: Gateway,
  { uid, outcome }: { readonly uid: string; readonly outcome: Ending },
): Started => ({
  order: orderOf(gateway, uid),
  notified: complete(gateway, uid, outcome).then(({ notified }) => notified),
});

/** Pays a token, a product or an order in place of the customer. Completes a payment that waits. @throws Refusal */
export const payOrder = (
  gateway: Gateway,
  { order: id, ...options }: PayParams & { readonly order: string },
  origin: string,
): Started => {
  const { store } = gateway;
  const { order, note } = store.products.has(id) ? {} : orderToPay(gateway, id);
  const isChosen = options.card !== undefined || options.method !== undefined;
  const uid = order && (billOf(store, order.id) ? order.id : isChosen ? undefined : waitingPayment(order));
  if (uid !== undefined) return { ...completePayment(gateway, { uid, outcome: "successful" }), note };
  const { token, paid } = payAsCustomer(gateway, order?.id ?? id, options, origin);
  return { order: orderOf(gateway, token), note, notified: paid };
};

/** Expires a payment token or a bill. @throws Refusal */
export const expire = (gateway: Gateway, id: string): Started => {
  const order = orderOf(gateway, id);
  const expired = expireOrder(gateway, order.id).then((isExpired) => {
    const word = ORDER_KINDS[kindOf(order, gateway)].word.toLowerCase();
    if (!isExpired) throw new Refusal("not_possible", `The order cannot expire, because it is ${word}`);
  });
  return { order, notified: expired };
};
