import type { PaymentsClient } from "payments-client";
import { takePayment } from "./notify.ts";
import { orders } from "./orders.ts";

/** Asks the gateway about open orders, since a notification can be lost: a scheduled job in production. */
export async function reconcile(payments: PaymentsClient): Promise<void> {
  for (const { id, status } of orders.values()) {
    if (status !== "open") continue;
    try {
      for (const transaction of await payments.transactions.findByTrackingId(id)) takePayment(transaction);
    } catch (error) {
      // The other orders continue; this one is asked for again in the next run.
      console.error(`Order ${id}:`, error);
    }
  }
}
