import { WebhookError } from "../errors/webhook-error.ts";
import { isTest } from "../outcome.ts";
import { ownField, readPayment } from "../payment-facts.ts";
import { isGiven } from "../values.ts";
import { type Payment, paymentOf } from "./notification.ts";
import type { PayoutVerification } from "./payout-verification.ts";

/** The values of the merchant's own order or payout. */
export interface ExpectedPayment {
  /** Amount in minimal currency units. */
  amount: number | bigint | string;
  /** Currency, ISO 4217 alpha-3. */
  currency: string;
  /** `order.tracking_id` of the token. */
  trackingId: string;
  /** True accepts test payments too. Default false. */
  test?: boolean | undefined;
}

/** The gateway's values: the amount and the currency from each place that has them. */
interface Received {
  readonly amounts: readonly unknown[];
  readonly currencies: readonly unknown[];
  readonly tracking_id: unknown;
  readonly test: unknown;
}

/** A primitive as text; a new object for an object, so that it equals nothing. */
const comparable = (value: unknown): unknown => (Object(value) === value ? {} : String(value));

const differs = (received: unknown, expected: unknown): boolean =>
  !isGiven(received) || comparable(received) !== comparable(expected);

function compare(subject: string, received: Received, expected: ExpectedPayment): void {
  const { amount, currency, trackingId, test } = expected ?? {};
  const isDifferent = {
    amount: received.amounts.some((each) => differs(each, amount)),
    currency: received.currencies.some((each) => differs(each, currency)),
    tracking_id: differs(received.tracking_id, trackingId),
    test: isTest(received.test) && test !== true,
  };
  const fields = Object.entries(isDifferent).flatMap(([field, is]) => (is ? field : []));
  if (fields.length > 0) {
    throw new WebhookError("mismatch", `The ${subject} does not match: ${fields.join(", ")}`, fields);
  }
}

const valuesOf = (payment: unknown): Received => {
  const { amount, currency, tracking_id, test } = Object(payment);
  return { amounts: [amount], currencies: [currency], tracking_id, test };
};

/** The values of a token's order, and those that were processed, if the section has them. */
function valuesOfToken(status: unknown, section: unknown): Received {
  const { order, test } = Object(status);
  const { amount, currency, tracking_id } = Object(order);
  const processed = Object(section);
  return {
    amounts: [amount, processed.amount ?? amount],
    currencies: [currency, processed.currency ?? currency],
    tracking_id,
    test,
  };
}

/**
 * Compares a payment with the merchant's own order, as the gateway documentation requires. It does not check whether the
 * payment is paid: use `outcome`.
 *
 * @param payment A notification, a transaction, or the result of `checkouts.get`.
 * @throws {@link WebhookError} with reason `mismatch` if amount, currency or tracking id differ, or if it is a test and
 * `test` is not true; `fields` and the message name them. In a token's status, both the order and the processed values
 * must match.
 */
export function expectPayment(payment: Payment, expected: ExpectedPayment): void {
  const source = paymentOf(payment);
  const { token, type, sections } = readPayment(source);
  const isTransaction = token === undefined;
  const received = isTransaction ? valuesOf(source) : valuesOfToken(source, ownField(sections, type));
  compare("payment", received, expected);
}

/**
 * Compares the payout of a verification request with the merchant's own payout.
 *
 * @throws {@link WebhookError} like {@link expectPayment}. If it is thrown inside `decide`, the payout is declined.
 */
export const expectPayout = (verification: PayoutVerification, expected: ExpectedPayment): void =>
  compare("payout", valuesOf(verification), expected);
