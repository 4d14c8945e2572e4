import { ConfigurationError } from "../../../errors/configuration-error.ts";
import type { Delivery } from "./delivery.ts";
import {
  type CardRecord,
  type CheckoutRecord,
  isBill,
  isState,
  type ProductRecord,
  type RequestIdRecord,
  type SandboxState,
  type StateRecords,
  type TransactionKind,
  type TransactionRecord,
} from "./records.ts";
import { SigningKey } from "./signing-key.ts";

/** The maximum number of transactions found by a tracking id. Source: gateway documentation, "Follow-up transactions". */
const MAX_FOUND = 10;

export interface Store {
  readonly products: Map<string, ProductRecord>;
  readonly checkouts: Map<string, CheckoutRecord>;
  readonly transactions: Map<string, TransactionRecord>;
  readonly cards: Map<string, CardRecord>;
  readonly deliveries: Map<string, Delivery>;
  readonly requestIds: Map<string, RequestIdRecord>;
  readonly key: SigningKey;
  /** Whether others can reach the sandbox, or could before a restart. */
  isPublic: boolean;
}

const byKey = <T>(values: readonly T[], keyOf: (value: T) => string): Map<string, T> =>
  new Map(values.map((value) => [keyOf(value), value]));

type SavedTransaction = StateRecords["transactions"][number];

/** The kind of a transaction in a state that was saved before records had it: that of the payment that it belongs to. */
const kindOf = (first: SavedTransaction | undefined): TransactionKind => {
  if (first?.isBill) return "bill";
  return first?.checkout ? "direct" : "token";
};

const readTransactions = (saved: readonly SavedTransaction[]): Map<string, TransactionRecord> => {
  const byUid = byKey(saved, ({ transaction }) => transaction.uid);
  const records = saved.map(({ isBill: _, ...record }) => ({
    ...record,
    kind: record.kind ?? kindOf(byUid.get(record.token)),
  }));
  return byKey(records, ({ transaction }) => transaction.uid);
};

/** @throws ConfigurationError if the state is not one of `toState`. */
export const openStore = (state: SandboxState | undefined): Store => {
  if (state !== undefined && !isState(state)) {
    throw new ConfigurationError("state must be what sandbox.state() gave");
  }
  return {
    products: byKey(state?.products ?? [], ({ id }) => id),
    checkouts: byKey(state?.checkouts ?? [], ({ token }) => token),
    transactions: readTransactions(state?.transactions ?? []),
    cards: byKey(state?.cards ?? [], ({ token }) => token),
    deliveries: byKey(state?.deliveries ?? [], ({ id }) => id),
    requestIds: byKey(state?.requestIds ?? [], ({ id }) => id),
    key: new SigningKey(state?.key),
    isPublic: state?.isPublic === true,
  };
};

export const toState = async (store: Store): Promise<StateRecords> => {
  const key = await store.key.pair();
  return {
    version: 1,
    products: [...store.products.values()],
    checkouts: [...store.checkouts.values()],
    transactions: [...store.transactions.values()],
    cards: [...store.cards.values()],
    deliveries: [...store.deliveries.values()],
    requestIds: [...store.requestIds.values()],
    key,
    ...(store.isPublic && { isPublic: true }),
  };
};

/** Forgets all records; the key stays. */
export const clearStore = (store: Store): void => {
  const { products, checkouts, transactions, cards, deliveries, requestIds } = store;
  for (const records of [products, checkouts, transactions, cards, deliveries, requestIds]) records.clear();
};

/** What was asked for: by a payment token, or by the request of a payment without one. */
export const checkoutOf = ({ checkouts, transactions }: Store, token: string): CheckoutRecord | undefined =>
  checkouts.get(token) ?? transactions.get(token)?.checkout;

/** The bill with this `uid`. */
export const billOf = ({ transactions }: Store, uid: string): TransactionRecord | undefined => {
  const record = transactions.get(uid);
  return record && isBill(record) ? record : undefined;
};

/** The transactions with a tracking id: at most 10, newest first. */
export const findByTrackingId = ({ transactions }: Store, trackingId: string): TransactionRecord[] =>
  Array.from(transactions.values())
    .filter(({ transaction }) => transaction.tracking_id === trackingId)
    .slice(-MAX_FOUND)
    .reverse();
