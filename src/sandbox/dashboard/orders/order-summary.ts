import type { Gateway } from "../../gateway/gateway.ts";
import { ORDER_KINDS } from "./order-kinds.ts";
import { type OrderRow, toRow } from "./order-rows.ts";
import { attemptsOf, type Order, orderFacts } from "./orders.ts";

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
  /** As the dashboard calls it, such as `Paid`. */
  readonly outcome: string;
  /** Whether the shop was notified, such as `delivered`. */
  readonly shop: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

export const summarizeRow = ({ order, kind, delivery }: OrderRow): OrderSummary => {
  const { trackingId, description, amount, currency } = orderFacts(order);
  return {
    token: order.token,
    uid: attemptsOf(order).at(-1)?.transaction.uid ?? null,
    trackingId: trackingId ?? null,
    description,
    amount: typeof amount === "number" ? amount : null,
    currency: typeof currency === "string" ? currency : null,
    outcome: ORDER_KINDS[kind].word,
    shop: delivery,
    createdAt: order.createdAt,
  };
};

export const summarizeOrder = (order: Order, gateway: Gateway): OrderSummary =>
  summarizeRow(toRow(order, gateway));
