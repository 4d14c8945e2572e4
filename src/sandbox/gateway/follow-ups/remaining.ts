import { FOLLOW_UPS, type FollowUpType } from "./follow-up-type.ts";
import type { KeptTransaction } from "../records.ts";
import type { Store } from "../store.ts";

/** What followed a transaction, in the order in which it came. */
export const followersOf = ({ followUps = [] }: KeptTransaction, { transactions }: Store) =>
  followUps.flatMap((uid) => transactions.get(uid)?.transaction ?? []);

/** How much was captured, voided or refunded of a transaction. */
export const takenOf = (kept: KeptTransaction, type: FollowUpType, store: Store): number =>
  followersOf(kept, store)
    .filter((follower) => follower.type === type && follower.status === "successful")
    .reduce((sum, { amount }) => sum + Number(amount), 0);

/** How much is left of a transaction to capture, void or refund. */
export const leftOf = (kept: KeptTransaction, store: Store): number =>
  FOLLOW_UPS.reduce((left, type) => left - takenOf(kept, type, store), Number(kept.transaction.amount));
