import * as z from "zod/mini";
import { anyFields, cardRecord, isoTime, orderRecord } from "./order.ts";

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
  key: z.object({ publicKey: z.string(), privateKey: z.string() }),
  /** Whether others could make the records, because the sandbox had a `publicUrl`. */
  isPublic: z.optional(z.boolean()),
});

export type StateRecords = Readonly<z.infer<typeof stateRecord>>;

/** Whether a value has the records of a sandbox. Does not check their content, such as amounts. */
export const isState = (value: unknown): value is StateRecords => stateRecord.safeParse(value).success;
