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

/** Maximum number of transactions with a tracking id. Source: gateway documentation, "Follow-up transactions". */
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

/** Returns the kind of a transaction in a state of an earlier version, which is the kind of its payment. */
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

/** @throws ConfigurationError if the state does not come from `toState`. */
export const openStore = (state: SandboxState | undefined): Store => {
  if (state !== undefined && !isState(state)) {
    throw new ConfigurationError("state must be a result of sandbox.state()");
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

/** Removes all records except the key. */
export const clearStore = (store: Store): void => {
  const { products, checkouts, transactions, cards, deliveries, requestIds } = store;
  for (const records of [products, checkouts, transactions, cards, deliveries, requestIds]) records.clear();
};

/** Finds the request by a payment token, or by the `uid` of a payment without a token. */
export const checkoutOf = ({ checkouts, transactions }: Store, token: string): CheckoutRecord | undefined =>
  checkouts.get(token) ?? transactions.get(token)?.checkout;

export const billOf = ({ transactions }: Store, uid: string): TransactionRecord | undefined => {
  const record = transactions.get(uid);
  return record && isBill(record) ? record : undefined;
};

/** Finds at most 10 transactions with a tracking id, newest first. */
export const findByTrackingId = ({ transactions }: Store, trackingId: string): TransactionRecord[] =>
  Array.from(transactions.values())
    .filter(({ transaction }) => transaction.tracking_id === trackingId)
    .slice(-MAX_FOUND)
    .reverse();
