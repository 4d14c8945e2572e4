import type { PaymentsClient } from "payments-client";
import { handlePayment } from "payments-client/webhooks";
import { shop } from "./notify.ts";
import { openTokens } from "./orders.ts";

/** Clocks differ, and a customer may pay at the last moment. In milliseconds. */
const MARGIN = 60 * 60_000;

/**
 * Finds payments whose notification was lost. Let a scheduler call this function every
 * few minutes.
 */
export async function reconcile(payments: PaymentsClient): Promise<void> {
  for (const [token, expiresAt] of openTokens) {
    try {
      const status = await payments.checkouts.get(token);
      const { is, isFinal } = await handlePayment(shop, status);
      // A gateway may call a token final whose customer can try another card.
      const isOver = isFinal && Date.now() > expiresAt + MARGIN;
      if (is === "paid" || isOver) openTokens.delete(token);
    } catch (error) {
      // Keep the token for the next run, even after a 404, and go on with the others.
      console.error(`Token ${token}:`, error);
    }
  }
}
