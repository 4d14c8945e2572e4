import type { Model, Open } from "../fields/primitives.ts";
import { text } from "../fields/text.ts";

/** The status of a transaction: a known one, or one that is new. */
export type TransactionStatus = Open<
  | "successful"
  | "failed"
  | "incomplete"
  | "pending"
  | "expired"
  | "error"
  | "deleted"
  | "permanent"
  | "start"
  | "auto_created"
>;

export const transactionStatus: Model<TransactionStatus> = text;
