import type { TransactionRecord } from "../records/records.ts";
import type { Store } from "../records/store.ts";
import { FOLLOW_UPS, type FollowUpType } from "./follow-up-type.ts";

/** The follow-up transactions of a transaction, oldest first. */
export const followersOf = ({ followUps = [] }: TransactionRecord, { transactions }: Store) =>
  followUps.flatMap((uid) => transactions.get(uid)?.transaction ?? []);

/** The amount of a transaction that was captured, voided or refunded. */
export const takenOf = (record: TransactionRecord, type: FollowUpType, store: Store): number =>
  followersOf(record, store)
    .filter((follower) => follower.type === type && follower.status === "successful")
    .reduce((sum, { amount }) => sum + Number(amount), 0);

/** The amount of a transaction that can still be captured, voided or refunded. */
export const leftOf = (record: TransactionRecord, store: Store): number =>
  FOLLOW_UPS.reduce((left, type) => left - takenOf(record, type, store), Number(record.transaction.amount));
