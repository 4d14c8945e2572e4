import type { Transaction } from "../../api/transactions/transaction.ts";
import type { Notification, Terms } from "./gateway.ts";

/** A refund or a renewal that the shop was asked for. */
export interface ShopRequest {
  /** In minor units; 0 for a renewal. */
  readonly amount: number;
  /** Number of the step. Requests of one step are made at the same moment. */
  readonly step: number;
  /** Whether the shop's function resolved. */
  readonly accepted: boolean;
  /** Whether it repeats a request that was not accepted, and the job did not run between the two. */
  readonly isRetry: boolean;
  /** Number of starts and ends of the job until then. */
  readonly jobs: number;
  /** Whether nothing had gone wrong before, so that the shop must accept it. */
  readonly isClean: boolean;
}

interface SentNotification {
  readonly notification: Notification;
  /** Status of the last answer. */
  readonly status: number | undefined;
}

/** Everything that the customer, the gateway and the shop's staff did with one order. */
export class OrderHistory {
  readonly id: string;
  /** The token that the shop gave the customer, or the uid of the bill. */
  readonly token: string;
  readonly terms: Terms;
  /** All tokens for the order, including tokens that the shop gave no customer. */
  readonly tokens: string[] = [];
  /** Notifications that were never posted, oldest first. */
  readonly unsent: Notification[] = [];
  /** Notifications that were posted, by their ids, oldest first. */
  readonly sent = new Map<string, SentNotification>();
  readonly requests: Readonly<Record<"refund" | "renewal", ShopRequest[]>> = { refund: [], renewal: [] };
  /** The last step in which the gateway declined or refused a refund or a charge. */
  lastRefusal = 0;
  /** Uids of the refunds that were made in the gateway's back office. */
  readonly officeRefunds = new Set<string>();
  /** Statuses of the answers to forged notifications. */
  readonly forged: (number | undefined)[] = [];
  /** Whether its payment may wait for manual review, because the customer had canceled or the amount was a text. */
  mayBeInReview = false;
  /** The number of fulfilments when it was last read. */
  fulfilled = 0;
  wasFulfilled = false;

  constructor(id: string, token: string, terms: Terms) {
    this.id = id;
    this.token = token;
    this.terms = terms;
  }

  noteFulfilments(count: number): void {
    this.fulfilled = count;
    this.wasFulfilled ||= count > 0;
  }

  /** Whether a transaction moved money that the customer meant for the order. */
  isSuccess({ status, type, test, tracking_id }: Transaction): boolean {
    return (
      status === "successful" &&
      type === this.terms.type &&
      (test === true) === this.terms.isTest &&
      (tracking_id ?? undefined) === this.terms.trackingId
    );
  }

  /** Whether a transaction is genuine, is settled, and has the amount and currency of the order. */
  isPayment(transaction: Transaction): boolean {
    const { amount, currency } = this.terms;
    return this.isSuccess(transaction) && transaction.amount === amount && transaction.currency === currency;
  }

  /** Whether the shop answered a notification of a payment with 200. */
  wasNotified({ uid }: Transaction): boolean {
    const sent = [...this.sent.values()];
    return sent.some(({ notification, status }) => status === 200 && notification.body.includes(uid));
  }

  /** Notifications that the shop did not answer with 200. */
  get unanswered(): SentNotification[] {
    return [...this.sent.values()].filter(({ status }) => status !== 200);
  }
}
