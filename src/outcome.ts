import type { CheckoutStatus } from "./models/checkout-status.ts";
import type { Transaction } from "./models/transaction.ts";
import { ownField, type PaymentFacts, readPayment } from "./payment-facts.ts";
import { isRecord } from "./values.ts";

/** What happened to a payment, in one word. */
export type Outcome =
  | "paid"
  | "authorized"
  | "captured"
  | "voided"
  | "refunded"
  | "paid_out"
  | "tokenized"
  | "pending"
  | "failed"
  | "expired"
  | "test"
  | "unknown";

/** What a success is called, by transaction type. */
const SUCCESSES: ReadonlyMap<unknown, Outcome> = new Map([
  ["payment", "paid"],
  ["charge", "paid"],
  ["authorization", "authorized"],
  ["capture", "captured"],
  ["void", "voided"],
  ["refund", "refunded"],
  ["payout", "paid_out"],
  ["tokenization", "tokenized"],
]);

/** What a status means; undefined for a contradiction, or for a value that can't be a status. */
type Meaning = "successful" | "failed" | "expired" | "pending" | undefined;

/** The statuses that no longer change. */
const FINAL: ReadonlyMap<unknown, Meaning> = new Map([
  ["successful", "successful"],
  ["failed", "failed"],
  ["error", "failed"],
  ["expired", "expired"],
]);

const FAILURES: readonly Meaning[] = ["failed", "expired"];

const isMissing = (value: unknown): boolean => value === undefined || value === null;

/** Whether a flag says no. Any value that is not understood says yes. */
const isOff = (flag: unknown): boolean => flag === false || isMissing(flag);

/** Whether a payment's `test` says so: only false, null and undefined mean a live payment. */
export const isTest = (test: unknown): boolean => !isOff(test);

/** A status that is new may still change. */
const meaningOf = (status: unknown): Meaning =>
  FINAL.get(status) ?? (isMissing(status) || typeof status === "string" ? "pending" : undefined);

/** Whether the section of another kind of transaction stands where that of this type is missing. */
const hasForeignSection = ({ type, sections }: PaymentFacts): boolean =>
  [...SUCCESSES].some(
    ([other, success]) => success !== SUCCESSES.get(type) && isRecord(ownField(sections, other)),
  );

/** What the section named after the type says; what the payment says where the section or its status is missing. */
function meaningInside(facts: PaymentFacts): Meaning {
  const { type, status, sections } = facts;
  const section = ownField(sections, type);
  if (isMissing(section)) {
    const isReadable = isMissing(sections) || isRecord(sections);
    return isReadable && !hasForeignSection(facts) ? meaningOf(status) : undefined;
  }
  if (!isRecord(section) || (section["type"] ?? type) !== type) return undefined;
  return meaningOf(section["status"] ?? status);
}

/** What a payment's status means, where everything else that it says agrees. */
function agreedMeaning(facts: PaymentFacts): Meaning {
  const { token, status, finished, expired } = facts;
  const [meaning, inside] = [meaningOf(status), meaningInside(facts)];
  if (expired === true) {
    // A token runs out after attempts that failed too. One whose money was taken can't.
    const isTaken = meaning === "successful" || inside === "successful";
    return isTaken || !meaning || !inside ? undefined : "expired";
  }
  if (!isOff(expired)) return undefined;
  // A token is still open after an attempt that failed: its section tells of that attempt.
  const hasAttemptsLeft = token !== undefined && meaning === "pending" && FAILURES.includes(inside);
  if (meaning !== inside && !hasAttemptsLeft) return undefined;
  const isFinished = finished === true || isMissing(finished);
  return meaning === "successful" && !isFinished ? undefined : meaning;
}

/** The outcome, where a test counts like a live payment. */
export function outcomeOf(facts: PaymentFacts): Outcome {
  const success = SUCCESSES.get(facts.type);
  const meaning = success && agreedMeaning(facts);
  if (!meaning) return "unknown";
  return meaning === "successful" ? success : meaning;
}

/** Whether an outcome says that what was asked for was done. */
export const isSuccess = (result: Outcome): boolean => [...SUCCESSES.values()].includes(result);

/**
 * What happened, in one word, from a token's status or a transaction. Values that are not understood never count as
 * money: a shape that contradicts itself is `unknown`.
 *
 * | outcome | when |
 * | --- | --- |
 * | `paid` | `payment` or `charge`, `successful`: the money is the merchant's |
 * | `authorized` | `authorization`, `successful`: the money is only held |
 * | `captured`, `voided`, `refunded` | `capture`, `void`, `refund`, `successful` |
 * | `paid_out` | `payout`, `successful` |
 * | `tokenized` | `tokenization`, `successful`: a card was saved, no money moved |
 * | `pending` | `incomplete`, `pending`, or a status that is new: it may still change, also after an attempt that failed |
 * | `failed` | `failed` or `error`: this transaction moved no money. A failed refund leaves its payment as it is |
 * | `expired` | `expired`, or a token that ran out unpaid |
 * | `test` | any of the successes above, of a test transaction; with `{ test: true }` it is that success |
 * | `unknown` | a type that the SDK does not know; a section, `finished` or `expired` that says otherwise than `status` |
 *
 * @param payment What `checkouts.get` or `checkouts.poll` gives, or the transaction of a notification.
 * @param options `test`: true counts a test transaction like a live one. Default false.
 */
export function outcome(
  payment: CheckoutStatus | Transaction,
  options?: { test?: boolean | undefined },
): Outcome {
  const facts = readPayment(payment);
  const result = outcomeOf(facts);
  return isSuccess(result) && isTest(facts.test) && options?.test !== true ? "test" : result;
}

/**
 * Whether a payment's money is the merchant's: `outcome` is `paid`. Anything else is not a failure: see
 * {@link outcome} for authorizations, payouts, tokenizations and tests.
 *
 * @param payment What `checkouts.get` or `checkouts.poll` gives, or the transaction of a notification.
 * @param options `test`: true takes a test payment for a payment. Default false.
 */
export const isPaid = (
  payment: CheckoutStatus | Transaction,
  options?: { test?: boolean | undefined },
): boolean => outcome(payment, options) === "paid";

/**
 * Whether a payment no longer changes by itself.
 *
 * | status | final |
 * | --- | --- |
 * | `successful`, `failed`, `expired`, `error` | yes |
 * | `incomplete`, `pending`, and any status that is new | no |
 * | a token that is `expired` | yes, whatever its status |
 *
 * @param payment What `checkouts.get` gives, or the transaction of a notification.
 */
export function isFinal(payment: CheckoutStatus | Transaction): boolean {
  const { status, expired } = readPayment(payment);
  return expired === true || FINAL.has(status);
}
