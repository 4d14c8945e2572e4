import { type NodeRequest, type NodeResponse, toNodeListener, Webhooks } from "payments-client/webhooks";
import type { Shop } from "../shop.ts";
import { takeStatus } from "./ask-gateway.ts";
import { NEEDS_REVIEW, takePayment } from "./take-payment.ts";
import { takeRefund } from "./take-refund.ts";

/**
 * The endpoint for the gateway's notifications. It answers 200 after the transaction is committed; any
 * error before that is a 500 and a line on stderr, and the gateway posts again.
 */
export function receiveNotifications(
  shop: Shop,
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  const { config, db, onPaid } = shop;
  const handler = new Webhooks(config).handler({
    otherwise({ transaction, checkout, summary: { uid, trackingId, outcome } }) {
      if (!transaction) {
        takeStatus(shop, checkout);
        return;
      }
      if (transaction.type === "refund") {
        takeRefund(db, transaction, config.isTestMode);
        return;
      }
      const taken = takePayment(db, transaction, config.isTestMode);
      const log = NEEDS_REVIEW.includes(taken) ? console.error : console.log;
      log(`Payment ${uid} of ${trackingId}, ${outcome}: ${taken}`);
      if (taken === "paid") onPaid();
    },
  });
  return toNodeListener(handler);
}
