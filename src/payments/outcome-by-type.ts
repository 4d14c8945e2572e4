import type { TransactionType } from "../api/checkout/checkout.ts";
import type { FollowUpType, OtherType } from "../api/transactions/transaction-type.ts";
import { isNameIn } from "../shared/values.ts";

/**
 * The outcome of a successful transaction by its type, which also names the section with the processing result. A new
 * type does not compile until it is here. `unknown` moves no money, or not the merchant's money.
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
  credit: "paid_out",
  recipient_tokenization: "tokenized",
  p2p: "unknown",
  checkup: "unknown",
  fraud_advice: "unknown",
} as const satisfies Record<TransactionType | FollowUpType | OtherType, string>;

export type OutcomeOfType = (typeof OUTCOME_BY_TYPE)[keyof typeof OUTCOME_BY_TYPE];

/** The types of transactions that this package supports. */
export const TYPES: readonly string[] = /* @__PURE__ */ Object.keys(OUTCOME_BY_TYPE);

/** The outcome of a successful transaction of this type. Undefined for an unknown type. */
export const successOf = (type: unknown): OutcomeOfType | undefined =>
  isNameIn(OUTCOME_BY_TYPE, type) ? OUTCOME_BY_TYPE[type] : undefined;

/** Whether an outcome is a success. */
export const isSuccess = (outcome: string): boolean =>
  outcome !== "unknown" && Object.values<string>(OUTCOME_BY_TYPE).includes(outcome);
