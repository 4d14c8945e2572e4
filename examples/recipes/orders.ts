/** Stands for your database. */
export interface Order {
  readonly id: string; // sent to the gateway as tracking_id
  readonly amount: number;
  readonly currency: string;
  paidBy: string | null; // uid of the payment that pays the order
  closed?: boolean; // canceled or expired, so that a payment goes to review
  shipping?: "now" | "done"; // marked by the job, after which it cannot be canceled
  cardToken?: string | undefined; // secret, only if the payment asked for a contract
  renewalSecret?: string; // stored by `paid`, for the ids of charges of the card
}

export const orders = new Map<string, Order>();

/** A payment that pays no order, as your staff see it. */
interface Review {
  readonly reason: string;
  readonly message: string;
  readonly uid: string | undefined;
  readonly orderId: string | undefined;
  readonly amount: number | undefined;
  readonly currency: string | undefined;
  readonly parentUid?: string | null | undefined; // the payment that was charged back
  done?: boolean; // your staff decided, so that a payment that was charged back may ship
}

/** Payments that pay no order, and chargebacks, by key. */
export const toReview = new Map<string, Review>();

/** Refunded money, by the uid of the refund. */
export const reversals = new Map<string, { paymentUid: string; amount: number }>();

/**
 * Payment tokens that the job requests, each with the time in milliseconds at which its
 * order is over. Store a token before you show its page.
 */
export const openTokens = new Map<string, number>();
