import * as z from "zod/mini";
import { type Transaction, transactionSchema } from "../../../api/transactions/transaction.ts";
import { type Delivery, DISTURBANCES, NO_RESPONSE } from "./delivery.ts";

export const anyFields = z.record(z.string(), z.unknown());

export const isoTime = z.iso.datetime();

export const cardRecord = z.object({
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

const transactionRecord = z.object({
  /** Id of the order. */
  order: z.string(),
  transaction: keptTransaction,
  /** The card to save after a success. */
  cardToSave: z.optional(cardRecord),
  /** Whether the payment reduced the stock. A product may become limited during its payment. */
  tookStock: z.optional(z.boolean()),
  /** Whether a planned decline declined it. */
  isPlanned: z.optional(z.boolean()),
});

export type TransactionRecord = Readonly<z.infer<typeof transactionRecord>>;

const deliveryRecord: z.ZodMiniType<Delivery> = z.object({
  id: z.string(),
  type: z.enum(["transaction", "checkout", "verification"]),
  uid: z.optional(z.string()),
  createdAt: isoTime,
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

export const orderRecord = z.object({
  /** Payment token, or the `uid` of a bill or of a charge. */
  id: z.string(),
  kind: z.enum(["token", "bill", "charge"]),
  /** The request with the customer's entries, in the format of a token. */
  fields: anyFields,
  createdAt: isoTime,
  updatedAt: isoTime,
  expiredAt: z.optional(isoTime),
  /** Origin of its pages. */
  origin: z.string(),
  /** The product, if it comes from a payment link. */
  productId: z.optional(z.string()),
  /** Who made it, if it does not come from a payment link. */
  madeBy: z.optional(z.enum(["api", "dashboard"])),
  /** The `uid` of the bill with the same account number that replaced this bill. */
  replacedBy: z.optional(z.string()),
  /** Payments, captures, voids, refunds and chargebacks, oldest first. */
  transactions: z.array(transactionRecord),
  /** Oldest first. */
  deliveries: z.array(deliveryRecord),
});

/**
 * Everything that can be paid: a payment token, a bill, or a charge without a token. It changes in place. Only
 * `changeOrder` changes its fields, and only `putTransaction` and `putDelivery` change its lists.
 */
export type Order = Readonly<z.infer<typeof orderRecord>>;

/** Whether a transaction is a bill, but not a payment of a permanent bill. */
export const isBill = ({ kind, id }: Order, { uid }: Transaction): boolean => kind === "bill" && uid === id;

/** Returns the payments of an order, oldest first. */
export const attemptsOf = ({ transactions }: Order): TransactionRecord[] =>
  transactions.filter(({ transaction }) => !transaction.parent_uid);
