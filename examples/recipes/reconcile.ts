import { isFinal, type PaymentsClient } from "payments-client";
import { paymentEvent } from "payments-client/webhooks";
import { handlers } from "./notify.ts";
import { openTokens } from "./orders.ts";

/**
 * Asks the gateway about each token until its status is final, since a notification can be lost: a scheduled job in
 * production. Tokens of paid orders too: the customer may pay a second one.
 */
export async function reconcile(payments: PaymentsClient): Promise<void> {
  for (const token of openTokens) {
    try {
      const status = await payments.checkouts.get(token);
      const event = paymentEvent(status);
      await (handlers[event.outcome] ?? handlers.otherwise)?.(event); // as its notification
      if (isFinal(status)) openTokens.delete(token);
    } catch (error) {
      // The other tokens continue; this one is asked for again in the next run, also after a 404.
      console.error(`Token ${token}:`, error);
    }
  }
}
