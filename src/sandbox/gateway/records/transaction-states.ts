import { meaningOf, type StatusRow, statusRow } from "../../../api/statuses.ts";

export type CheckoutState = "open" | "in progress" | "successful" | "failed" | "expired";

interface StateFacts extends StatusRow {
  /** The state of a payment token whose latest transaction it is. */
  readonly checkout: CheckoutState;
  /** Whether somebody can still end it. */
  readonly isWaiting: boolean;
}

/** The facts of a state; undefined for one that the sandbox never gives, such as that of an edited state file. */
export const stateFacts = (status: unknown): StateFacts | undefined => {
  const [row, meaning] = [statusRow(status), meaningOf(status)];
  if (!row || !meaning) return undefined;
  const isWaiting = meaning === "pending";
  return { ...row, checkout: isWaiting ? "in progress" : meaning, isWaiting };
};
