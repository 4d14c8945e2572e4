import * as z from "zod/mini";
import type { Issue } from "../../../errors/error-tree.ts";
import { type Transaction, transactionSchema } from "../../../models/transaction.ts";
import { type Delivery, DISTURBANCES } from "./delivery.ts";
import type { KeyPair } from "./signing-key.ts";

/** The fields of a request, undocumented ones included. */
export type Fields = Readonly<Record<string, unknown>>;

export interface ProductRecord {
  readonly id: string;
  readonly fields: Fields;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface CheckoutRecord {
  readonly token: string;
  /** The request, with what the customer has entered. */
  readonly fields: Fields;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Origin of its pages. */
  readonly origin: string;
  /** The product whose payment link it comes from. */
  readonly productId?: string | undefined;
  /** Identifiers of its transactions, the latest last. */
  readonly uids: readonly string[];
  /** True if it was expired early, on request. */
  readonly expired?: boolean | undefined;
}

export interface TransactionRecord {
  /** Payment token; of a payment without one, and of what follows it, the `uid` of the payment. */
  readonly token: string;
  readonly transaction: Transaction;
  /** The card that is saved when the transaction succeeds. */
  readonly cardToSave?: CardRecord | undefined;
  /** Whether it took one out of stock: a product can become limited during its payment. */
  readonly tookStock?: boolean | undefined;
  /** Identifiers of its captures, voids and refunds, oldest first. */
  readonly followUps?: readonly string[] | undefined;
  /** The request of a payment without a payment token, in the form of one with a token. */
  readonly request?: CheckoutRecord | undefined;
}

/** What a request with a `RequestID` led to: the `uid` of a transaction, or why it was refused. */
export interface RequestIdRecord {
  readonly id: string;
  readonly at: string;
  readonly uid?: string | undefined;
  readonly problems?: readonly Issue[] | undefined;
}

/** A saved test card. */
export interface CardRecord {
  readonly token: string;
  /** With only its first six and last four digits. */
  readonly number: string;
  readonly holder: string;
  readonly expMonth: number;
  readonly expYear: number;
}

/** The state of a sandbox as JSON: returned by `sandbox.state()`, accepted by `new Sandbox({ state })`. */
export interface SandboxState {
  /** Version of the format; the rest is internal. */
  readonly version: 1;
}

/** The content of a `SandboxState`. */
export interface StateRecords extends SandboxState {
  readonly products: readonly ProductRecord[];
  readonly checkouts: readonly CheckoutRecord[];
  readonly transactions: readonly TransactionRecord[];
  readonly cards: readonly CardRecord[];
  readonly deliveries: readonly Delivery[];
  readonly requestIds: readonly RequestIdRecord[];
  readonly key: KeyPair;
}

const fields = z.record(z.string(), z.unknown());

const time = z.iso.datetime();

const cardSchema = z.object({
  token: z.string(),
  number: z.string(),
  holder: z.string(),
  expMonth: z.number(),
  expYear: z.number(),
});

const answerSchema = z.object({
  at: time,
  status: z.optional(z.number()),
  body: z.optional(z.string()),
  error: z.optional(z.string()),
});

const checkoutSchema = z.object({
  token: z.string(),
  fields,
  createdAt: time,
  updatedAt: time,
  origin: z.string(),
  productId: z.optional(z.string()),
  uids: z.array(z.string()),
  expired: z.optional(z.boolean()),
});

const issueSchema = z.object({ path: z.array(z.string()), messages: z.array(z.string()) });

const stateSchema: z.ZodMiniType<StateRecords> = z.object({
  version: z.literal(1),
  products: z.array(z.object({ id: z.string(), fields, createdAt: time, updatedAt: time })),
  checkouts: z.array(checkoutSchema),
  transactions: z.array(
    z.object({
      token: z.string(),
      transaction: transactionSchema,
      cardToSave: z.optional(cardSchema),
      tookStock: z.optional(z.boolean()),
      followUps: z.optional(z.array(z.string())),
      request: z.optional(checkoutSchema),
    }),
  ),
  cards: z.array(cardSchema),
  deliveries: z.array(
    z.object({
      id: z.string(),
      type: z.enum(["transaction", "checkout", "verification"]),
      url: z.string(),
      token: z.string(),
      body: z.string(),
      signature: z.string(),
      disturbance: z.optional(z.enum(DISTURBANCES)),
      status: z.optional(z.number()),
      attempts: z.number(),
      answers: z.array(answerSchema),
      nextAttemptAt: z.optional(time),
    }),
  ),
  requestIds: z.array(
    z.object({
      id: z.string(),
      at: time,
      uid: z.optional(z.string()),
      problems: z.optional(z.array(issueSchema)),
    }),
  ),
  key: z.object({ publicKey: z.string(), privateKey: z.string() }),
});

/** Whether a value has the records of a sandbox. What they contain, such as amounts, is not checked. */
export const isState = (state: unknown): state is StateRecords => stateSchema.safeParse(state).success;
