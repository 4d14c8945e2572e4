import type { TransactionType } from "../checkout/checkout.ts";
import type { Open } from "../fields/primitives.ts";

/** The types of transactions that follow another. */
export const FOLLOW_UPS = ["capture", "void", "refund", "chargeback"] as const;

/** The type of a transaction that follows another. */
export type FollowUpType = (typeof FOLLOW_UPS)[number];

/** The type of a transaction that no method of this package makes. Source: the Ruby client of the platform. */
export type OtherType = "credit" | "p2p" | "checkup" | "fraud_advice" | "recipient_tokenization";

/** The type of a transaction. The gateway may add values. */
export type AnyTransactionType = Open<TransactionType | FollowUpType | OtherType>;
