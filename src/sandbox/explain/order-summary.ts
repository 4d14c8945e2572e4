import type { Gateway } from "../gateway/gateway.ts";
import { attemptsOf, type Order } from "../gateway/orders/order.ts";
import type { Tone } from "../gateway/payments/status-rows.ts";
import { DELIVERY_STATES } from "./notification-state.ts";
import { orderFacts } from "./order-facts.ts";
import { ORDER_KINDS } from "./order-kinds.ts";
import { type OrderRow, toRow } from "./order-list.ts";
import { methodOf } from "./outcome-of.ts";
import { slug } from "./sentence.ts";

/** The main fields of an order, for files and for the command line. */
export interface OrderSummary {
  /** The payment token, or the uid of an order without one. */
  readonly token: string;
  /** The last attempt. */
  readonly uid: string | null;
  /** The shop's id of the order. */
  readonly trackingId: string | null;
  /** Shown to the customer. */
  readonly description: string;
  /** Minor units. */
  readonly amount: number | null;
  /** ISO 4217 alpha-3. */
  readonly currency: string | null;
  /** The payment method, such as `Visa …0000`. Empty before the first attempt. */
  readonly method: string;
  /** The outcome as a code for scripts, such as `part-refunded`. Also a filter of the list. */
  readonly status: string;
  /** The outcome on the dashboard, such as `Paid`. */
  readonly outcome: string;
  /** How the dashboard shows the outcome. */
  readonly outcomeTone: Tone;
  /** The state of the notification, such as `delivered`. */
  readonly shop: string;
  /** How the dashboard shows this state. */
  readonly shopTone: Tone;
  /** The same state, or why the notification failed, such as `500` or `timeout`. */
  readonly reason: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

export const lastMethodOf = (order: Order): string => {
  const last = attemptsOf(order).at(-1);
  return last ? methodOf(last.transaction) : "";
};

export const summarizeRow = ({ order, kind, delivery, shop }: OrderRow): OrderSummary => {
  const { trackingId, description, amount, currency } = orderFacts(order);
  return {
    token: order.id,
    uid: attemptsOf(order).at(-1)?.transaction.uid ?? null,
    trackingId: trackingId ?? null,
    description,
    amount: typeof amount === "number" ? amount : null,
    currency: typeof currency === "string" ? currency : null,
    method: lastMethodOf(order),
    status: slug(ORDER_KINDS[kind].word),
    outcome: ORDER_KINDS[kind].word,
    outcomeTone: ORDER_KINDS[kind].tone,
    shop: delivery,
    shopTone: DELIVERY_STATES[delivery],
    reason: shop,
    createdAt: order.createdAt,
  };
};

export const summarizeOrder = (order: Order, gateway: Gateway): OrderSummary =>
  summarizeRow(toRow(order, gateway));
