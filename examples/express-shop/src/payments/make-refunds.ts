import { claimRefund, listRequested, noteRefund, type Refund, saveRefund } from "../refunds.ts";
import type { Shop } from "../shop.ts";
import { type Answer, askOnce, UNDER_WAY } from "./ask-once.ts";
import { takeRefund } from "./take-refund.ts";

/** Sends a refund, once, or finds out what became of an earlier call. */
function ask({ db, payments, config }: Shop, refund: Refund): Promise<Answer> {
  const { id, paymentUid, amount, currency, reason } = refund;
  const params = {
    parent_uid: paymentUid,
    amount,
    reason,
    tracking_id: id,
    // Without keys it is what refuses a repeat.
    duplicate_check: !config.idempotencyKeys,
  };
  return askOnce(
    payments,
    { key: id, type: "refund", parentUid: paymentUid, amount, currency },
    () => claimRefund(db, refund, config.idempotencyKeys ? 0 : UNDER_WAY),
    (options) => payments.transactions.refund(params, options),
  );
}

/**
 * Makes each requested refund once, from one process or several, even when one is killed in between. Only the gateway's
 * refusal of the refund itself ends it without a transaction: then the staff can ask again.
 */
export async function makeRefunds(shop: Shop): Promise<void> {
  for (const refund of listRequested(shop.db)) {
    const answer = await ask(shop, refund);
    if (answer.is === "done") takeRefund(shop.db, answer.transaction, shop.config.isTestMode);
    else {
      if (answer.is === "refused") saveRefund(shop.db, refund.id, "refused", answer.reason);
      else noteRefund(shop.db, refund.id, answer.reason);
      console.error(`Refund ${refund.id} is ${answer.is}:`, answer.reason);
    }
  }
}
