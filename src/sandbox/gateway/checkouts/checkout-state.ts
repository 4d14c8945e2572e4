import type { CheckoutRecord } from "../records.ts";

/** The state of a payment token. */
export type CheckoutState = "open" | "in progress" | "successful" | "failed" | "expired";

/** The number of attempts that a customer has. */
export const attemptsOf = ({ fields }: CheckoutRecord): number =>
  typeof fields["attempts"] === "number" ? Math.max(1, fields["attempts"]) : 1;
