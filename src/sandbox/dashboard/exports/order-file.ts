import { type Delivery, headersOf } from "../../gateway/records/delivery.ts";
import { type ApiCall, toApiCall } from "../../gateway/request-log.ts";
import type { Shop } from "../../gateway/shop.ts";
import { callsOf } from "../orders/calls.ts";
import { type OrderSummary, summarizeOrder } from "../orders/order-summary.ts";
import type { Order } from "../orders/orders.ts";
import { textOfSentence } from "../orders/sentence.ts";
import { timelineOf } from "../orders/timeline.ts";
import { verdictOf } from "../orders/verdict.ts";

/** All that is known of an order, for a bug report. */
export interface OrderFile {
  readonly order: OrderSummary;
  /** Why the shop did or did not mark it as paid. */
  readonly says: string;
  /** What happened, oldest first. */
  readonly events: readonly { at: string; title: string; text: string }[];
  readonly request: unknown;
  readonly transactions: readonly unknown[];
  readonly calls: readonly ApiCall[];
  readonly notifications: readonly (Delivery & { readonly headers: Readonly<Record<string, string>> })[];
}

export const toOrderFile = (order: Order, shop: Shop): OrderFile => ({
  order: summarizeOrder(order, shop),
  says: textOfSentence(verdictOf(order, shop).sentence),
  events: timelineOf(order, shop).map(({ at, title, text = "" }) => ({ at, title, text })),
  request: order.checkout?.fields,
  transactions: order.transactions.map(({ transaction }) => transaction),
  calls: callsOf(order, shop).map(toApiCall),
  notifications: order.deliveries.map((delivery) => ({
    ...delivery,
    headers: headersOf(delivery.signature, "Basic [redacted]"),
  })),
});
