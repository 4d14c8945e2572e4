import type { PaymentDetails } from "../api/transactions/payment-details.ts";
import type { Transaction } from "../api/transactions/transaction.ts";
import { isRecord } from "../shared/values.ts";

/** The section of a transaction named after its type (`payment`, `authorization`, …); undefined if absent. */
export function paymentDetails(transaction: Transaction): PaymentDetails | undefined {
  const section = Object.entries(transaction ?? {}).find(([field]) => field === transaction.type)?.[1];
  return isRecord(section) ? section : undefined;
}
