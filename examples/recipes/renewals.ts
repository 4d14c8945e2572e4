import { type PaymentsClient, paymentSummary } from "payments-client";
import { notificationKey, paymentEvent } from "payments-client/webhooks";
import { type Answer, askOnce, UNDER_WAY } from "./ask-once.ts";
import { takePayment } from "./notify.ts";
import { type Order, orders } from "./orders.ts";

/** The saved card of an order whose notification was lost, from the payment that paid it: a token's status has none. */
async function findCard(payments: PaymentsClient, { id, paidBy }: Order): Promise<string | undefined> {
  const known = await payments.transactions.findByTrackingId(id);
  const payment = known.find((transaction) => notificationKey(transaction) === paidBy);
  return payment && paymentSummary(payment).cardToken;
}

/**
 * Stores a try to charge a month, once: its id, a primary key, comes from subscription, month and number of the try. It is
 * an order of its own, so that its notification finds it.
 */
function storeTry(first: Order, month: string, number: number): Order & { cardToken: string } {
  const { id: subscription, amount, currency } = first;
  const idOf = (n: number): string => `${subscription}-${month}-${n}`;
  const id = idOf(number);
  const stored = orders.get(id);
  if (!stored && number > 1 && orders.get(idOf(number - 1))?.status !== "failed") {
    throw new Error(`The try before ${id} is not known to have failed: it may still be paid`);
  }
  const cardToken = stored?.cardToken ?? first.cardToken;
  // Nothing is stored without a card: it may be found, or saved, later.
  if (!cardToken) throw new Error(`Order ${subscription} has no saved card`);
  const row: Order = stored ?? { id, amount, currency, status: "open" };
  orders.set(id, row);
  return Object.assign(row, { cardToken });
}

/** One statement in a database: UPDATE … SET sent_at = now() WHERE id = … AND status = 'open' AND (sent_at IS NULL OR …). */
function claim(row: Order, underWay: number): boolean {
  if (row.status !== "open" || Date.now() - (row.sentAt ?? 0) < underWay) return false;
  row.sentAt = Date.now();
  return true;
}

/**
 * Charges a month of a subscription once, however often it is called for it, by any number of processes. Call it again, from
 * a schedule, as long as the order of the try is `open`: an answer can be lost, and the notification of a 3-D Secure too.
 *
 * @param first The order whose payment saved the card.
 * @param number 1; after a try that failed, one more.
 * @param honoursKeys Whether the gateway is known to honour idempotency keys: `idempotencyKeys` of the client.
 */
export async function chargeMonth(
  payments: PaymentsClient,
  first: Order,
  month: string,
  number = 1,
  honoursKeys = false,
): Promise<Answer> {
  first.cardToken ??= await findCard(payments, first);
  const row = storeTry(first, month, number);
  const { id, amount, currency, cardToken } = row;
  const params = {
    amount,
    currency,
    description: `Reading room, ${month}`,
    tracking_id: id,
    notification_url: "https://shop.example/notify",
    return_url: "https://shop.example/account",
    duplicate_check: !honoursKeys, // what the gateway has instead: it refuses the same card and amount for 30 seconds
    credit_card: { token: cardToken },
    additional_data: { card_on_file: { initiator: "merchant" as const } }, // not the customer
  };
  const answer = await askOnce(
    payments,
    { key: id, type: "payment", amount, currency },
    () => claim(row, honoursKeys ? 0 : UNDER_WAY),
    (options) => payments.transactions.pay(params, options),
  );
  const event = answer.is === "done" ? paymentEvent(answer.transaction) : undefined;
  if (event?.outcome === "paid") takePayment(event); // as its notification does: what comes second changes nothing
  const isOver = answer.is === "refused" || event?.outcome === "failed" || event?.outcome === "expired";
  if (isOver && row.status === "open") row.status = "failed";
  return answer;
}
