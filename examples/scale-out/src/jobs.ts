import { fulfil } from "./fulfilment.ts";
import { maintain } from "./maintenance.ts";
import { makeRefund } from "./make-refund.ts";
import { auditNightly } from "./nightly-audit.ts";
import { takePayment } from "./payments.ts";
import type { JobData } from "./queues.ts";
import { reconcile } from "./reconcile.ts";
import type { Shop } from "./shop.ts";

/** One run of a job. A job may run twice. */
interface Run extends JobData {
  /** Aborted at the job's limit: another worker begins it. */
  readonly signal: AbortSignal;
  /** Whether a job should end that has no other end. */
  isOver(): boolean;
}

/** What a worker does for the jobs of each queue. */
export const JOBS: Readonly<Record<string, (shop: Shop, run: Run) => Promise<void>>> = {
  payments: (shop, { orderId, subject }) => takePayment(shop, orderId, subject),
  fulfilment: (shop, { orderId }) => fulfil(shop, orderId),
  refunds: (shop, { subject, signal }) => makeRefund(shop, subject, signal),
  reconciliation: (shop, { isOver, signal }) => reconcile(shop, isOver, signal),
  maintenance: (shop, { isOver }) => maintain(shop, isOver),
  audit: (shop, { isOver, signal }) => auditNightly(shop, isOver, signal),
};
