import { kindOf } from "../explain/kind-of.ts";
import { ORDER_KINDS } from "../explain/order-kinds.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { billOf } from "../gateway/orders/store.ts";
import { expireOrder } from "../gateway/payments/bills.ts";
import type { Ending } from "../gateway/payments/decision.ts";
import { complete } from "../gateway/payments/pay.ts";
import { Refusal } from "../gateway/refusal.ts";
import type { Result } from "./action.ts";
import { type NamedOrder, orderNamed, orderToPay, waitingPayment } from "./named-order.ts";
import { type PayParams, payAsCustomer } from "./pay-as-customer.ts";

type Started = Result & NamedOrder;

export const completePayment = (
  gateway: Gateway,
  { uid, outcome }: { readonly uid: string; readonly outcome: Ending },
): Started => ({
  order: orderNamed(gateway, uid).order,
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
  return { ...orderNamed(gateway, token), note, notified: paid };
};

export const expire = (gateway: Gateway, id: string): Started => {
  const { order, note } = orderNamed(gateway, id);
  const notified = expireOrder(gateway, order.id).then((isExpired) => {
    const word = ORDER_KINDS[kindOf(order, gateway)].word.toLowerCase();
    if (!isExpired) throw new Refusal("not_possible", `The order cannot expire, because it is ${word}`);
  });
  return { order, note, notified };
};
