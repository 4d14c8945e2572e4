import { auditDue } from "./audit.ts";
import { fulfill } from "./fulfillment.ts";
import { maintain } from "./maintenance.ts";
import { makeRefund } from "./make-refund.ts";
import type { JobData } from "./queues.ts";
import type { Shop } from "./shop.ts";

/** One run of a job. A job may run twice. */
interface Run extends JobData {
  /** Aborted at the job's limit, because another worker begins it then. */
  readonly signal: AbortSignal;
  /** Whether a job should end that has no other end. */
  isOver(): boolean;
}

/** What a worker does for the jobs of each queue. */
export const JOBS: Readonly<Record<string, (shop: Shop, run: Run) => Promise<void>>> = {
  fulfillment: (shop, { orderId }) => fulfill(shop, orderId),
  refunds: (shop, { subject }) => makeRefund(shop, subject),
  audit: (shop, { isOver, signal }) => auditDue(shop, isOver, signal),
  maintenance: (shop, { isOver }) => maintain(shop, isOver),
};
