import {
  type PaymentsClient,
  paymentSummary,
  type Sent,
  sendOnce,
} from "payments-client";
import { handlePayment } from "payments-client/webhooks";
import { shop } from "./notify.ts";
import { type Order, orders } from "./orders.ts";

/** A try to charge a month. Each try is an order, so that its notification finds it. */
export interface Renewal extends Order {
  readonly cardToken: string;
  state: "open" | "failed";
  sentAt: number;
}

const isRenewal = (order: Order | undefined): order is Renewal =>
  order !== undefined && "state" in order;

/**
 * The saved card of an order that was paid without a notification. The status of a token
 * has no saved card.
 */
async function findCard(
  payments: PaymentsClient,
  { id, paidBy }: Order,
): Promise<string | undefined> {
  const known = await payments.transactions.findByTrackingId(id);
  const payment = known.find(({ uid }) => uid === paidBy);
  return payment && paymentSummary(payment).cardToken;
}

/**
 * Stores a try once. Its id, a primary key, contains the subscription, the month and the
 * number of the try.
 */
function storeTry(first: Order, month: string, number: number): Renewal {
  const idOf = (n: number): string => `${first.id}-${month}-${n}`;
  const stored = orders.get(idOf(number));
  if (isRenewal(stored)) return stored;
  const before = orders.get(idOf(number - 1));
  if (
    number > 1 &&
    !(isRenewal(before) && before.state === "failed" && before.paidBy === null)
  ) {
    throw new Error(`The try before ${idOf(number)} may still be paid`);
  }
  const { amount, currency, cardToken } = first;
  if (!cardToken) throw new Error(`Order ${first.id} has no saved card`);
  const row: Renewal = {
    id: idOf(number),
    amount,
    currency,
    cardToken,
    paidBy: null,
    state: "open",
    sentAt: 0,
  };
  orders.set(row.id, row);
  return row;
}

/**
 * UPDATE orders SET sent_at = now()
 * WHERE id = … AND paid_by IS NULL AND sent_at NOT BETWEEN now() - … AND now() + …
 */
function claim(row: Renewal, milliseconds: number): boolean {
  if (row.paidBy !== null || Math.abs(Date.now() - row.sentAt) < milliseconds)
    return false;
  row.sentAt = Date.now();
  return true;
}

/**
 * Charges a month of a subscription once. Let a scheduler call this function for every
 * month that is not paid, until the order of the try has `paidBy` or the state `failed`.
 *
 * @param first The order whose payment saved the card.
 * @param number 1. After a try that failed, one more.
 */
export async function chargeMonth(
  payments: PaymentsClient,
  first: Order,
  month: string,
  number = 1,
): Promise<Sent> {
  first.cardToken ??= await findCard(payments, first);
  const row = storeTry(first, month, number);
  const sent = await sendOnce(
    payments,
    "pay",
    {
      amount: row.amount,
      currency: row.currency,
      description: `Reading room, ${month}`,
      notification_url: "https://shop.example/notify",
      return_url: "https://shop.example/account",
      credit_card: { token: row.cardToken },
      additional_data: { card_on_file: { initiator: "merchant" } }, // not the customer
    },
    { key: row.id, claim: (milliseconds) => claim(row, milliseconds) },
  );
  if (sent.is === "succeeded") await handlePayment(shop, sent.transaction);
  if (sent.is === "declined" || sent.is === "refused") row.state = "failed";
  return sent;
}
