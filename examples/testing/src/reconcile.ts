import type { PaymentsClient } from "payments-client";
import { handlePayment } from "payments-client/webhooks";
import { handlersOf } from "./handlers.ts";
import type { Orders } from "./orders.ts";

/** Clocks differ, and a customer may pay at the last moment. In milliseconds. */
const MARGIN = 60 * 60_000;

/** Finds payments whose notification was lost: a scheduled job in production. */
export async function reconcile(payments: PaymentsClient, orders: Orders): Promise<void> {
  for (const [token, expiresAt] of orders.openTokens) {
    try {
      const { is, isFinal } = await handlePayment(handlersOf(orders), await payments.checkouts.get(token));
      // A gateway may call a token final whose customer can try another card.
      const isOver = isFinal && Date.now() > expiresAt + MARGIN;
      if (is === "paid" || isOver) orders.openTokens.delete(token);
    } catch (error) {
      // The next run asks again, and the other tokens do not wait.
      console.error(`Token ${token}:`, error);
    }
  }
}
