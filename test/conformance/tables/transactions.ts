/** Captures, voids and refunds in the gateway documentation. */
import { newRefund, PARENT } from "../../transport/calls.ts";
import { flag, object, positiveAmount, text, textUpTo } from "./kinds.ts";
import { required, row, type Section, type Statement } from "./statement.ts";

/** Fields that all follow-up transactions have. */
const FOLLOW_UP: readonly Statement[] = [
  required("parent_uid", { ...text, takes: [[PARENT, PARENT]] }),
  required("amount", positiveAmount),
  row("tracking_id", textUpTo(255)),
  row("duplicate_check", flag, { default: true }),
  row("additional_data", object),
];

const inRequest = (name: string, operation: Section["operation"], fields: readonly Statement[]): Section => ({
  name,
  operation,
  at: [],
  base: newRefund,
  fields,
});

export const TRANSACTIONS: readonly Section[] = [
  inRequest("CaptureParams", "transactions.capture", FOLLOW_UP),
  inRequest("VoidParams", "transactions.void", FOLLOW_UP),
  inRequest("RefundParams", "transactions.refund", [...FOLLOW_UP, required("reason", textUpTo(255))]),
];
