import * as z from "zod/mini";
import { type Transaction, transactionSchema } from "../../../api/transactions/transaction.ts";

/** The disturbances of notifications. */
export const DISTURBANCES = [
  "lost",
  "late",
  "twice",
  "reordered",
  "wrong_signature",
  "wrong_amount",
  "wrong_currency",
  "wrong_order",
  "test",
] as const;

/** A disturbance of a notification. */
export type Disturbance = (typeof DISTURBANCES)[number];

const NO_RESPONSE = ["lost", "timeout", "dns", "nothing_listens", "private_address", "connection"] as const;

/**
 * Why a post has no response. `disturbNext` lost it, the server took more than 30 seconds, the host name is unknown, no
 * server listens, the sandbox does not post to private networks, or the connection failed.
 */
export type NoResponse = (typeof NO_RESPONSE)[number];

/** Not inferred, because the declarations of the package would name its class. */
export const isoTime: z.ZodMiniType<string> = z.iso.datetime();

const deliveryAnswer = z.object({
  /** Time of the post, ISO 8601. */
  at: isoTime,
  /** Milliseconds from the post to the response. */
  durationMs: z.optional(z.number()),
  /** HTTP status. Undefined without a response. */
  status: z.optional(z.number()),
  /** The response body. For notifications, its first 2000 characters. */
  body: z.optional(z.string()),
  /** Why there was no response, as a sentence. */
  error: z.optional(z.string()),
  /** The reason as a word. */
  reason: z.optional(z.enum(NO_RESPONSE)),
});

/** The response of a merchant's server to a post. */
export interface DeliveryAnswer extends Readonly<z.infer<typeof deliveryAnswer>> {}

const deliveryRecord = z.object({
  /** Id for `sandbox.redeliver(id)`. */
  id: z.string(),
  /** The result of a transaction, an expired payment token, or a payout verification. */
  type: z.enum(["transaction", "checkout", "verification"]),
  /** The `notification_url` or `verification_url`. */
  url: z.string(),
  /** Payment token, or the `uid` of a payment without a token. */
  token: z.string(),
  /** The `uid` of the transaction. Undefined for an expired payment token. */
  uid: z.optional(z.string()),
  /** ISO 8601. */
  createdAt: isoTime,
  /** The exact body of the post, which the `Content-Signature` covers. */
  body: z.string(),
  /** The `Content-Signature` header. Empty before the first post. */
  signature: z.string(),
  /** HTTP status of the last response. Only 200 ends the repeats. */
  status: z.optional(z.number()),
  /** The disturbance by `disturbNext`. */
  disturbance: z.optional(z.enum(DISTURBANCES)),
  /**
   * The original delivery, if this delivery was sent again with changes on the dashboard. A changed delivery is posted once
   * with any answer.
   */
  copyOf: z.optional(z.string()),
  /** Number of posts. */
  attempts: z.number(),
  /** The responses, in the order of the posts. */
  answers: z.readonly(z.array(deliveryAnswer)),
  /** Time of the next post, ISO 8601. Undefined if there is no next post. */
  nextAttemptAt: z.optional(isoTime),
});

/** A post to the merchant's server, with its repeats. */
export interface Delivery extends Readonly<z.infer<typeof deliveryRecord>> {}

/** Returns the headers of a delivery. The case of their names is the case that the gateway sends. */
export const headersOf = (signature: string, authorization: string): Record<string, string> => ({
  "Content-Signature": signature,
  Authorization: authorization,
  "Content-Type": "application/json",
  Accept: "application/json",
});

/** Posts a request to a merchant's server. */
export type Deliver = (request: Request) => Promise<Response>;

export const anyFields = z.record(z.string(), z.unknown());

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
  /** Who made it, if it does not come from a payment link. A visitor has only the public key. */
  madeBy: z.optional(z.enum(["api", "dashboard", "visitor"])),
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
