import * as z from "zod/mini";
import { type Transaction, transactionSchema } from "../../../api/transactions/transaction.ts";
import { type Delivery, DISTURBANCES, NO_RESPONSE } from "./delivery.ts";

/** The fields of a request, undocumented ones included. */
export type Fields = Readonly<Record<string, unknown>>;

const anyFields = z.record(z.string(), z.unknown());

const isoTime = z.iso.datetime();

const productRecord = z.object({ id: z.string(), fields: anyFields, createdAt: isoTime, updatedAt: isoTime });

export type ProductRecord = Readonly<z.infer<typeof productRecord>>;

const checkoutRecord = z.object({
  token: z.string(),
  /** The request, with what the customer has entered. */
  fields: anyFields,
  createdAt: isoTime,
  updatedAt: isoTime,
  /** Origin of its pages. */
  origin: z.string(),
  /** The product whose payment link it comes from. */
  productId: z.optional(z.string()),
  /** Identifiers of its transactions, the latest last. */
  uids: z.array(z.string()),
  /** True if it was expired early, on request. */
  expired: z.optional(z.boolean()),
});

export type CheckoutRecord = Readonly<z.infer<typeof checkoutRecord>>;

const cardRecord = z.object({
  token: z.string(),
  /** With only its first six and last four digits. */
  number: z.string(),
  holder: z.string(),
  expMonth: z.number(),
  expYear: z.number(),
});

export type CardRecord = Readonly<z.infer<typeof cardRecord>>;

const free = z.optional(z.any());

/** Sections that repeat what a request had can have any content. The sandbox wrote the rest. */
const keptTransaction: z.ZodMiniType<Transaction> = z.extend(transactionSchema, {
  customer: free,
  billing_address: free,
  additional_data: free,
  custom_fields: free,
  erip: free,
});

/** How a transaction was asked for: by a payment token, by a request without one, or by a bill. */
const KINDS = ["token", "direct", "bill"] as const;

export type TransactionKind = (typeof KINDS)[number];

const transactionRecord = z.object({
  /** Payment token; of a payment without one, and of what follows it, the `uid` of the payment. */
  token: z.string(),
  transaction: keptTransaction,
  /** The card that is saved when the transaction succeeds. */
  cardToSave: z.optional(cardRecord),
  /** Whether it took one out of stock: a product can become limited during its payment. */
  tookStock: z.optional(z.boolean()),
  /** Identifiers of its captures, voids, refunds and chargebacks, oldest first. */
  followUps: z.optional(z.array(z.string())),
  /** That of what it follows, for a capture, void, refund or chargeback. States of earlier versions do not have it. */
  kind: z.optional(z.enum(KINDS)),
  /** Whether it is a bill, in states of earlier versions. */
  isBill: z.optional(z.boolean()),
  /** The request of a payment without a payment token, in the form of one with a token. */
  checkout: z.optional(checkoutRecord),
});

export interface TransactionRecord extends Readonly<Omit<z.infer<typeof transactionRecord>, "isBill">> {
  readonly kind: TransactionKind;
}

/** Whether a transaction is a bill itself, not a payment of a permanent bill. */
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

/** What a request with a `RequestID` led to: the `uid` of a transaction, or why it was refused. */
const requestIdRecord = z.object({
  id: z.string(),
  at: isoTime,
  uid: z.optional(z.string()),
  problems: z.optional(z.array(z.object({ path: z.array(z.string()), messages: z.array(z.string()) }))),
});

export type RequestIdRecord = Readonly<z.infer<typeof requestIdRecord>>;

/** The state of a sandbox as JSON: returned by `sandbox.state()`, accepted by `new Sandbox({ state })`. */
export interface SandboxState {
  /** Version of the format; the rest is internal. */
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
  /** True if others could make its records: it had a `publicUrl`. */
  isPublic: z.optional(z.boolean()),
});

export type StateRecords = Readonly<z.infer<typeof stateRecord>>;

/** Whether a value has the records of a sandbox. What they contain, such as amounts, is not checked. */
export const isState = (value: unknown): value is StateRecords => stateRecord.safeParse(value).success;
