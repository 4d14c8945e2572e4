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

/** What the gateway says of the same. */
interface Stated {
  readonly amount?: unknown;
  readonly currency?: unknown;
  readonly tracking_id?: unknown;
  readonly test?: unknown;
}

/** A number or text as text; an object equals nothing. */
const written = (value: unknown): unknown => (Object(value) === value ? {} : String(value));

const differs = (stated: unknown, expected: unknown): boolean =>
  !isGiven(stated) || written(stated) !== written(expected);

function compare(what: string, stated: readonly Stated[], expected: ExpectedPayment): void {
  const isDifferent = {
    amount: stated.some(({ amount }) => differs(amount, expected?.amount)),
    currency: stated.some(({ currency }) => differs(currency, expected?.currency)),
    tracking_id: stated.some(({ tracking_id }) => differs(tracking_id, expected?.trackingId)),
    test: stated.some(({ test }) => isTest(test)) && expected?.test !== true,
  };
  const fields = Object.entries(isDifferent).flatMap(([field, is]) => (is ? field : []));
  if (fields.length > 0) {
    throw new WebhookError("mismatch", `The ${what} does not match: ${fields.join(", ")}`, fields);
  }
}

/** The order of a token, and what the processing says instead. */
function statedByToken(status: unknown, section: unknown): Stated[] {
  const { order, test }: { order?: unknown; test?: unknown } = Object(status);
  const { amount, currency, tracking_id }: Stated = Object(order);
  const processed: Stated = Object(section);
  return [
    { amount, currency, tracking_id, test },
    { amount: processed.amount ?? amount, currency: processed.currency ?? currency, tracking_id, test },
  ];
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
  const stated = token === undefined ? [Object(of)] : statedByToken(of, ownField(sections, type));
  compare("payment", stated, expected);
}

/**
 * Compares a payout that the gateway asks about with the merchant's own, before it is accepted.
 *
 * @throws {@link WebhookError} as {@link expectPayment} does. Thrown in `decide`, it declines the payout.
 */
export const expectPayout = (verification: PayoutVerification, expected: ExpectedPayment): void =>
  compare("payout", [Object(verification)], expected);
