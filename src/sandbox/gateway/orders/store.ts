import * as z from "zod/mini";
import { ConfigurationError } from "../../../errors/configuration-error.ts";
import {
  anyFields,
  type CardRecord,
  cardRecord,
  type Delivery,
  isoTime,
  type Order,
  orderRecord,
  type TransactionRecord,
} from "./order.ts";

/** An RSA key pair as base64 of DER. */
const keyPair = z.object({ publicKey: z.string(), privateKey: z.string() });

type KeyPair = Readonly<z.infer<typeof keyPair>>;

const ALGORITHM = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };

const toBase64 = (buffer: ArrayBuffer): string =>
  btoa(Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join(""));

const generate = async (): Promise<KeyPair> => {
  const parameters = { ...ALGORITHM, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
  const pair = await crypto.subtle.generateKey(parameters, true, ["sign", "verify"]);
  const [publicKey, privateKey] = await Promise.all([
    crypto.subtle.exportKey("spki", pair.publicKey),
    crypto.subtle.exportKey("pkcs8", pair.privateKey),
  ]);
  return { publicKey: toBase64(publicKey), privateKey: toBase64(privateKey) };
};

const importPrivate = ({ privateKey }: KeyPair) => {
  const der = Uint8Array.from(atob(privateKey), (character) => character.charCodeAt(0));
  return crypto.subtle.importKey("pkcs8", der, ALGORITHM, false, ["sign"]);
};

/** The gateway's key pair, which is generated at first use. Source: gateway documentation, "Notifications". */
export class SigningKey {
  #pair: Promise<KeyPair> | undefined;
  #signer: ReturnType<typeof importPrivate> | undefined;

  constructor(pair?: KeyPair) {
    this.#pair = pair && Promise.resolve(pair);
  }

  pair(): Promise<KeyPair> {
    this.#pair ??= generate();
    return this.#pair;
  }

  async sign(body: string | Uint8Array): Promise<string> {
    this.#signer ??= this.pair().then(importPrivate);
    const bytes = typeof body === "string" ? new TextEncoder().encode(body) : new Uint8Array(body);
    return toBase64(await crypto.subtle.sign(ALGORITHM, await this.#signer, bytes));
  }
}

const productRecord = z.object({ id: z.string(), fields: anyFields, createdAt: isoTime, updatedAt: isoTime });

export type ProductRecord = Readonly<z.infer<typeof productRecord>>;

/** The result of a request with a `RequestID`, the `uid` of a transaction or a refusal. */
const requestIdRecord = z.object({
  id: z.string(),
  at: isoTime,
  uid: z.optional(z.string()),
  problems: z.optional(z.array(z.object({ path: z.array(z.string()), messages: z.array(z.string()) }))),
});

export type RequestIdRecord = Readonly<z.infer<typeof requestIdRecord>>;

/** The state of a sandbox as JSON. `sandbox.state()` returns it, and `new Sandbox({ state })` accepts it. */
export interface SandboxState {
  /** Version of the format. Other fields are internal. */
  readonly version: 1;
}

const stateRecord = z.object({
  version: z.literal(1),
  products: z.array(productRecord),
  orders: z.array(orderRecord),
  cards: z.array(cardRecord),
  requestIds: z.array(requestIdRecord),
  key: keyPair,
  /** Whether others could make the records, because the sandbox had a `publicUrl`. */
  isPublic: z.optional(z.boolean()),
});

export type StateRecords = Readonly<z.infer<typeof stateRecord>>;

/** Whether a value has the records of a sandbox. Does not check their content, such as amounts. */
const isState = (value: unknown): value is StateRecords => stateRecord.safeParse(value).success;

/** Maximum number of transactions with a tracking id. Source: gateway documentation, "Follow-up transactions". */
const MAX_FOUND = 10;

export interface Store {
  readonly products: Map<string, ProductRecord>;
  readonly orders: Map<string, Order>;
  /** The transactions of all orders by `uid`. */
  readonly transactions: Map<string, TransactionRecord>;
  /** The notifications of all orders by id. */
  readonly deliveries: Map<string, Delivery>;
  readonly cards: Map<string, CardRecord>;
  readonly requestIds: Map<string, RequestIdRecord>;
  readonly key: SigningKey;
  /** Whether others can reach the sandbox, or could before a restart. */
  isPublic: boolean;
}

const byKey = <T>(values: readonly T[], keyOf: (value: T) => string): Map<string, T> =>
  new Map(values.map((value) => [keyOf(value), value]));

const sortByTime = <T>(records: T[], timeOf: (record: T) => string): T[] =>
  records.sort((one, other) => (timeOf(one) < timeOf(other) ? -1 : Number(timeOf(one) > timeOf(other))));

const copyOf = (order: Order): Order => ({
  ...order,
  transactions: [...order.transactions],
  deliveries: [...order.deliveries],
});

/** @throws ConfigurationError if the state does not come from `toState`. */
export const openStore = (state: SandboxState | undefined): Store => {
  if (state !== undefined && !isState(state))
    throw new ConfigurationError("state must be a result of sandbox.state()");
  const orders = (state?.orders ?? []).map(copyOf);
  const transactions = orders.flatMap((order) => order.transactions);
  const deliveries = orders.flatMap((order) => order.deliveries);
  sortByTime(transactions, ({ transaction }) => transaction.created_at ?? "");
  sortByTime(deliveries, ({ createdAt }) => createdAt);
  return {
    products: byKey(state?.products ?? [], ({ id }) => id),
    orders: byKey(orders, ({ id }) => id),
    transactions: byKey(transactions, ({ transaction }) => transaction.uid),
    deliveries: byKey(deliveries, ({ id }) => id),
    cards: byKey(state?.cards ?? [], ({ token }) => token),
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
    orders: Array.from(store.orders.values(), copyOf),
    cards: [...store.cards.values()],
    requestIds: [...store.requestIds.values()],
    key,
    ...(store.isPublic && { isPublic: true }),
  };
};

/** Removes all records except the key. */
export const clearStore = (store: Store): void => {
  const { products, orders, transactions, cards, deliveries, requestIds } = store;
  for (const records of [products, orders, transactions, cards, deliveries, requestIds]) records.clear();
};

/** Replaces the record with the same id, or appends it. The newest records change most. */
const put = <T>(records: T[], isSame: (record: T) => boolean, record: T): void => {
  const index = records.findLastIndex(isSame);
  records[index < 0 ? records.length : index] = record;
};

export const putTransaction = ({ orders, transactions }: Store, record: TransactionRecord): void => {
  const { uid } = record.transaction;
  transactions.set(uid, record);
  put(orders.get(record.order)?.transactions ?? [], ({ transaction }) => transaction.uid === uid, record);
};

export const putDelivery = ({ orders, deliveries }: Store, delivery: Delivery): void => {
  deliveries.set(delivery.id, delivery);
  put(orders.get(delivery.token)?.deliveries ?? [], ({ id }) => id === delivery.id, delivery);
};

export const tokenOf = ({ orders }: Store, token: string): Order | undefined => {
  const order = orders.get(token);
  return order?.kind === "token" ? order : undefined;
};

export const billRecordOf = ({ orders }: Store, uid: string): TransactionRecord | undefined => {
  const order = orders.get(uid);
  return order?.kind === "bill" ? order.transactions[0] : undefined;
};

/** Finds at most 10 transactions with a tracking id, newest first. */
export const findByTrackingId = ({ transactions }: Store, trackingId: string): TransactionRecord[] =>
  Array.from(transactions.values())
    .filter(({ transaction }) => transaction.tracking_id === trackingId)
    .slice(-MAX_FOUND)
    .reverse();
