import { isPaid } from "payments-client";
import { expectPayment, notificationKey, type WebhookHandler, type Webhooks } from "payments-client/webhooks";
import type { Orders } from "./orders.ts";

/** Ships what was paid. */
export const notificationHandler = (webhooks: Webhooks, orders: Orders): WebhookHandler =>
  webhooks.handler({
    onTransaction(transaction, notification) {
      if (!isPaid(transaction)) return;
      const { id, amount, currency } = orders.find(transaction.tracking_id);
      expectPayment(notification, { amount, currency, trackingId: id });
      orders.ship(id, notificationKey(notification));
    },
  });
