import { printable } from "../shared/printable.ts";
import { factsOf, fieldOf, givenText, isSameValue, type PaymentFacts, valuesIn } from "./facts.ts";
import { isFollowUp } from "./is-transaction.ts";
import { type Payment, paymentOf } from "./notification.ts";
import { isSet, type Outcome, outcomeOf, withTest } from "./outcome.ts";

/** The facts of a payment in one form. A field is undefined if it is absent or contradicts itself. */
export interface PaymentSummary {
  /** What happened. `test` for a successful test payment. See `outcome`. */
  readonly outcome: Outcome;
  /** Type of the transaction: `payment`, `authorization`, … */
  readonly type: string | undefined;
  /** Identifier of the transaction. */
  readonly uid: string | undefined;
  /** Payment token. */
  readonly token: string | undefined;
  /** Your identifier, from `order.tracking_id`. For a chargeback, from its original transaction. */
  readonly trackingId: string | undefined;
  /** Amount in minor units. */
  readonly amount: number | undefined;
  /** Currency, ISO 4217 alpha-3. */
  readonly currency: string | undefined;
  /** True for a test, which moved no money. */
  readonly test: boolean | undefined;
  /**
   * The saved card, to charge with `transactions.pay`. This sensitive value is not enumerable, so logs, JSON and copies
   * by spread omit it.
   */
  readonly cardToken: string | undefined;
  /** Time of the payment, ISO 8601, UTC. */
  readonly paidAt: string | undefined;
  /** Description of the status. Control characters are escaped. */
  readonly message: string | undefined;
}

/** The value of all these places. Undefined if two differ. */
const agreed = <Value>(values: readonly Value[]): Value | undefined =>
  values.every((value) => value === values[0] || isSameValue(value, values[0])) ? values[0] : undefined;

function toAmount(value: unknown): number | undefined {
  const amount = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(amount) ? Number(amount) : undefined;
}

/**
 * Reads a token's status, a transaction or a notification into one form, so that your code does not depend on where a
 * value is. Compare it with your order by `expectPayment`.
 *
 * @param payment The result of `checkouts.get` or `checkouts.poll`, a transaction, or a notification.
 */
export function paymentSummary(payment: Payment): PaymentSummary {
  const facts = factsOf(paymentOf(payment));
  return summarize(facts, withTest(outcomeOf(facts), facts, false));
}

/** The tracking id of a chargeback's original transaction, because a chargeback has none. */
const parentTrackingId = ({ payment, type, places }: PaymentFacts): unknown => {
  const parent = fieldOf(payment, "parent_transaction");
  const isItsParent = isSameValue(fieldOf(parent, "uid"), fieldOf(payment, "parent_uid"));
  const isNeeded = isFollowUp(type) && valuesIn(places, "tracking_id").length === 0;
  return isNeeded && isItsParent ? fieldOf(parent, "tracking_id") : undefined;
};

const hideCard = (summary: PaymentSummary): PaymentSummary =>
  Object.defineProperty(summary, "cardToken", { enumerable: false });

/** The summary of a payment whose facts and outcome are known. */
export function summarize(facts: PaymentFacts, outcome: Outcome): PaymentSummary {
  const { payment, places, sections, type } = facts;
  const textIn = (from: readonly unknown[], field: string): string | undefined =>
    givenText(agreed(valuesIn(from, field)));
  const vendor = fieldOf(fieldOf(payment, "additional_data"), "vendor");
  const message = givenText(fieldOf(payment, "message") ?? fieldOf(fieldOf(sections, type), "message"));
  return hideCard({
    outcome,
    type: givenText(agreed([...valuesIn(places, "type"), ...valuesIn(places, "transaction_type")])),
    uid: textIn(places, "uid"),
    token: textIn([payment, vendor], "token"),
    trackingId: textIn(places, "tracking_id") ?? givenText(parentTrackingId(facts)),
    amount: toAmount(agreed(valuesIn(places, "amount"))),
    currency: textIn(places, "currency"),
    test: agreed(valuesIn(places, "test").map(isSet)),
    cardToken: textIn(valuesIn(places, "credit_card"), "token"),
    paidAt: textIn(places, "paid_at"),
    message: message === undefined ? message : printable(message),
  });
}

/** The same summary with another outcome. */
export const withOutcome = (summary: PaymentSummary, outcome: Outcome): PaymentSummary =>
  hideCard({ ...summary, outcome, cardToken: summary.cardToken });
