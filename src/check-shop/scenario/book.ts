/** What became of the money of a payment. */
import type { BookEntry, FollowUp } from "./gateway.ts";

export const sum = (amounts: readonly number[]): number =>
  amounts.reduce((total, amount) => total + amount, 0);

const sumOf = ({ followUps }: BookEntry, ...types: FollowUp[]): number =>
  sum(followUps.map(({ type, amount }) => (types.some((each) => each === type) ? Number(amount) : 0)));

export const isHold = ({ transaction }: BookEntry): boolean => transaction.type === "authorization";

/** The amount that a hold still holds. */
export const heldOf = (entry: BookEntry): number =>
  isHold(entry) && !entry.isExpired ? Number(entry.transaction.amount) - sumOf(entry, "capture", "void") : 0;

/** The amount that the shop got. */
export const takenOf = (entry: BookEntry): number =>
  isHold(entry) ? sumOf(entry, "capture") : Number(entry.transaction.amount);

/** The amount that the shop got and did not give back. */
export const keptOf = (entry: BookEntry): number => takenOf(entry) - sumOf(entry, "refund", "chargeback");

/** Whether nothing of a payment is taken or held any more. */
export const isOver = (entry: BookEntry): boolean => keptOf(entry) <= 0 && heldOf(entry) <= 0;
