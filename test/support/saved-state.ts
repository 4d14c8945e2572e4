import type { Transaction } from "../../src/index.ts";
import type { SandboxState } from "../../src/sandbox.ts";

interface SavedRecords {
  readonly orders: { token: string; createdAt: string }[];
  readonly transactions: { readonly transaction: Transaction }[];
  readonly deliveries: {
    id: string;
    url: string;
    body: string;
    nextAttemptAt?: string | undefined;
    answers: unknown[];
  }[];
  readonly cards: unknown[];
}

/** The records inside a saved state, which a test can change. Only this file knows their places. */
export const recordsOf = (state: SandboxState): SavedRecords => {
  const { checkouts: orders, transactions, deliveries, cards } = Object(state);
  return { orders, transactions, deliveries, cards };
};
