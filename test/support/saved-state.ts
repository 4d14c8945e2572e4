import type { Transaction } from "../../src/index.ts";
import type { SandboxState } from "../../src/sandbox.ts";

interface SavedOrder {
  id: string;
  createdAt: string;
}

interface SavedRecords {
  readonly orders: SavedOrder[];
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
  const { orders, cards }: { orders: (SavedOrder & Omit<SavedRecords, "orders">)[]; cards: [] } =
    Object(state);
  return {
    orders,
    transactions: orders.flatMap(({ transactions }) => transactions),
    deliveries: orders.flatMap(({ deliveries }) => deliveries),
    cards,
  };
};
