import { WebhookError } from "../errors/webhook-error.ts";
import { factsOf, fieldOf, isSameValue, valuesIn } from "../payments/facts.ts";
import { type Payment, paymentOf } from "../payments/notification.ts";
import { isSet } from "../payments/outcome.ts";
import { readOption } from "../shared/read-option.ts";
import { isGiven } from "../shared/values.ts";
import type { PayoutVerification } from "./payout-verification.ts";
import { amountOf, flagOf } from "./read-order.ts";

/** The values of your order or payout. */
export interface ExpectedPayment {
  /** Amount in minor units. */
  amount: number | bigint | string;
  /** Currency, ISO 4217 alpha-3. */
  currency: string;
  /** `order.tracking_id` of the token. */
  trackingId: string;
  /** True also accepts test payments. Default false. */
  test?: boolean | undefined;
}

/**
 * Compares every place that contains a value. The payment itself must contain each value, and each expected value must
 * be given.
 */
function compare(subject: string, own: unknown, places: readonly unknown[], expected: ExpectedPayment): void {
  const differs = (field: string, value: unknown): boolean =>
    !isGiven(value) ||
    !isGiven(fieldOf(own, field)) ||
    valuesIn(places, field).some((received) => !isSameValue(received, value));
  const isDifferent = {
    amount: differs("amount", amountOf(readOption(expected, "amount"))),
    currency: differs("currency", readOption(expected, "currency")),
    tracking_id: differs("tracking_id", readOption(expected, "trackingId")),
    test: valuesIn(places, "test").some(isSet) && flagOf(readOption(expected, "test")) !== true,
  };
  const fields = Object.entries(isDifferent).flatMap(([field, is]) => (is ? field : []));
  if (fields.length > 0) {
    throw new WebhookError("mismatch", `The ${subject} does not match: ${fields.join(", ")}`, fields);
  }
}

/**
 * Compares a payment with your order, as the gateway documentation requires. It does not check whether the payment is
 * paid. Use `outcome` for this.
 *
 * @param payment A notification, a transaction, or the result of `checkouts.get`.
 * @throws {@link WebhookError} with reason `mismatch` if amount, currency or tracking id differ in any place (the
 * transaction, the token's order, a section). Also for a test payment, unless `test` is true. `fields` and the message
 * name the differences.
 */
export function expectPayment(payment: Payment, expected: ExpectedPayment): void {
  const { token, places } = factsOf(paymentOf(payment));
  const [transaction, order] = places;
  compare("payment", token === undefined ? transaction : order, places, expected);
}

/**
 * Compares the payout of a verification request with your payout.
 *
 * @throws {@link WebhookError} like {@link expectPayment}. If it is thrown inside `decide`, the payout is declined.
 */
export const expectPayout = (verification: PayoutVerification, expected: ExpectedPayment): void =>
  compare("payout", verification, [verification], expected);
