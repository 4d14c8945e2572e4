import type { PaymentsClient, Transaction } from "payments-client";
import { takePayment } from "./notifications.ts";
import type { Orders } from "./orders.ts";

/** A payment that is refused does not keep another one of its order from being looked at. */
function lookAt(orders: Orders, transaction: Transaction): void {
  try {
    takePayment(orders, transaction);
  } catch (error) {
    console.error(`Order ${transaction.tracking_id}:`, error);
  }
}

/** Asks the gateway about open orders, since a notification can be lost: a scheduled job in production. */
export async function reconcile(payments: PaymentsClient, orders: Orders): Promise<void> {
  for (const { id } of orders.open()) {
    try {
      for (const transaction of await payments.transactions.findByTrackingId(id)) lookAt(orders, transaction);
    } catch (error) {
      // The other orders continue; this one is asked for again in the next run.
      console.error(`Order ${id}:`, error);
    }
  }
}
