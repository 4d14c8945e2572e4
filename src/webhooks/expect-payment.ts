import { WebhookError } from "../errors/webhook-error.ts";
import { isTest } from "../outcome.ts";
import { isGiven } from "../values.ts";
import type { Notification } from "./notification.ts";

/** What the merchant's own order says. */
export interface ExpectedPayment {
  /** Amount in minimal currency units. */
  amount: number | bigint | string;
  /** Currency, ISO 4217 alpha-3. */
  currency: string;
  /** `order.tracking_id` of the token. */
  trackingId: string;
  /** True takes a test payment too. Default false. */
  test?: boolean | undefined;
}

/** An amount as digits; an object is none, and is like no other. */
const written = (amount: unknown): unknown => (Object(amount) === amount ? {} : String(amount));

/**
 * Compares a notification with the merchant's own order, as the gateway asks its merchants to. It does not ask
 * whether anything was paid: that is `isPaid`.
 *
 * @throws {@link WebhookError} with reason `mismatch` when amount, currency or tracking id differ, or when it is a
 * test and `test` is not true; `fields` and the message name them.
 */
export function expectPayment(notification: Notification, expected: ExpectedPayment): void {
  const { amount, currency, tracking_id, test } =
    (notification?.type === "transaction"
      ? notification.transaction
      : { ...notification?.checkout?.order, test: notification?.checkout?.test }) ?? {};
  const differs = {
    amount: !isGiven(amount) || written(amount) !== written(expected?.amount),
    currency: !isGiven(currency) || currency !== expected?.currency,
    tracking_id: !isGiven(tracking_id) || tracking_id !== expected?.trackingId,
    test: isTest(test) && expected?.test !== true,
  };
  const fields = Object.entries(differs).flatMap(([field, isDifferent]) => (isDifferent ? field : []));
  if (fields.length > 0) {
    throw new WebhookError(
      "mismatch",
      `The notification does not match the order: ${fields.join(", ")}`,
      fields,
    );
  }
}
