import type { Tone } from "../../../api/statuses.ts";
import type { Gateway } from "../../gateway/gateway.ts";
import { DELIVERY_STATES } from "./delivery-state.ts";
import { ORDER_KINDS } from "./order-kinds.ts";
import { type OrderRow, toRow } from "./order-rows.ts";
import { attemptsOf, type Order, orderFacts } from "./orders.ts";
import { methodOf } from "./outcome-of.ts";

/** An order in a few fields, for files and for the command line. */
export interface OrderSummary {
  readonly token: string;
  /** Of the last attempt. */
  readonly uid: string | null;
  readonly trackingId: string | null;
  readonly description: string;
  /** In minor units. */
  readonly amount: number | null;
  readonly currency: string | null;
  /** How it was paid, such as `Visa …0000`; empty before the first attempt. */
  readonly method: string;
  /** As the dashboard calls it, such as `Paid`. */
  readonly outcome: string;
  readonly outcomeTone: Tone;
  /** Whether the shop was notified, such as `delivered`. */
  readonly shop: string;
  readonly shopTone: Tone;
  /** The same, or why it was not notified, such as `500` or `timeout`. */
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
    token: order.token,
    uid: attemptsOf(order).at(-1)?.transaction.uid ?? null,
    trackingId: trackingId ?? null,
    description,
    amount: typeof amount === "number" ? amount : null,
    currency: typeof currency === "string" ? currency : null,
    method: lastMethodOf(order),
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
