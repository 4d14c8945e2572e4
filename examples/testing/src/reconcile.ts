import { isFinal, type PaymentsClient } from "payments-client";
import { paymentEvent } from "payments-client/webhooks";
import { handlersOf } from "./notifications.ts";
import type { Orders } from "./orders.ts";

/**
 * Asks the gateway about each token until its status is final, since a notification can be lost: a scheduled job in
 * production. Tokens of shipped orders too: the customer may pay a second one.
 */
export async function reconcile(payments: PaymentsClient, orders: Orders): Promise<void> {
  const handlers = handlersOf(orders);
  for (const token of orders.openTokens) {
    try {
      const status = await payments.checkouts.get(token);
      const event = paymentEvent(status);
      await (handlers[event.outcome] ?? handlers.otherwise)?.(event);
      if (isFinal(status)) orders.openTokens.delete(token);
    } catch (error) {
      // The other tokens continue; this one is asked for again in the next run.
      console.error(`Token ${token}:`, error);
    }
  }
}
