import type { Transaction } from "../../../api/transactions/transaction.ts";
import { ConfigurationError } from "../../../errors/configuration-error.ts";
import type { Delivery } from "./delivery.ts";
import {
  type CardRecord,
  type CheckoutRecord,
  isState,
  type ProductRecord,
  type RequestIdRecord,
  type SandboxState,
  type StateRecords,
  type TransactionRecord,
} from "./records.ts";
import { SigningKey } from "./signing-key.ts";

/** The maximum number of transactions found by a tracking id. Source: gateway documentation, "Follow-up transactions". */
const MAX_FOUND = 10;

const byKey = <T>(values: readonly T[], keyOf: (value: T) => string): Map<string, T> =>
  new Map(values.map((value) => [keyOf(value), value]));

export class Store {
  readonly products: Map<string, ProductRecord>;
  readonly checkouts: Map<string, CheckoutRecord>;
  readonly transactions: Map<string, TransactionRecord>;
  readonly cards: Map<string, CardRecord>;
  readonly deliveries: Map<string, Delivery>;
  readonly requestIds: Map<string, RequestIdRecord>;
  readonly key: SigningKey;
  /** Whether others can reach the sandbox, or could before a restart. */
  isPublic: boolean;

  constructor(state: SandboxState | undefined) {
    if (state !== undefined && !isState(state)) {
      throw new ConfigurationError("state must be what sandbox.state() gave");
    }
    this.products = byKey(state?.products ?? [], ({ id }) => id);
    this.checkouts = byKey(state?.checkouts ?? [], ({ token }) => token);
    this.transactions = byKey(state?.transactions ?? [], ({ transaction }) => transaction.uid);
    this.cards = byKey(state?.cards ?? [], ({ token }) => token);
    this.deliveries = byKey(state?.deliveries ?? [], ({ id }) => id);
    this.requestIds = byKey(state?.requestIds ?? [], ({ id }) => id);
    this.key = new SigningKey(state?.key);
    this.isPublic = state?.isPublic === true;
  }

  /** What was asked for: by a payment token, or by the request of a payment without one. */
  checkoutOf(token: string): CheckoutRecord | undefined {
    return this.checkouts.get(token) ?? this.transactions.get(token)?.checkout;
  }

  /** The transactions with a tracking id: at most 10, newest first. */
  findByTrackingId(trackingId: string): Transaction[] {
    return Array.from(this.transactions.values(), ({ transaction }) => transaction)
      .filter(({ tracking_id }) => tracking_id === trackingId)
      .slice(-MAX_FOUND)
      .reverse();
  }

  /** Forgets all records; the key stays. */
  clear(): void {
    const { products, checkouts, transactions, cards, deliveries, requestIds } = this;
    for (const records of [products, checkouts, transactions, cards, deliveries, requestIds]) records.clear();
  }

  async state(): Promise<StateRecords> {
    const key = await this.key.pair();
    return {
      version: 1,
      products: [...this.products.values()],
      checkouts: [...this.checkouts.values()],
      transactions: [...this.transactions.values()],
      cards: [...this.cards.values()],
      deliveries: [...this.deliveries.values()],
      requestIds: [...this.requestIds.values()],
      key,
      ...(this.isPublic && { isPublic: true }),
    };
  }
}
