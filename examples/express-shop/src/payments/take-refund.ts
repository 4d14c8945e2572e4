import type { DatabaseSync } from "node:sqlite";
import { outcome, type Transaction } from "payments-client";
import { type RefundStatus, saveRefund } from "../refunds.ts";

const statusOf = (refund: Transaction, isTestMode: boolean): RefundStatus => {
  const what = outcome(refund, { test: isTestMode });
  if (what === "refunded") return "refunded";
  return what === "failed" ? "declined" : "requested";
};

/** Records the result of a refund, from a response or a notification, in any order. */
export function takeRefund(db: DatabaseSync, refund: Transaction, isTestMode: boolean): RefundStatus {
  const { tracking_id: id, uid, message = null } = refund;
  const status = statusOf(refund, isTestMode);
  console.log(`Refund ${uid} of ${id}, ${refund.status}: ${status}`);
  if (typeof id === "string") saveRefund(db, id, status, message);
  return status;
}
