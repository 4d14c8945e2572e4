import type { TransactionType } from "../api/checkout/checkout.ts";
import type { FollowUpType } from "./is-transaction.ts";

/**
 * The outcome of a successful transaction by its type. The type also names the section with the processing result. A new
 * type does not compile until it is here.
 */
const OUTCOME_BY_TYPE = {
  payment: "paid",
  charge: "paid",
  authorization: "authorized",
  capture: "captured",
  void: "voided",
  refund: "refunded",
  chargeback: "charged_back",
  payout: "paid_out",
  tokenization: "tokenized",
} as const satisfies Record<TransactionType | FollowUpType, string>;

/** The outcome of a success. */
export type Success = (typeof OUTCOME_BY_TYPE)[keyof typeof OUTCOME_BY_TYPE];

/** The types of transactions that this package knows. */
export const TYPES: readonly string[] = Object.keys(OUTCOME_BY_TYPE);

const SUCCESSES: ReadonlyMap<unknown, Success> = new Map(Object.entries(OUTCOME_BY_TYPE));

/** The outcome of a successful transaction of this type; undefined for an unknown one. */
export const successOf = (type: unknown): Success | undefined => SUCCESSES.get(type);

const OUTCOMES: ReadonlySet<string> = new Set(SUCCESSES.values());

/** Whether an outcome is a success. */
export const isSuccess = (outcome: string): boolean => OUTCOMES.has(outcome);
