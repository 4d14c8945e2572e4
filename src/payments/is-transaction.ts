import type { TransactionType } from "../api/checkout/checkout.ts";
import type { PaymentDetails } from "../api/transactions/payment-details.ts";
import type { Transaction } from "../api/transactions/transaction.ts";
import { FOLLOW_UPS, type FollowUpType, type OtherType } from "../api/transactions/transaction-type.ts";
import { isRecord } from "../shared/values.ts";

type KnownType = TransactionType | FollowUpType | OtherType;

/** A transaction of a known type, with its section. A capture, void, refund or chargeback also has its `parent_uid`. */
export type TransactionOf<Type extends KnownType> = Transaction & {
  /** Type of the transaction, which names its section. */
  type: Type;
} & Record<Type, PaymentDetails> &
  (Type extends FollowUpType
    ? {
        /** `uid` of the original transaction. */
        parent_uid: string;
      }
    : unknown);

/** Whether a transaction of this type follows another. */
export const isFollowUp = (type: unknown): boolean => FOLLOW_UPS.some((followUp) => followUp === type);

/** Whether a transaction has this type and its fields. It may have failed. */
export const isTransaction = <Type extends KnownType>(
  transaction: Transaction,
  type: Type,
): transaction is TransactionOf<Type> =>
  transaction.type === type &&
  isRecord(transaction[type]) &&
  (!isFollowUp(type) || typeof transaction.parent_uid === "string");
