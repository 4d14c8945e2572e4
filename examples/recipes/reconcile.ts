import type { PaymentsClient, Transaction } from "payments-client";
import { paymentEvent } from "payments-client/webhooks";
import { takePayment } from "./notify.ts";
import { orders } from "./orders.ts";

/** A payment that is refused does not keep another one of its order from being looked at. */
function lookAt(transaction: Transaction): void {
  const event = paymentEvent(transaction);
  try {
    if (event.outcome === "paid") takePayment(event);
  } catch (error) {
    console.error(`Order ${transaction.tracking_id}:`, error);
  }
}

/** Asks the gateway about open orders, since a notification can be lost: a scheduled job in production. */
export async function reconcile(payments: PaymentsClient): Promise<void> {
  for (const { id, status } of orders.values()) {
    if (status !== "open") continue;
    try {
      for (const transaction of await payments.transactions.findByTrackingId(id)) lookAt(transaction);
    } catch (error) {
      // The other orders continue; this one is asked for again in the next run.
      console.error(`Order ${id}:`, error);
    }
  }
}
