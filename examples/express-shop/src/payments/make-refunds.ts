import { PaymentsError, type Transaction, ValidationError } from "payments-client";
import { listAsked, type Refund, saveRefund } from "../refunds.ts";
import type { Shop } from "../shop.ts";
import { takeRefund } from "./take-refund.ts";

/** Milliseconds after which no call is on its way any more. */
const LONGEST_CALL = 120_000;

/** The gateway is asked for the refund first: an earlier call may have made it, whose answer never came. */
async function makeRefund(
  { payments }: Shop,
  { id, paymentUid, amount, reason }: Refund,
): Promise<Transaction> {
  const [known] = await payments.transactions.findByTrackingId(id);
  return known ?? payments.transactions.refund({ parent_uid: paymentUid, amount, reason, tracking_id: id });
}

/**
 * Makes the refunds that were asked for, each once, whenever the shop was killed. A worker calls it, never twice at
 * once; the gateway refuses the same refund within 30 seconds besides, for what is still on its way.
 */
export async function makeRefunds(shop: Shop): Promise<void> {
  for (const refund of listAsked(shop.db)) {
    try {
      takeRefund(shop.db, await makeRefund(shop, refund), shop.config.isTestMode);
    } catch (error) {
      if (!(error instanceof PaymentsError)) throw error;
      // Refused as a duplicate of a call that is on its way, it may still be made: that is found later.
      const isRefused = error instanceof ValidationError;
      const isOver = Date.now() - Date.parse(refund.createdAt) > LONGEST_CALL;
      saveRefund(shop.db, refund.id, isRefused && isOver ? "declined" : "asked", error.message);
      console.error(`Refund ${refund.id} is not made yet:`, error);
    }
  }
}
