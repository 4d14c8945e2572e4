import type { CheckoutRecord } from "../records/records.ts";

/** How long a token can be paid unless it says otherwise, in milliseconds. Source: API reference, "expired_at". */
export const TOKEN_LIFETIME = 24 * 60 * 60 * 1000;

/** How often a token can be paid for until a payment succeeds. */
export const allowedAttempts = ({ fields }: CheckoutRecord): number =>
  typeof fields["attempts"] === "number" ? Math.max(1, fields["attempts"]) : 1;
