import * as z from "zod/mini";
import { type Transaction, transactionSchema } from "../../../api/transactions/transaction.ts";
import { type Delivery, DISTURBANCES, NO_RESPONSE } from "./delivery.ts";

/** The fields of a request, with undocumented fields. */
export type Fields = Readonly<Record<string, unknown>>;

const anyFields = z.record(z.string(), z.unknown());

const isoTime = z.iso.datetime();

const productRecord = z.object({ id: z.string(), fields: anyFields, createdAt: isoTime, updatedAt: isoTime });

export type ProductRecord = Readonly<z.infer<typeof productRecord>>;

const checkoutRecord = z.object({
  token: z.string(),
  /** The request with the customer's entries. */
  fields: anyFields,
  createdAt: isoTime,
  updatedAt: isoTime,
  /** Origin of the token's pages. */
  origin: z.string(),
  /** The product, if the token comes from a payment link. */
  productId: z.optional(z.string()),
  /** Who made the token, if it does not come from a payment link. Missing in states of earlier versions. */
  madeBy: z.optional(z.enum(["api", "dashboard"])),
  /** Ids of the token's transactions, newest last. */
  uids: z.array(z.string()),
  /** Whether the token was expired early on request. */
  expired: z.optional(z.boolean()),
});

export type CheckoutRecord = Readonly<z.infer<typeof checkoutRecord>>;

const cardRecord = z.object({
  token: z.string(),
  /** Only the first six and the last four digits. */
  number: z.string(),
  holder: z.string(),
  expMonth: z.number(),
  expYear: z.number(),
});

export type CardRecord = Readonly<z.infer<typeof cardRecord>>;

const free = z.optional(z.any());

/** Sections of a request may have any content. The sandbox wrote the other fields. */
const keptTransaction: z.ZodMiniType<Transaction> = z.extend(transactionSchema, {
  customer: free,
  billing_address: free,
  additional_data: free,
  custom_fields: free,
  erip: free,
});

/** The request of a transaction, with a payment token, without a token, or for a bill. */
const KINDS = ["token", "direct", "bill"] as const;

export type TransactionKind = (typeof KINDS)[number];

const transactionRecord = z.object({
  /** Payment token. Without a token, the `uid` of the payment, which follow-up transactions also have. */
  token: z.string(),
  transaction: keptTransaction,
  /** The card to save after a success. */
  cardToSave: z.optional(cardRecord),
  /** Whether the payment reduced the stock. A product may become limited during its payment. */
  tookStock: z.optional(z.boolean()),
  /** Whether a planned decline declined it. */
  isPlanned: z.optional(z.boolean()),
  /** Ids of captures, voids, refunds and chargebacks, oldest first. */
  followUps: z.optional(z.array(z.string())),
  /** The kind of the payment, also for its follow-ups. Missing in states of earlier versions. */
  kind: z.optional(z.enum(KINDS)),
  /** Whether the transaction is a bill. Only in states of earlier versions. */
  isBill: z.optional(z.boolean()),
  /** The `uid` of the bill with the same account number that replaced this bill. */
  replacedBy: z.optional(z.string()),
  /** The request of a payment without a payment token, in the format of a token. */
  checkout: z.optional(checkoutRecord),
});

export interface TransactionRecord extends Readonly<Omit<z.infer<typeof transactionRecord>, "isBill">> {
  readonly kind: TransactionKind;
}

/** Whether a transaction is a bill, but not a payment of a permanent bill. */
export const isBill = ({ kind, token, transaction }: TransactionRecord): boolean =>
  kind === "bill" && transaction.uid === token;

const deliveryRecord: z.ZodMiniType<Delivery> = z.object({
  id: z.string(),
  type: z.enum(["transaction", "checkout", "verification"]),
  url: z.string(),
  token: z.string(),
  body: z.string(),
  signature: z.string(),
  disturbance: z.optional(z.enum(DISTURBANCES)),
  copyOf: z.optional(z.string()),
  status: z.optional(z.number()),
  attempts: z.number(),
  answers: z.array(
    z.object({
      at: isoTime,
      durationMs: z.optional(z.number()),
      status: z.optional(z.number()),
      body: z.optional(z.string()),
      error: z.optional(z.string()),
      reason: z.optional(z.enum(NO_RESPONSE)),
    }),
  ),
  nextAttemptAt: z.optional(isoTime),
});

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
  checkouts: z.array(checkoutRecord),
  transactions: z.array(transactionRecord),
  cards: z.array(cardRecord),
  deliveries: z.array(deliveryRecord),
  requestIds: z.array(requestIdRecord),
  key: z.object({ publicKey: z.string(), privateKey: z.string() }),
  /** Whether others could make the records, because the sandbox had a `publicUrl`. */
  isPublic: z.optional(z.boolean()),
});

export type StateRecords = Readonly<z.infer<typeof stateRecord>>;

/** Whether a value has the records of a sandbox. Does not check their content, such as amounts. */
export const isState = (value: unknown): value is StateRecords => stateRecord.safeParse(value).success;
