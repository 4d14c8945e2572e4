import { meaningOf } from "../../../api/statuses.ts";
import { type StatusRow, statusRow } from "./status-rows.ts";

export type CheckoutState = "open" | "in progress" | "successful" | "failed" | "expired";

interface StateFacts extends StatusRow {
  /** The state of the payment token if this transaction is its newest. */
  readonly checkout: CheckoutState;
  /** Whether the transaction can still end. */
  readonly isWaiting: boolean;
}

/** Returns the facts of a state. Undefined for an unknown state, for example in an edited state file. */
export const stateFacts = (status: unknown): StateFacts | undefined => {
  const [row, meaning] = [statusRow(status), meaningOf(status)];
  if (!row || !meaning) return undefined;
  const isWaiting = meaning === "pending";
  return { ...row, checkout: isWaiting ? "in progress" : meaning, isWaiting };
};
