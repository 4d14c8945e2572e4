import type { PaymentsClient } from "payments-client";
import { handlePayment } from "payments-client/webhooks";
import { shop } from "./notify.ts";
import { openTokens } from "./orders.ts";

/**
 * Finds payments whose notification was lost. Let a scheduler call this function every
 * few minutes.
 */
export async function reconcile(payments: PaymentsClient): Promise<void> {
  for (const token of openTokens) {
    try {
      const { isFinal } = await handlePayment(shop, await payments.checkouts.get(token));
      if (isFinal) openTokens.delete(token);
    } catch (error) {
      // Keep the token for the next run, even after a 404, and go on with the others.
      console.error(`Token ${token}:`, error);
    }
  }
}
