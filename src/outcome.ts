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

/** Outcome of a successful transaction, by transaction type. */
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

/** Meaning of a status; undefined for contradictory data, or a value that is not a status. */
type Meaning = "successful" | "failed" | "expired" | "pending" | undefined;

/** Final statuses. */
const FINAL: ReadonlyMap<unknown, Meaning> = new Map([
  ["successful", "successful"],
  ["failed", "failed"],
  ["error", "failed"],
  ["expired", "expired"],
]);

const FAILURES: readonly Meaning[] = ["failed", "expired"];

const isMissing = (value: unknown): boolean => value === undefined || value === null;

/** Whether a flag is false or missing. Any other value counts as true, which is the safe side. */
const isOff = (flag: unknown): boolean => flag === false || isMissing(flag);

/** Whether `test` marks a test payment: only false, null and undefined mean a live one. */
export const isTest = (test: unknown): boolean => !isOff(test);

/** The meaning of a status. An unknown status may still change, so it counts as pending. */
const meaningOf = (status: unknown): Meaning =>
  FINAL.get(status) ?? (isMissing(status) || typeof status === "string" ? "pending" : undefined);

/** Whether there is a section of another kind of transaction, when that of this type is missing. */
const hasForeignSection = ({ type, sections }: PaymentFacts): boolean =>
  [...SUCCESSES].some(
    ([other, success]) => success !== SUCCESSES.get(type) && isRecord(ownField(sections, other)),
  );

/** Meaning of the status in the section named after the type; of the payment's own status if that is missing. */
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

/** Meaning of a payment's status; undefined if another field contradicts it. */
function agreedMeaning(facts: PaymentFacts): Meaning {
  const { token, status, finished, expired } = facts;
  const [meaning, inside] = [meaningOf(status), meaningInside(facts)];
  if (expired === true) {
    // A token can expire after failed attempts, but not after a successful one.
    const isTaken = meaning === "successful" || inside === "successful";
    return isTaken || !meaning || !inside ? undefined : "expired";
  }
  if (!isOff(expired)) return undefined;
  // A token stays open after a failed attempt; its section then describes that attempt.
  const hasAttemptsLeft = token !== undefined && meaning === "pending" && FAILURES.includes(inside);
  if (meaning !== inside && !hasAttemptsLeft) return undefined;
  const isFinished = finished === true || isMissing(finished);
  return meaning === "successful" && !isFinished ? undefined : meaning;
}

/** The outcome, with test payments counted like live ones. */
export function outcomeOf(facts: PaymentFacts): Outcome {
  const success = SUCCESSES.get(facts.type);
  const meaning = success && agreedMeaning(facts);
  if (!meaning) return "unknown";
  return meaning === "successful" ? success : meaning;
}

/** Whether an outcome is a success. */
export const isSuccess = (result: Outcome): boolean => [...SUCCESSES.values()].includes(result);

/**
 * What happened to a payment, in one word, from a token's status or a transaction. Unknown values never count as paid:
 * contradictory data is `unknown`.
 *
 * | outcome | when |
 * | --- | --- |
 * | `paid` | `payment` or `charge`, `successful`: the funds were captured |
 * | `authorized` | `authorization`, `successful`: the funds are only held |
 * | `captured`, `voided`, `refunded` | `capture`, `void`, `refund`, `successful` |
 * | `paid_out` | `payout`, `successful` |
 * | `tokenized` | `tokenization`, `successful`: a card was saved, no money moved |
 * | `pending` | `incomplete`, `pending`, or an unknown status: it may still change, also after a failed attempt |
 * | `failed` | `failed` or `error`: this transaction moved no money. A failed refund does not change its payment |
 * | `expired` | `expired`, or a token that expired unpaid |
 * | `test` | any success above of a test transaction; with `{ test: true }`, that success |
 * | `unknown` | an unknown type; a section, `finished` or `expired` that contradicts `status` |
 *
 * @param payment The result of `checkouts.get` or `checkouts.poll`, or the transaction of a notification.
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
 * Whether a payment is paid: `outcome` is `paid`. False does not mean that it failed: see {@link outcome} for
 * authorizations, payouts, tokenizations and tests.
 *
 * @param payment The result of `checkouts.get` or `checkouts.poll`, or the transaction of a notification.
 * @param options `test`: true counts a test payment like a live one. Default false.
 */
export const isPaid = (
  payment: CheckoutStatus | Transaction,
  options?: { test?: boolean | undefined },
): boolean => outcome(payment, options) === "paid";

/**
 * Whether the status of a payment is final: it no longer changes by itself.
 *
 * | status | final |
 * | --- | --- |
 * | `successful`, `failed`, `expired`, `error` | yes |
 * | `incomplete`, `pending`, and unknown statuses | no |
 * | a token with `expired: true` | yes, with any status |
 *
 * @param payment The result of `checkouts.get`, or the transaction of a notification.
 */
export function isFinal(payment: CheckoutStatus | Transaction): boolean {
  const { status, expired } = readPayment(payment);
  return expired === true || FINAL.has(status);
}
