import { WebhookError } from "../errors/webhook-error.ts";
import { factsOf, type PaymentFacts } from "../payments/facts.ts";
import { type Payment, paymentOf } from "../payments/notification.ts";
import { isTest, type Outcome, outcomeOf, outcomeOfAttempt } from "../payments/outcome.ts";
import { isSuccess } from "../payments/outcome-by-type.ts";
import { isGiven } from "../shared/values.ts";

/** Outcomes that several statuses map to. */
const SEVERAL_STATUSES: readonly Outcome[] = ["pending", "unknown"];

const missing = (field: string): WebhookError => new WebhookError("body", `The payment has no ${field}`);

/** An identifier as text. Numbers above 2^53 are refused: they have lost digits, so two payments could share one. */
function identifierText(identifier: unknown, name: string): string {
  const text = Number.isSafeInteger(identifier) ? String(identifier) : identifier;
  if (typeof text !== "string" || text === "") throw missing(name);
  return text;
}

/**
 * Whether a token's status describes its transaction. It describes only the token if there was no payment yet, or if the
 * token is still open or has expired after a failed attempt.
 */
const isOfTransaction = (facts: PaymentFacts, result: Outcome): boolean =>
  outcomeOfAttempt(facts) === result && (isGiven(facts.uid) || isSuccess(result));

/**
 * A key for a unique index: the same for the same result of the same payment, whether it comes from a notification, a
 * repeated notification, or the token's status. Different payments, and different results of one payment, have different
 * keys. Contradictory data (`outcome` is `unknown`) never gets the key of the payment.
 *
 * @param payment A notification, a transaction, or the result of `checkouts.get`.
 * @returns Text with the gateway's identifier, the outcome, and up to 60 more characters; if the outcome is `pending` or
 * `unknown`, the status as well, and the type if it is `unknown`.
 * @throws {@link WebhookError} with reason `body` if the identifier or the status is missing or not text. The status of a
 * paid token without a `uid` has no key; its notification has one.
 */
export function notificationKey(payment: Payment): string {
  const facts = factsOf(paymentOf(payment));
  return keyOf(facts, outcomeOf(facts));
}

/** The key of a payment whose facts and outcome are known. */
export function keyOf(facts: PaymentFacts, result: Outcome): string {
  const { token, uid, type, status = null } = facts;
  if (status !== null && typeof status !== "string") throw missing("status");
  // JSON, so that no identifier can imitate another key.
  return JSON.stringify([
    ...(token === undefined || isOfTransaction(facts, result)
      ? ["transaction", identifierText(uid, "uid")]
      : ["checkout", identifierText(token, "token")]),
    result,
    ...(SEVERAL_STATUSES.includes(result) ? [status] : []),
    ...(result === "unknown" ? [typeof type === "string" ? type : null] : []),
    ...(isTest(facts.test) ? ["test"] : []),
  ]);
}
