import type { PaymentsClient } from "payments-client";
import { handlePayment } from "payments-client/webhooks";
import { handlersOf } from "./handlers.ts";
import type { Orders } from "./orders.ts";

/** Finds payments whose notification was lost: a scheduled job in production. */
export async function reconcile(payments: PaymentsClient, orders: Orders): Promise<void> {
  for (const token of orders.openTokens) {
    try {
      const { isFinal } = await handlePayment(handlersOf(orders), await payments.checkouts.get(token));
      if (isFinal) orders.openTokens.delete(token);
    } catch (error) {
      // The next run asks again, and the other tokens do not wait.
      console.error(`Token ${token}:`, error);
    }
  }
}
