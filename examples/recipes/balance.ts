import { outcome, type Transaction } from "payments-client";
import { notificationKey } from "payments-client/webhooks";
import { toReview } from "./orders.ts";

/** What a customer pays in advance, such as an account of a reading room. `id` is the bill's `tracking_id`. */
export interface Account {
  readonly id: string;
  readonly currency: string;
  /** In minor units. */
  balance: number;
}

/** In memory here. In a database, `payIn` is one transaction, and `keys` a unique index. */
export const accounts = new Map<string, Account>();
const keys = new Set<string>();

/** Adds a payment of a permanent bill to its account, once: a repeated notification changes nothing. */
export function payIn(payment: Transaction): void {
  if (outcome(payment) !== "paid") return; // `permanent` and `auto_created` are not money
  const key = notificationKey(payment); // of its uid: each payment of the bill has its own
  if (keys.has(key)) return;
  keys.add(key);
  const { uid, tracking_id: id, amount, currency } = payment;
  const account = accounts.get(id ?? "");
  if (account && account.currency === currency && typeof amount === "number") account.balance += amount;
  else toReview.push({ uid, reason: `a payment of ${amount} ${currency} for account ${id}` });
}
