import { WebhookError } from "../errors/webhook-error.ts";
import { isSuccess, type Outcome, outcomeOf } from "../outcome.ts";
import { ownField, type PaymentFacts, readPayment } from "../payment-facts.ts";
import { isGiven } from "../values.ts";
import { type Payment, paymentOf } from "./notification.ts";

/** Outcomes that stand for more than one status. */
const SEVERAL_STATUSES: readonly Outcome[] = ["pending", "unknown"];

const refusal = (lacks: string): WebhookError => new WebhookError("body", `The payment has no ${lacks}`);

/** A number beyond 2^53 has lost digits: two payments could share it. */
function textOf(identifier: unknown, name: string): string {
  const text = Number.isSafeInteger(identifier) ? String(identifier) : identifier;
  if (typeof text !== "string" || text === "") throw refusal(name);
  return text;
}

/**
 * Whether a token's status tells of its transaction, and not of the token alone: nobody has paid yet, it ran out after
 * an attempt that failed, or it is still open after one.
 */
function isOfTransaction(facts: PaymentFacts, result: Outcome): boolean {
  const { uid, type, status, sections } = facts;
  const inner = ownField(ownField(sections, type), "status") ?? status;
  const attempt = { ...facts, status: inner, finished: true, expired: false, sections: undefined };
  return outcomeOf(attempt) === result && (isGiven(uid) || isSuccess(result));
}

/**
 * A key for a unique index: the same for the same result of the same payment, whether its notification, a repeat of
 * it, or the token's status tells of it. No two payments share a key, and no two results of one payment do. A
 * contradiction (`outcome` is `unknown`) never takes the key of the payment.
 *
 * @param payment A notification, a transaction, or what `checkouts.get` gives.
 * @returns Text of the gateway's identifier, the outcome, and up to 60 characters more; where the outcome is `pending`
 * or `unknown`, the status as well.
 * @throws {@link WebhookError} with reason `body` when the identifier or the status is missing or not text: of
 * a token that was paid without a `uid` in its status, only the notification has a key.
 */
export function notificationKey(payment: Payment): string {
  const facts = readPayment(paymentOf(payment));
  const { token, uid, status = null } = facts;
  const result = outcomeOf(facts);
  if (status !== null && typeof status !== "string") throw refusal("status");
  // JSON, so that no identifier can read like two.
  return JSON.stringify([
    ...(token === undefined || isOfTransaction(facts, result)
      ? ["transaction", textOf(uid, "uid")]
      : ["checkout", textOf(token, "token")]),
    result,
    ...(SEVERAL_STATUSES.includes(result) ? [status] : []),
  ]);
}
