import type { CheckoutStatus } from "./models/checkout-status.ts";
import type { Transaction } from "./models/transaction.ts";
import { isGiven, isRecord } from "./values.ts";

/** What a payment is told from: what is the same in a token's status and in a transaction. */
interface State {
  readonly type: unknown;
  readonly status: unknown;
  readonly test: unknown;
  /** False where a token says otherwise elsewhere: it is not finished, it ran out, or it has another inner status. */
  readonly isConsistent: boolean;
  readonly isExpired: boolean;
}

/** Whether a payment's `test` says so. Only false, null and nothing say no: what is not understood is no money. */
export const isTest = (test: unknown): boolean => test !== false && isGiven(test);

const toState = (payment: CheckoutStatus | Transaction): State => {
  if (!isRecord(payment) || !("token" in payment)) {
    const { type, status, test } = Object(payment);
    return { type, status, test, isConsistent: true, isExpired: false };
  }
  const { transaction_type: type, status, test, finished, expired, gateway_response: response } = payment;
  const details =
    isRecord(response) && typeof type === "string" && Object.hasOwn(response, type)
      ? response[type]
      : undefined;
  const inner = isRecord(details) ? details["status"] : undefined;
  return {
    type,
    status,
    test,
    isConsistent: finished !== false && expired !== true && (inner ?? status) === status,
    isExpired: expired === true,
  };
};

/**
 * Whether the money is the merchant's: the one honest answer from a token's status or a transaction.
 *
 * | | paid |
 * | --- | --- |
 * | `payment` or `charge`, `successful` | yes |
 * | the same, with `test: true` on it | only when `{ test: true }` is passed |
 * | `authorization`, `successful` | no: the money is only held |
 * | `refund`, `payout`, `tokenization` and any other type | no |
 * | any other status, also one that is new | no |
 * | a token with `expired: true` or `finished: false`, or whose `gateway_response` says otherwise | no |
 *
 * @param payment What `checkouts.get` gives, or the transaction of a notification.
 * @param options `test`: true takes a test payment for a payment. Default false.
 */
export function isPaid(
  payment: CheckoutStatus | Transaction,
  options?: { test?: boolean | undefined },
): boolean {
  const { type, status, test, isConsistent } = toState(payment);
  return (
    (type === "payment" || type === "charge") &&
    status === "successful" &&
    isConsistent &&
    (!isTest(test) || options?.test === true)
  );
}

const FINAL: readonly unknown[] = ["successful", "failed", "expired", "error"];

/**
 * Whether a payment no longer changes by itself.
 *
 * | | final |
 * | --- | --- |
 * | `successful`, `failed`, `expired`, `error` | yes |
 * | `incomplete`, `pending`, and any status that is new | no |
 * | a token that is `expired` | yes, whatever its status |
 *
 * @param payment What `checkouts.get` gives, or the transaction of a notification.
 */
export function isFinal(payment: CheckoutStatus | Transaction): boolean {
  const { status, isExpired } = toState(payment);
  return isExpired || FINAL.includes(status);
}
