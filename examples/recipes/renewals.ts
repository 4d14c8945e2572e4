import { createHmac } from "node:crypto";
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
  readonly storedAt: number;
  state: "open" | "failed";
  sentAt: number;
  message?: string; // why it is not paid
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
 * The id of a try, a primary key. It is the same after an older copy of the database is
 * restored. A customer cannot guess it, and so cannot make a payment with this
 * `tracking_id`.
 */
export const tryId = (secret: string, month: string, number: number): string =>
  createHmac("sha256", secret).update(`${month}-${number}`).digest("hex");

/** Stores a try once. */
function storeTry(first: Order, month: string, number: number): Renewal {
  const { amount, currency, cardToken, renewalSecret } = first;
  if (!cardToken || !renewalSecret)
    throw new Error(`Order ${first.id} has no saved card`);
  const idOf = (n: number): string => tryId(renewalSecret, month, n);
  const stored = orders.get(idOf(number));
  if (isRenewal(stored)) return stored;
  const before = orders.get(idOf(number - 1));
  if (
    number > 1 &&
    !(isRenewal(before) && before.state === "failed" && before.paidBy === null)
  ) {
    throw new Error(`The try before ${number} of ${month} may still be paid`);
  }
  const row: Renewal = {
    id: idOf(number),
    amount,
    currency,
    cardToken,
    paidBy: null,
    storedAt: Date.now(),
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
  ).catch((error) => {
    row.message = String(error);
    throw error;
  });
  // While an earlier call may still run, its message stays.
  if (sent.is === "unknown" && !sent.error) row.message ??= sent.reason;
  else if ("reason" in sent) row.message = sent.reason;
  if (sent.is === "succeeded") await handlePayment(shop, sent.transaction);
  if (sent.is === "declined" || sent.is === "refused") row.state = "failed";
  return sent;
}

/**
 * The tries that your staff must look at, with their `message`: those whose result is
 * unknown for an hour.
 */
export const triesForStaff = (): Renewal[] =>
  [...orders.values()]
    .filter(isRenewal)
    .filter(
      ({ state, paidBy, storedAt }) =>
        state === "open" && paidBy === null && Date.now() - storedAt > 60 * 60_000,
    );
