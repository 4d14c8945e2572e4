import type { PaymentHandlers } from "payments-client/webhooks";
import { toReview } from "./orders.ts";

/** A customer's account. `id` is the `tracking_id` of its permanent bill. */
export interface Account {
  readonly id: string;
  readonly currency: string;
  balance: number; // in minor units
}

export const accounts = new Map<string, Account>();

/** The uids of the payments that are in a balance: a unique index. */
const booked = new Set<string>();

/** Each payment into an account is a new order with the amount of the payment. */
export const shop: PaymentHandlers<{
  account: Account;
  amount: number;
  currency: string;
  paidBy: string | null;
}> = {
  findOrder: (trackingId, { summary }) => {
    const account = accounts.get(trackingId);
    const { amount = 0, uid = "" } = summary;
    return (
      account && {
        account,
        amount,
        currency: account.currency,
        paidBy: booked.has(uid) ? uid : null,
      }
    );
  },

  // In a database, both statements are one transaction.
  paid: ({ order, uid }) => {
    if (booked.has(uid)) return;
    booked.add(uid);
    order.account.balance += order.amount;
  },

  review: ({ key, reason, message, summary }) => {
    const { uid, trackingId: orderId, amount, currency } = summary;
    toReview.set(key, { reason, message, uid, orderId, amount, currency });
  },
};
