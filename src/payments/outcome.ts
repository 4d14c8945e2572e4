import { meaningOf, type StatusMeaning } from "../api/statuses.ts";
import type { CheckoutStatus } from "../api/transactions/checkout-status.ts";
import type { Transaction } from "../api/transactions/transaction.ts";
import { readOnly } from "../shared/read-option.ts";
import { isRecord } from "../shared/values.ts";
import {
  containersOf,
  factsOf,
  fieldOf,
  hasStatusFields,
  isNullish,
  isSameIn,
  isStatus,
  listOf,
  type PaymentFacts,
  sectionsOf,
  valuesIn,
} from "./facts.ts";
import { isSuccess, type OutcomeOfType, successOf, TYPES } from "./outcome-by-type.ts";

/** Objects in a payment whose status is not the status of the payment, such as `three_d_secure_verification`. */
const NOT_SECTION =
  /^(?:checkout|company|credit_card|customer|erip|gateway|merchant|order|parent_transaction|payment_method|recipient|settings|shop|transaction|travel|verify_p2p)$|_(?:address|data|fields|response|verification)$/;

/**
 * Whether a payment has a successful section of an unknown type, such as `swap`. A section named after the payment's
 * method, such as `erip`, describes the payment itself.
 */
const hasUnknownSuccess = (payment: unknown): boolean =>
  containersOf(payment).some((container) =>
    Object.entries(Object(container)).some(
      ([name, value]) =>
        typeof value === "object" &&
        listOf(value).some((section) => fieldOf(section, "status") === "successful") &&
        !NOT_SECTION.test(name) &&
        ![...TYPES, fieldOf(payment, "payment_method_type"), fieldOf(payment, "method_type")].includes(name),
    ),
  );

/**
 * Whether a payment has the fields of both a transaction and a token's status, or contains a payment with another status.
 * The body of a notification contains one. An undocumented object without a status contradicts nothing.
 */
const isTwoShapes = ({ payment, status }: PaymentFacts): boolean =>
  ["transaction", "checkout"].some((key) => {
    const inner = fieldOf(fieldOf(payment, key), "status");
    return inner && inner !== status;
  }) ||
  (hasStatusFields(payment) && Boolean(fieldOf(payment, "type") || sectionsOf(payment).length > 0));

/** What happened to a payment, in one word. */
export type Outcome = OutcomeOfType | Exclude<StatusMeaning, "successful"> | "test" | "unknown";

/** Undefined for contradictory data, or for a value that is not a status. */
type Meaning = StatusMeaning | undefined;

const FAILURES: readonly Meaning[] = ["failed", "expired"];

/** Fields that have the same value in every place. */
const IDENTITY = ["uid", "amount", "currency", "tracking_id"];

/** Whether a flag is set, such as `test`. Only false, null and undefined mean that it is not, to be safe. */
export const isSet = (flag: unknown): boolean => flag !== false && !isNullish(flag);

/** The meaning of a status. An unknown status may still change, so it counts as pending. */
const readMeaning = (status: unknown): Meaning =>
  meaningOf(status) ?? (isNullish(status) || typeof status === "string" ? "pending" : undefined);

/**
 * Whether the status of a token is only that of its last attempt, or `error` because there was none. The customer can
 * still pay. Source: gateway documentation, "Transaction status query request".
 */
const isUnfinished = (payment: unknown): boolean =>
  isStatus(payment) &&
  ["error", "failed"].includes(String(fieldOf(payment, "status"))) &&
  fieldOf(payment, "finished") === false &&
  !isSet(fieldOf(payment, "expired"));

/** Whether all places name one payment of one kind. */
export function isConsistent(facts: PaymentFacts): boolean {
  const { places, test } = facts;
  const isOne = IDENTITY.every((field) => isSameIn(places, field));
  return (
    isOne && !isTwoShapes(facts) && valuesIn(places, "test").every((flag) => isSet(flag) === isSet(test))
  );
}

/**
 * Meaning of the status in the section named after the type. If the section has no status, meaning of the payment's own
 * status.
 */
function meaningInside({ type, status, sections }: PaymentFacts): Meaning {
  const section = fieldOf(sections, type);
  const others = sectionsOf(sections).filter(([other]) => other !== type);
  if (isNullish(section)) {
    return isRecord(sections ?? {}) && others.length === 0 ? readMeaning(status) : undefined;
  }
  if (!isRecord(section) || (fieldOf(section, "type") ?? type) !== type) return undefined;
  const meaningIn = (inner: unknown): Meaning => readMeaning(fieldOf(inner, "status") ?? status);
  return others.some(([, other]) => meaningIn(other) === "successful") ? undefined : meaningIn(section);
}

/** Meaning of a payment's status. Undefined if another field contradicts it. */
function agreedMeaning(facts: PaymentFacts): Meaning {
  const { payment, token, status } = facts;
  const finished = fieldOf(payment, "finished") ?? true;
  const expired = fieldOf(payment, "expired");
  const [meaning, inside] = [readMeaning(status), meaningInside(facts)];
  if (expired === true) {
    // A token can expire after failed attempts, but not after a successful one.
    return [meaning, inside].every((one) => one && one !== "successful") ? "expired" : undefined;
  }
  if (isSet(expired)) return undefined;
  if (isUnfinished(payment)) return FAILURES.includes(inside) ? "pending" : undefined;
  // A token stays open after a failed attempt. The section then describes the attempt.
  const hasAttemptsLeft = token !== undefined && meaning === "pending" && FAILURES.includes(inside);
  if (meaning !== inside && !hasAttemptsLeft) return undefined;
  return meaning === "successful" && finished !== true ? undefined : meaning;
}

function toOutcome(type: unknown, meaning: Meaning): Outcome {
  const success = successOf(type);
  if (!success || !meaning) return "unknown";
  return meaning === "successful" ? success : meaning;
}

/** Whether the outcome is a success, but the amount is below 1 or not a number. A saved card has the amount 0. */
const isWithoutMoney = (result: Outcome, { places }: PaymentFacts): boolean =>
  isSuccess(result) &&
  result !== "tokenized" &&
  valuesIn(places, "amount").some((amount) => !(Number(amount) >= 1));

/** The outcome, with test payments counted like live ones. */
export function outcomeOf(facts: PaymentFacts): Outcome {
  if (!isConsistent(facts) || hasUnknownSuccess(facts.payment)) return "unknown";
  const result = toOutcome(facts.type, agreedMeaning(facts));
  return isWithoutMoney(result, facts) ? "unknown" : result;
}

/** The outcome of the latest attempt, with any status of the token. */
export const outcomeOfAttempt = ({ type, status, sections }: PaymentFacts): Outcome =>
  toOutcome(type, readMeaning(fieldOf(fieldOf(sections, type), "status") ?? status));

/** Replaces the success of a test payment by `test`, unless tests count. */
export const withTest = (result: Outcome, { test }: PaymentFacts, isTestCounted: boolean): Outcome =>
  isSuccess(result) && isSet(test) && !isTestCounted ? "test" : result;

/**
 * What happened to a payment, in one word, from a token's status or a transaction. Unknown values never count as paid.
 * Contradictory data is `unknown`.
 *
 * | outcome | when |
 * | --- | --- |
 * | `paid` | a successful `payment` or `charge`. The funds were captured |
 * | `authorized` | a successful `authorization`. The funds are only held |
 * | `captured`, `voided`, `refunded` | a successful `capture`, `void`, `refund` |
 * | `charged_back` | a successful `chargeback`, which took the money of a payment back |
 * | `paid_out` | a successful `payout` or `credit` |
 * | `tokenized` | a successful `tokenization` or `recipient_tokenization`. A card was saved, no money moved |
 * | `pending` | `incomplete`, `pending`, an unknown status, or a bill's `permanent`, `start`, `auto_created`. May still change, even after a failed attempt |
 * | `pending` | `failed` or `error` of a token with `finished: false`, which the customer can still pay |
 * | `failed` | `failed`, `error` or `deleted`. This transaction moved no money. A failed refund does not change its payment |
 * | `expired` | `expired`, or a token that expired unpaid |
 * | `test` | a success above of a test transaction, unless `test` is true |
 * | `unknown` | an unknown type, or a status that a section, `finished` or `expired` contradicts |
 * | `unknown` | `amount`, `currency`, `tracking_id`, `uid` or `test` differ between the payment, its order and its sections |
 * | `unknown` | another section that succeeded |
 * | `unknown` | a successful `p2p`, `checkup` or `fraud_advice`, because none of your money moved |
 * | `unknown` | a success with an amount below 1, a number above 2^53, or a transaction and a token's status in one object |
 *
 * @param payment The result of `checkouts.get` or `checkouts.poll`, or the transaction of a notification.
 * @param options `test`: true counts a test transaction like a live one. Default false.
 */
export function outcome(
  payment: CheckoutStatus | Transaction,
  options?: { test?: boolean | undefined },
): Outcome {
  const facts = factsOf(payment);
  return withTest(outcomeOf(facts), facts, readOnly(options, "test") === true);
}

/**
 * Whether the status of a payment is final, so that it no longer changes.
 *
 * | status | final |
 * | --- | --- |
 * | `successful`, `failed`, `expired`, `error`, `deleted` | yes |
 * | `incomplete`, `pending`, a bill's `permanent`, `start` and `auto_created`, and unknown statuses | no |
 * | a token with `expired: true` | yes, with any status |
 * | `failed` or `error` of a token with `finished: false`, which the customer can still pay | no |
 *
 * @param payment The result of `checkouts.get`, or the transaction of a notification.
 */
export function isFinal(payment: CheckoutStatus | Transaction): boolean {
  if (isUnfinished(payment)) return false;
  return (
    fieldOf(payment, "expired") === true || (meaningOf(fieldOf(payment, "status")) ?? "pending") !== "pending"
  );
}
