import { WebhookError } from "../errors/webhook-error.ts";
import { type Outcome, outcome } from "../outcome.ts";
import { ownField, type PaymentFacts, readPayment } from "../payment-facts.ts";
import { isGiven } from "../values.ts";
import { type Payment, paymentOf } from "./notification.ts";

/** Outcomes that a token can have without a transaction. */
const WITHOUT_TRANSACTION: readonly Outcome[] = ["pending", "failed", "expired", "unknown"];

/** Outcomes that stand for more than one status. */
const SEVERAL_STATUSES: readonly Outcome[] = ["pending", "unknown"];

const refusal = (lacks: string): WebhookError => new WebhookError("body", `The payment has no ${lacks}`);

/** A number beyond 2^53 has lost digits: two payments could share it. */
function textOf(identifier: unknown, name: string): string {
  const text = Number.isSafeInteger(identifier) ? String(identifier) : identifier;
  if (typeof text !== "string" || text === "") throw refusal(name);
  return text;
}

/** What the key is of: the transaction, which its notification and the token's status both name, or the token. */
function subjectOf(facts: PaymentFacts, result: Outcome): readonly [string, string] {
  const { token, uid, type, expired, sections } = facts;
  const inner = ownField(ownField(sections, type), "status");
  const isTokenAlone = !isGiven(uid) && WITHOUT_TRANSACTION.includes(result);
  // That a token ran out is another event than the failure of its last attempt.
  const ranOut = expired === true && inner !== "expired";
  return token !== undefined && (isTokenAlone || ranOut)
    ? ["checkout", textOf(token, "token")]
    : ["transaction", textOf(uid, "uid")];
}

/**
 * A key for a unique index: the same for the same result of the same payment, whether its notification, a repeat of
 * it, or the token's status tells of it. No two payments share a key, and no two results of one payment do. A
 * contradiction (`outcome` is `unknown`) never takes the key of the payment.
 *
 * @param payment A notification, a transaction, or what `checkouts.get` gives.
 * @returns Text of the gateway's identifier, the outcome, and up to 60 characters more; where the outcome is `pending`
 * or `unknown`, the status as well.
 * @throws {@link WebhookError} with reason `body` when the identifier or the status is missing or no text. That is
 * so for a token that was paid without a `uid` in its status: its notification has one.
 */
export function notificationKey(payment: Payment): string {
  const facts = readPayment(paymentOf(payment));
  const result = outcome(paymentOf(payment), { test: true });
  const { status = null } = facts;
  if (status !== null && typeof status !== "string") throw refusal("status");
  // JSON, so that no identifier can read like two.
  return JSON.stringify([
    ...subjectOf(facts, result),
    result,
    ...(SEVERAL_STATUSES.includes(result) ? [status] : []),
  ]);
}
