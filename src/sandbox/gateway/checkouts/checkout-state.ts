import type { CheckoutRecord } from "../records.ts";

/** What can be done with a payment token. */
export type CheckoutState = "open" | "in progress" | "successful" | "failed" | "expired";

/** How often a customer may try to pay. */
export const attemptsOf = ({ fields }: CheckoutRecord): number =>
  typeof fields["attempts"] === "number" ? Math.max(1, fields["attempts"]) : 1;
