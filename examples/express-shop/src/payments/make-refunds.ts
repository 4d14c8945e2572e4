import { PaymentsError, type Transaction, ValidationError } from "payments-client";
import { listRequested, type Refund, saveRefund } from "../refunds.ts";
import type { Shop } from "../shop.ts";
import { takeRefund } from "./take-refund.ts";

/** Milliseconds after which no call can still be in progress. */
const LONGEST_CALL = 120_000;

/**
 * Looks for the refund first: an earlier call may have made it and lost the response. The gateway makes one refund for
 * each key, but forgets keys after a day. It would refuse one that equals a refund which this run has asked for: that one
 * waits for the next run.
 */
async function makeRefund(
  { payments }: Shop,
  { id, paymentUid, amount, reason }: Refund,
  asked: Set<string>,
): Promise<Transaction | undefined> {
  const found = await payments.transactions.findByTrackingId(id);
  const refund = found.find(({ type }) => type === "refund");
  const kind = `${paymentUid} ${amount}`;
  if (refund || asked.has(kind)) return refund;
  asked.add(kind);
  const params = { parent_uid: paymentUid, amount, reason, tracking_id: id };
  return payments.transactions.refund(params, { idempotencyKey: id });
}

/**
 * Makes each requested refund once, even when the shop was killed in between. A worker calls it, never concurrently.
 * The key and the gateway's refusal of an identical refund within 30 seconds cover calls still in progress.
 */
export async function makeRefunds(shop: Shop): Promise<void> {
  const asked = new Set<string>();
  for (const refund of listRequested(shop.db)) {
    try {
      const made = await makeRefund(shop, refund, asked);
      if (made) takeRefund(shop.db, made, shop.config.isTestMode);
    } catch (error) {
      if (!(error instanceof PaymentsError)) throw error;
      // If it is refused as a duplicate, the earlier call may still succeed: a later run finds it.
      const isRefused = error instanceof ValidationError;
      const isOver = Date.now() - Date.parse(refund.createdAt) > LONGEST_CALL;
      saveRefund(shop.db, refund.id, isRefused && isOver ? "declined" : "requested", error.message);
      console.error(`Refund ${refund.id} has not been made yet:`, error);
    }
  }
}
