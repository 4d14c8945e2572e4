import type { TransactionRecord } from "../records.ts";
import type { Store } from "../store.ts";
import { FOLLOW_UPS, type FollowUpType } from "./follow-up-type.ts";

/** What followed a transaction, in the order in which it came. */
export const followersOf = ({ followUps = [] }: TransactionRecord, { transactions }: Store) =>
  followUps.flatMap((uid) => transactions.get(uid)?.transaction ?? []);

/** How much was captured, voided or refunded of a transaction. */
export const takenOf = (record: TransactionRecord, type: FollowUpType, store: Store): number =>
  followersOf(record, store)
    .filter((follower) => follower.type === type && follower.status === "successful")
    .reduce((sum, { amount }) => sum + Number(amount), 0);

/** How much is left of a transaction to capture, void or refund. */
export const leftOf = (record: TransactionRecord, store: Store): number =>
  FOLLOW_UPS.reduce((left, type) => left - takenOf(record, type, store), Number(record.transaction.amount));
