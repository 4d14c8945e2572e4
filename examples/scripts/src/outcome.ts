import { type CheckoutStatus, fromMinorUnits, outcome } from "payments-client";

/** Exit codes of `watch-payment.ts`. None is 1, because Node ends with 1 for any error. */
export const EXIT = { paid: 0, expired: 3, noStatus: 4, notPaid: 5, failed: 6, interrupted: 130 };

/** A successful payment may not be paid. An authorization only holds the money, and a test payment moves none. */
export function exitCodeOf(checkout: CheckoutStatus, test: boolean): number {
  switch (outcome(checkout, { test })) {
    case "paid":
      return EXIT.paid;
    case "failed":
      return EXIT.failed;
    case "expired":
      return EXIT.expired;
    case "pending":
    case "unknown":
      return EXIT.noStatus;
    default:
      return EXIT.notPaid;
  }
}

function money({ amount, currency }: NonNullable<CheckoutStatus["order"]>): string {
  try {
    return `${fromMinorUnits(amount ?? "", currency ?? "")} ${currency}`;
  } catch {
    return "";
  }
}

/** A status in one line. */
export const describe = ({ status, message, order, transaction_type, test }: CheckoutStatus): string =>
  [status ?? "no status", message, transaction_type, order && money(order), test && "test"]
    .filter(Boolean)
    .join(", ");
