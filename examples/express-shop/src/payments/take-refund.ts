import type { DatabaseSync } from "node:sqlite";
import { outcome, paymentSummary, type Transaction } from "payments-client";
import { type RefundStatus, saveRefund } from "../refunds.ts";

const statusOf = (refund: Transaction, isTestMode: boolean): RefundStatus => {
  const what = outcome(refund, { test: isTestMode });
  if (what === "refunded") return "refunded";
  return what === "failed" ? "declined" : "requested";
};

/** Records the result of a refund, from a response or a notification, in any order. */
export function takeRefund(db: DatabaseSync, refund: Transaction, isTestMode: boolean): RefundStatus {
  const { trackingId: id, uid, message = null } = paymentSummary(refund);
  const status = statusOf(refund, isTestMode);
  const say = status === "declined" ? console.error : console.log;
  say(`Refund ${uid} of ${id}: ${status}`);
  if (id !== undefined) saveRefund(db, id, status, message);
  return status;
}
