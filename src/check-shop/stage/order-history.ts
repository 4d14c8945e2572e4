import type { Transaction } from "../../api/transactions/transaction.ts";
import { sectionOf, textOf } from "../../sandbox/gateway/input/section.ts";
import type { Delivery } from "../../sandbox/gateway/records/delivery.ts";
import type { Fields } from "../../sandbox/gateway/records/records.ts";

/** What a payment of an order must have. */
export interface Terms {
  readonly amount: number;
  readonly currency: string;
  readonly trackingId: string | undefined;
  readonly isTest: boolean;
  readonly type: string;
  /** Whether it is paid by a bill, not by a payment token. */
  readonly isBill: boolean;
}

/** A refund or a renewal that the shop was asked for. */
export interface Request {
  readonly amount: number;
  /** Number of the step: what was asked for in the same one was asked for at the same moment. */
  readonly step: number;
  /** Whether the shop's function resolved. */
  readonly accepted: boolean;
  /** Whether the one before was not accepted and no job ran since: then it is the same request, asked for again. */
  readonly isAgain: boolean;
  /** How often the job had been started. */
  readonly jobs: number;
  /** Whether nothing had gone wrong before: then the shop must accept it. */
  readonly isClean: boolean;
}

/** A notification that was posted. */
interface Posted {
  readonly delivery: Delivery;
  /** Of the last answer. */
  readonly status: number | undefined;
  /** Whether it was answered 200 once: then the shop knows of it. */
  readonly wasAccepted: boolean;
}

/** Notes an answer to a notification. */
export function notePosted({ posted }: OrderHistory, delivery: Delivery, status: number | undefined): void {
  const wasAccepted = status === 200 || posted.get(delivery.id)?.wasAccepted === true;
  posted.set(delivery.id, { delivery, status, wasAccepted });
}

/** What was done about one order: by the customer, by the gateway's notifications and by the shop's staff. */
export interface OrderHistory {
  readonly id: string;
  /** The token that the shop gave the customer, or the uid of the bill. */
  readonly token: string;
  readonly terms: Terms;
  /** All tokens for it, also those that the shop did not give to anybody. */
  readonly tokens: string[];
  /** Notifications that were never posted, oldest first. */
  readonly held: Delivery[];
  /** Notifications that were posted, oldest first. */
  readonly posted: Map<string, Posted>;
  readonly refunds: Request[];
  readonly renewals: Request[];
  /** The last step in which the gateway declined or refused a refund or a charge. */
  refusedAt: number;
  /** Refunds that were made in the gateway's back office. */
  readonly officeRefunds: Set<string>;
  /** Statuses of forged notifications about it. */
  readonly forged: (number | undefined)[];
  /** Whether its payment may wait for a person: the customer had gone back before, or the amount came as text. */
  mayBePutAside: boolean;
  /** The count of fulfilments when it was last read, and the highest one. */
  fulfilled: number;
  everFulfilled: boolean;
}

const termsOf = (fields: Fields, isBill: boolean): Terms => {
  const order = sectionOf(fields["order"]);
  return {
    amount: Number(order["amount"]),
    currency: String(order["currency"]),
    trackingId: textOf(order["tracking_id"]),
    isTest: fields["test"] === true,
    type: String(fields["transaction_type"]),
    isBill,
  };
};

export const beginHistory = (id: string, token: string, fields: Fields, isBill: boolean): OrderHistory => ({
  id,
  token,
  terms: termsOf(fields, isBill),
  tokens: [],
  held: [],
  posted: new Map(),
  refunds: [],
  renewals: [],
  refusedAt: 0,
  officeRefunds: new Set(),
  forged: [],
  mayBePutAside: false,
  fulfilled: 0,
  everFulfilled: false,
});

/** Whether a transaction pays the order: genuine, settled, and with its amount and currency. */
export const isPaymentOf = ({ terms }: OrderHistory, transaction: Transaction): boolean =>
  isMoneyFor({ terms }, transaction) &&
  transaction.amount === terms.amount &&
  transaction.currency === terms.currency;

/** Whether a transaction moved money that the customer meant for the order. */
export const isMoneyFor = ({ terms }: Pick<OrderHistory, "terms">, transaction: Transaction): boolean =>
  transaction.status === "successful" &&
  transaction.type === terms.type &&
  (transaction.test === true) === terms.isTest &&
  (transaction.tracking_id ?? undefined) === terms.trackingId;
