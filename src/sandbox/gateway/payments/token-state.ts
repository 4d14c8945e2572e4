import type { Transaction } from "../../../api/transactions/transaction.ts";
import type { Gateway } from "../gateway.ts";
import { sectionOf } from "../input/section.ts";
import type { CheckoutRecord } from "../records/records.ts";
import { type CheckoutState, stateFacts } from "../records/transaction-states.ts";

/** How long a token can be paid unless it says otherwise, in milliseconds. Source: API reference, "expired_at". */
export const TOKEN_LIFETIME = 24 * 60 * 60 * 1000;

/** How often a token can be paid for until a payment succeeds. */
export const allowedAttempts = ({ fields }: CheckoutRecord): number =>
  typeof fields["attempts"] === "number" ? Math.max(1, fields["attempts"]) : 1;

/** The last transaction of a token. */
export const latestTransaction = ({ store }: Gateway, { uids }: CheckoutRecord): Transaction | undefined =>
  store.transactions.get(uids.at(-1) ?? "")?.transaction;

export const tokenExpiry = ({ clock }: Gateway, { fields, createdAt }: CheckoutRecord): Date => {
  const { expired_at: given } = sectionOf(fields["order"]);
  const start = new Date(createdAt);
  const isGiven = typeof given === "string" && given !== "";
  return clock.endOf(start, isGiven ? Date.parse(given) - start.getTime() : TOKEN_LIFETIME);
};

export const tokenState = (gateway: Gateway, checkout: CheckoutRecord): CheckoutState => {
  const facts = stateFacts(latestTransaction(gateway, checkout)?.status);
  const isOpen = !facts || (facts.isRetryable && checkout.uids.length < allowedAttempts(checkout));
  if (facts && !isOpen && !facts.isWaiting) return facts.checkout;
  if (checkout.expired || tokenExpiry(gateway, checkout) <= gateway.clock.now()) return "expired";
  return isOpen ? "open" : facts.checkout;
};

export const changeToken = (
  { store, clock }: Gateway,
  token: string,
  changes: Partial<CheckoutRecord>,
): void => {
  const checkout = store.checkouts.get(token);
  const updatedAt = clock.now().toISOString();
  if (checkout) store.checkouts.set(token, { ...checkout, ...changes, updatedAt });
};
