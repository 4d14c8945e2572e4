import { type ApiCall, toApiCall } from "../../gateway/calls.ts";
import type { Gateway } from "../../gateway/gateway.ts";
import { type Delivery, headersOf } from "../../gateway/records/delivery.ts";
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

export const toOrderFile = (order: Order, gateway: Gateway): OrderFile => ({
  order: summarizeOrder(order, gateway),
  says: textOfSentence(verdictOf(order, gateway).sentence),
  events: timelineOf(order, gateway).map(({ at, title, text = "" }) => ({ at, title, text })),
  request: order.checkout?.fields,
  transactions: order.transactions.map(({ transaction }) => transaction),
  calls: callsOf(order, gateway).map(toApiCall),
  notifications: order.deliveries.map((delivery) => ({
    ...delivery,
    headers: headersOf(delivery.signature, "Basic [redacted]"),
  })),
});
