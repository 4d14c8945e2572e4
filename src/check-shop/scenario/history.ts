import type { Transaction } from "../../api/transactions/transaction.ts";
import type { Notification, Terms } from "./gateway.ts";

/** What the shop can be asked for. */
export const REQUEST_KINDS = ["refund", "capture", "renewal"] as const;

export type RequestKind = (typeof REQUEST_KINDS)[number];

/** One call of `refund`, `capture` or `renew`. */
export interface ShopRequest {
  /** The same id is the same request. */
  readonly id: string;
  /** In minor units; 0 for a renewal. */
  readonly amount: number;
  /** Whether the shop's function resolved. Undefined until then. */
  accepted: boolean | undefined;
  /** Whether nothing had gone wrong before, so that the shop must accept it. */
  readonly mustAccept: boolean;
  /** Whether it was made again at the end of the story, without faults. */
  readonly isAtEnd: boolean;
  /** Whether its answer counts, even if it is a rejection. */
  isLast: boolean;
  /** When it was made, in milliseconds of `performance.now()`. */
  readonly at: number;
}

/** A capture, refund or charge that the gateway declined or refused. */
export interface Refusal {
  readonly kind: RequestKind;
  readonly amount: number;
}

/** The transaction of a notification; empty if it has none. */
export const transactionIn = ({ body }: Pick<Notification, "body">): Partial<Transaction> =>
  Object(JSON.parse(body).transaction);

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
  readonly requests: Readonly<Record<RequestKind, ShopRequest[]>> = { refund: [], capture: [], renewal: [] };
  readonly refusals: Refusal[] = [];
  /** Uids of what was made in the gateway's back office, and of chargebacks. */
  readonly office = new Set<string>();
  /** Statuses of the answers to forged notifications. */
  readonly forged: (number | undefined)[] = [];
  /** Whether its hold was voided in the back office or expired, so that the shop need not fulfill it. */
  isReleased = false;
  /** Number of genuine notifications that may be in manual review, although no money of the order is in them. */
  oddities = 0;
  /** Whether its payment may be in manual review, because the customer had canceled or the amount was a text. */
  mayBeInReview = false;
  /** The number of fulfillments when it was last read, and how many there were, including those that were canceled. */
  fulfilled = 0;
  everFulfilled = 0;

  constructor(id: string, token: string, terms: Terms) {
    this.id = id;
    this.token = token;
    this.terms = terms;
  }

  noteFulfillments(count: number): void {
    this.everFulfilled += Math.max(0, count - this.fulfilled);
    this.fulfilled = count;
  }

  /** Whether the gateway declined or refused a request, so that nothing of it was made. */
  isRefused(kind: RequestKind, { amount }: ShopRequest): boolean {
    return this.refusals.some((each) => each.kind === kind && each.amount === amount);
  }

  /** Whether a transaction moved or held money that the customer meant for the order. Shops may not read larger amounts. */
  isSuccess({ status, type, test, tracking_id, amount }: Transaction): boolean {
    return (
      status === "successful" &&
      Number.isSafeInteger(amount) &&
      type === this.terms.type &&
      (test === true) === this.terms.isTest &&
      (tracking_id ?? undefined) === this.terms.trackingId
    );
  }

  /** Whether a transaction is genuine, succeeded, and has the amount and currency of the order. */
  isPayment(transaction: Transaction): boolean {
    const { amount, currency } = this.terms;
    return this.isSuccess(transaction) && transaction.amount === amount && transaction.currency === currency;
  }

  /** Whether the shop answered a notification of a payment with 200. It may have been pending before. */
  wasNotified({ uid, status }: Transaction): boolean {
    return [...this.sent.values()].some((sent) => {
      const notified = transactionIn(sent.notification);
      return sent.status === 200 && notified.uid === uid && notified.status === status;
    });
  }

  /** All notifications of the gateway until now. */
  get known(): Notification[] {
    return [...Array.from(this.sent.values(), ({ notification }) => notification), ...this.unsent];
  }

  /** Notifications that the shop did not answer with 200. */
  get unanswered(): SentNotification[] {
    return [...this.sent.values()].filter(({ status }) => status !== 200);
  }
}
