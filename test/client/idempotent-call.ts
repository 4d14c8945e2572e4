import type { PaymentsClient, Transaction } from "../../src/index.ts";

/** The methods that make a transaction. */
export const METHODS = ["pay", "authorize", "capture", "void", "refund"] as const;

export type Method = (typeof METHODS)[number];

/** Calls a method by its name. */
export const call = async (
  { transactions }: PaymentsClient,
  method: Method,
  params: object,
  idempotencyKey?: string,
): Promise<Transaction> => Reflect.apply(transactions[method], transactions, [params, { idempotencyKey }]);
