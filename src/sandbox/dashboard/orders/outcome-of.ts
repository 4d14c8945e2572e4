import type { Transaction } from "../../../models/transaction.ts";
import { takenOf } from "../../gateway/follow-ups/remaining.ts";
import type { Store } from "../../gateway/records/store.ts";
import { stateFacts } from "../../gateway/records/transaction-states.ts";
import type { Shop } from "../../gateway/shop.ts";
import { attemptsOf, type Order } from "./orders.ts";

export type Tone = "good" | "bad" | "wait" | "info" | "quiet";

/** The outcomes of orders, in the order of the filters, with their colours. */
export const OUTCOMES: Readonly<Record<string, Tone>> = {
  Paid: "good",
  Authorized: "good",
  Captured: "good",
  "Paid out": "good",
  Saved: "good",
  Refunded: "quiet",
  Voided: "quiet",
  Open: "info",
  Started: "wait",
  Pending: "wait",
  Declined: "bad",
  Deleted: "quiet",
  Expired: "quiet",
};

/** What a successful transaction did, where that is not `Paid`. */
const SUCCESS_WORDS: Readonly<Record<string, string>> = {
  authorization: "Authorized",
  capture: "Captured",
  payout: "Paid out",
  tokenization: "Saved",
  refund: "Refunded",
  void: "Voided",
};

export const wordOf = ({ type, status }: Transaction): string => {
  const { word = String(status) } = stateFacts(status) ?? {};
  return status === "successful" ? (SUCCESS_WORDS[type ?? ""] ?? word) : word;
};

export const reasonOf = ({ message, code }: Transaction): string =>
  [message ?? "without a reason", ...(code ? [`code ${code}`] : [])].join(", ");

const refundedOf = (order: Order, store: Store): number =>
  order.transactions.reduce((sum, record) => sum + takenOf(record, "refund", store), 0);

/** The outcome of a successful order: all of it can be given back. */
const outcomeOfPaid = (order: Order, transaction: Transaction, store: Store): string => {
  const record = store.transactions.get(transaction.uid);
  const amount = Number(transaction.amount);
  if (!record || amount === 0 || !record.followUps) return wordOf(transaction);
  if (refundedOf(order, store) >= amount) return "Refunded";
  if (takenOf(record, "void", store) >= amount) return "Voided";
  return takenOf(record, "capture", store) > 0 ? "Captured" : wordOf(transaction);
};

/** The outcome of an order in a word. */
export const outcomeOf = (order: Order, { checkouts, store }: Shop): string => {
  const latest = attemptsOf(order).at(-1)?.transaction;
  const state = order.request ? checkouts.stateOf(order.request) : stateFacts(latest?.status)?.checkout;
  if (state === "open") return "Open";
  if (state === "expired" || !latest) return "Expired";
  return state === "successful" ? outcomeOfPaid(order, latest, store) : wordOf(latest);
};
