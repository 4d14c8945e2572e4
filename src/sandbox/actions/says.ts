/** The results of actions in words. The dashboard and the command line show them. */

import {
  answeredText,
  changesOf,
  isForged,
  resultOfDelivery,
  summaryOfDelivery,
  wayOf,
} from "../explain/notification-state.ts";
import { orderFacts, wordOf } from "../explain/order-facts.ts";
import { eventOfTransaction } from "../explain/story.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { Delivery, Order, TransactionRecord } from "../gateway/orders/order.ts";
import { pageLinks } from "../gateway/page-links.ts";
import { statusRow, type Tone } from "../gateway/payments/states.ts";
import type { Said } from "./action.ts";
import type { notifyAgain } from "./notifications.ts";

const transactionText = ({ transaction, isPlanned }: TransactionRecord): string => {
  const word = wordOf(transaction);
  const planned = isPlanned ? ", as planned" : "";
  return transaction.status === "failed" ? `${word}${planned}: ${transaction.message}` : word;
};

const eventAt = (order: string, id: string): string => `${pageLinks.order(order)}#${id}`;

/** Returns the tone of the shop's answer, or of the result if the shop was not notified. */
const toneOf = (delivery: Delivery | undefined, result: Tone): Tone => {
  const { tone } = delivery ? resultOfDelivery(delivery) : { tone: result };
  return tone === "good" ? result : tone;
};

const sayOutcome = ({ id, deliveries }: Order, word: string, tone: Tone, event: string | undefined): Said => {
  const notification = deliveries.at(-1);
  const shown = notification ? `delivery-${notification.id}` : event;
  return {
    message: `${word}${notification ? answeredText(notification) : "The shop was not notified."}`,
    tone: toneOf(notification, tone),
    event: shown && eventAt(id, shown),
    notification,
  };
};

export const sayPaid = (_: Gateway, { order }: { readonly order: Order }): Said => {
  const record = order.transactions.at(-1);
  const word = record ? `${transactionText(record)}. ` : "";
  const { tone = "info" } = statusRow(record?.transaction.status) ?? {};
  const said = sayOutcome(order, word, tone, record && eventOfTransaction(record.transaction));
  return { ...said, transaction: record?.transaction };
};

export const sayExpired = (_: Gateway, { order }: { readonly order: Order }): Said =>
  sayOutcome(order, "Expired. ", "info", "expired");

export const sayCreated = (_: Gateway, { order }: { readonly order: Order }): Said => ({
  message: `Created order ${orderFacts(order).name}.`,
  tone: "good",
  to: pageLinks.order(order.id),
});

const sentText = (before: Delivery, sent: Delivery): string => {
  if (sent.id === before.id) return `Sent again as it was (${summaryOfDelivery(before)}).`;
  const [change, ...more] = isForged(sent) ? [] : changesOf(before, sent);
  const beside = change && `: ${change.field} ${change.now}, before ${change.before}`;
  const others = more.length > 0 ? ` (also changed: ${more.map(({ field }) => field).join(", ")})` : "";
  return `Sent again ${wayOf(sent)}${beside ?? ""}${others}.`;
};

export const sayNotified = (
  { store, disturbances }: Gateway,
  { before, id }: ReturnType<typeof notifyAgain>,
): Said => {
  const notification = store.deliveries.get(id);
  if (!notification) return { message: "The notification was deleted." };
  const isPlanned = disturbances.entries.length > 0;
  const planned = isPlanned ? " The planned disturbance still waits for the next new notification." : "";
  return {
    message: `${sentText(before, notification)} ${answeredText(notification)}${planned}`,
    tone: resultOfDelivery(notification).tone,
    event: eventAt(before.token, `delivery-${id}`),
    notification,
  };
};

export const countText = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;
