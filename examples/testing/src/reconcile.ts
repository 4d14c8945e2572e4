import type { PaymentsClient } from "payments-client";
import { takePayment } from "./notifications.ts";
import type { Orders } from "./orders.ts";

/** Asks the gateway about open orders, since a notification can be lost: a scheduled job in production. */
export async function reconcile(payments: PaymentsClient, orders: Orders): Promise<void> {
  for (const { id } of orders.open()) {
    try {
      for (const transaction of await payments.transactions.findByTrackingId(id))
        takePayment(orders, transaction);
    } catch (error) {
      // The other orders continue; this one is asked for again in the next run.
      console.error(`Order ${id}:`, error);
    }
  }
}
