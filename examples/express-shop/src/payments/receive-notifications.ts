import { type NodeRequest, type NodeResponse, toNodeListener, Webhooks } from "payments-client/webhooks";
import type { Shop } from "../shop.ts";
import { closeToken } from "./checkouts.ts";
import { ATTENTION, takeNotification } from "./take-notification.ts";

/**
 * The endpoint that the gateway posts to. Its 200 is sent after the transaction is on the disk; whatever throws
 * before that is a 500, and the gateway posts again.
 */
export function receiveNotifications({
  config,
  db,
  onPaid,
}: Shop): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  const webhooks = new Webhooks(config);
  const handler = webhooks.handler({
    onTransaction({ uid, status, tracking_id }, notification) {
      const outcome = takeNotification(db, notification, config.isTestMode);
      const log = ATTENTION.includes(outcome) ? console.error : console.log;
      log(`Payment ${uid} of ${tracking_id}, ${status}: ${outcome}`);
      if (outcome === "paid") onPaid();
    },
    onCheckout({ token, expired }) {
      if (expired === true) closeToken(db, token);
    },
    onError: (error) => console.error("A notification was not taken:", error),
  });
  return toNodeListener(handler);
}
