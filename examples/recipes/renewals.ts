import type { PaymentsClient, Transaction } from "payments-client";
import { paymentEvent } from "payments-client/webhooks";
import { takePayment } from "./notify.ts";
import { type Order, orders } from "./orders.ts";

/** A month is an order of its own, stored before its card is charged: so its notification finds it. */
export function storeMonth({ amount, currency, cardToken }: Order): Order {
  const month: Order = { id: crypto.randomUUID(), amount, currency, cardToken, status: "open" };
  orders.set(month.id, month);
  return month;
}

/** Charges a month once, however often it is called: after a crash or a lost answer, call it again. */
export async function charge(payments: PaymentsClient, month: Order): Promise<Transaction> {
  const { id, amount, currency, cardToken } = month;
  if (!cardToken) throw new Error(`Order ${id} has no saved card`);
  // The gateway forgets the key after 24 hours, but not the tracking id.
  const found = await payments.transactions.findByTrackingId(id);
  const payment =
    found.find(({ type }) => type === "payment") ??
    (await payments.transactions.pay(
      {
        amount,
        currency,
        description: "Reading room, one month",
        tracking_id: id,
        notification_url: "https://shop.example/notify",
        return_url: "https://shop.example/account",
        duplicate_check: false, // it refuses the same card and amount within seconds; repeats are known by the key
        credit_card: { token: cardToken },
        additional_data: { card_on_file: { initiator: "merchant" } }, // not the customer
      },
      { idempotencyKey: id },
    ));
  const event = paymentEvent(payment);
  if (event.outcome === "paid") takePayment(event); // Its notification says the same, and counts no second time.
  return payment;
}
