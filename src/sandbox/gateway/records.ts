import type { Transaction } from "../../models/transaction.ts";
import type { Delivery } from "./deliveries/delivery.ts";
import type { KeyPair } from "./deliveries/signing-key.ts";

/** What was sent, the undocumented fields too. */
export type Fields = Readonly<Record<string, unknown>>;

export interface ProductRecord {
  readonly id: string;
  readonly fields: Fields;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface CheckoutRecord {
  readonly token: string;
  /** What was sent, and what the customer entered since. */
  readonly fields: Fields;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Where its pages are. */
  readonly origin: string;
  /** The product whose payment link it comes from. */
  readonly productId?: string | undefined;
  /** Identifiers of its transactions, the latest last. */
  readonly uids: readonly string[];
  /** True when it ran out before its time, since someone asked for it. */
  readonly expired?: boolean | undefined;
}

export interface TransactionRecord {
  readonly token: string;
  readonly transaction: Transaction;
  /** The card that is saved when the transaction succeeds. */
  readonly cardToSave?: CardRecord | undefined;
  /** Whether it took one out of its product's stock: a product can become limited while it is paid for. */
  readonly tookStock?: boolean | undefined;
  /** Identifiers of the captures, voids and refunds that followed it, the latest last. */
  readonly followUps?: readonly string[] | undefined;
}

/** A saved card. Only test cards come here. */
export interface CardRecord {
  readonly token: string;
  readonly number: string;
  readonly holder: string;
  readonly expMonth: number;
  readonly expYear: number;
}

/** Everything that a sandbox knows, as JSON carries it: `sandbox.state()` gives it, `new Sandbox({ state })` takes it. */
export interface SandboxState {
  /** Of the form; what is inside is the sandbox's own. */
  readonly version: 1;
}

/** What is inside a `SandboxState`. */
export interface StateRecords extends SandboxState {
  readonly products: readonly ProductRecord[];
  readonly checkouts: readonly CheckoutRecord[];
  readonly transactions: readonly TransactionRecord[];
  readonly cards: readonly CardRecord[];
  readonly deliveries: readonly Delivery[];
  readonly key: KeyPair;
}
