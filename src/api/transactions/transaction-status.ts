import type { Model, Open } from "../fields/primitives.ts";
import { text } from "../fields/text.ts";
import type { KnownStatus } from "../statuses.ts";

/** The status of a transaction. The gateway may add values. */
export type TransactionStatus = Open<KnownStatus>;

export const transactionStatus: Model<TransactionStatus> = text;
