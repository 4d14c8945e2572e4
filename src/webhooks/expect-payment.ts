import { WebhookError } from "../errors/webhook-error.ts";
import { isTest } from "../outcome.ts";
import { ownField, readPayment } from "../payment-facts.ts";
import { isGiven } from "../values.ts";
import { type Payment, paymentOf } from "./notification.ts";
import type { PayoutVerification } from "./payout-verification.ts";

/** What the merchant's own order or payout says. */
export interface ExpectedPayment {
  /** Amount in minimal currency units. */
  amount: number | bigint | string;
  /** Currency, ISO 4217 alpha-3. */
  currency: string;
  /** `order.tracking_id` of the token. */
  trackingId: string;
  /** True takes a test too. Default false. */
  test?: boolean | undefined;
}

/** What the gateway says of the same: an amount and a currency in each place that has them. */
interface Stated {
  readonly amounts: readonly unknown[];
  readonly currencies: readonly unknown[];
  readonly tracking_id: unknown;
  readonly test: unknown;
}

/** A number or text as text; an object equals nothing. */
const written = (value: unknown): unknown => (Object(value) === value ? {} : String(value));

const differs = (stated: unknown, expected: unknown): boolean =>
  !isGiven(stated) || written(stated) !== written(expected);

function compare(what: string, stated: Stated, expected: ExpectedPayment): void {
  const { amount, currency, trackingId, test } = expected ?? {};
  const isDifferent = {
    amount: stated.amounts.some((each) => differs(each, amount)),
    currency: stated.currencies.some((each) => differs(each, currency)),
    tracking_id: differs(stated.tracking_id, trackingId),
    test: isTest(stated.test) && test !== true,
  };
  const fields = Object.entries(isDifferent).flatMap(([field, is]) => (is ? field : []));
  if (fields.length > 0) {
    throw new WebhookError("mismatch", `The ${what} does not match: ${fields.join(", ")}`, fields);
  }
}

const statedBy = (payment: unknown): Stated => {
  const { amount, currency, tracking_id, test } = Object(payment);
  return { amounts: [amount], currencies: [currency], tracking_id, test };
};

/** The order of a token, and what was processed, where the section says so. */
function statedByToken(status: unknown, section: unknown): Stated {
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
 * Compares a payment with the merchant's own order, as the gateway asks its merchants to. It does not ask whether
 * anything was paid: that is `outcome`.
 *
 * @param payment A notification, a transaction, or what `checkouts.get` gives.
 * @throws {@link WebhookError} with reason `mismatch` when amount, currency or tracking id differ, or when it is a
 * test and `test` is not true; `fields` and the message name them. In a token's status, both the order and what was
 * processed have to match.
 */
export function expectPayment(payment: Payment, expected: ExpectedPayment): void {
  const of = paymentOf(payment);
  const { token, type, sections } = readPayment(of);
  const stated = token === undefined ? statedBy(of) : statedByToken(of, ownField(sections, type));
  compare("payment", stated, expected);
}

/**
 * Compares a payout that the gateway asks about with the merchant's own, before it is accepted.
 *
 * @throws {@link WebhookError} as {@link expectPayment} does. Thrown in `decide`, it declines the payout.
 */
export const expectPayout = (verification: PayoutVerification, expected: ExpectedPayment): void =>
  compare("payout", statedBy(verification), expected);
