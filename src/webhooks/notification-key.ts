import { WebhookError } from "../errors/webhook-error.ts";
import { factsOf, fieldOf, givenText, type PaymentFacts } from "../payments/facts.ts";
import { type Payment, paymentOf } from "../payments/notification.ts";
import { isSet, type Outcome, outcomeOf, outcomeOfAttempt } from "../payments/outcome.ts";
import { isSuccess } from "../payments/outcome-by-type.ts";
import { isGiven } from "../shared/values.ts";

/** Outcomes to which several statuses map. */
const SEVERAL_STATUSES: readonly Outcome[] = ["pending", "unknown"];

const missing = (field: string): WebhookError => new WebhookError("body", `The payment has no ${field}`);

/** An identifier as text. Numbers above 2^53 have lost digits, so two payments could share one. */
function identifierText(identifier: unknown, name: string): string {
  const text = givenText(identifier);
  if (text === undefined) throw missing(name);
  return text;
}

/** The `uid` of the transaction. Undefined if a token has none yet. */
const uidOf = ({ token, type, sections }: PaymentFacts): unknown =>
  fieldOf(token === undefined ? sections : fieldOf(sections, type), "uid");

/**
 * Whether a token's status describes its transaction. Otherwise no payment was made yet, or the token is still open or
 * expired after a failed attempt.
 */
const isOfTransaction = (facts: PaymentFacts, result: Outcome): boolean =>
  outcomeOfAttempt(facts) === result && (isGiven(uidOf(facts)) || isSuccess(result));

/**
 * A key for a unique index. A notification, its repeats and the token's status have the same key for the same result of
 * the same payment. Different payments, and different results of one payment, have different keys. Contradictory data
 * (`outcome` is `unknown`) never has the key of the payment.
 *
 * @param payment A notification, a transaction, or the result of `checkouts.get`.
 * @returns Text with the gateway's identifier, the outcome, and up to 60 more characters. If the outcome is `pending`
 * or `unknown`, also the status. If it is `unknown`, also the type.
 * @throws {@link WebhookError} with reason `body` if the identifier or the status is missing or not text. The status of
 * a paid token without a `uid` has no key, but its notification has.
 */
export function notificationKey(payment: Payment): string {
  const facts = factsOf(paymentOf(payment));
  return keyOf(facts, outcomeOf(facts));
}

/** The key of a payment with known facts and outcome. */
export function keyOf(facts: PaymentFacts, result: Outcome): string {
  const { token, type, status = null } = facts;
  if (status !== null && typeof status !== "string") throw missing("status");
  // JSON, so that no identifier can imitate another key.
  return JSON.stringify([
    ...(token === undefined || isOfTransaction(facts, result)
      ? ["transaction", identifierText(uidOf(facts), "uid")]
      : ["checkout", identifierText(token, "token")]),
    result,
    ...(SEVERAL_STATUSES.includes(result) ? [status] : []),
    ...(result === "unknown" ? [typeof type === "string" ? type : null] : []),
    ...(isSet(facts.test) ? ["test"] : []),
  ]);
}
