import {
  type CheckoutStatus,
  type Outcome,
  outcome,
  paymentSummary,
  type Transaction,
} from "payments-client";
import type { PaymentEvent } from "payments-client/webhooks";
import type { Sql } from "./database.ts";
import { orderIdOf } from "./orders.ts";
import { addJob } from "./queues.ts";
import type { Shop } from "./shop.ts";

/** As told by the gateway: by a notification, or as the status of a token. */
export type Payment = Transaction | CheckoutStatus;

/** What came of a notification. The last four are for the staff. */
export type Decision =
  | "paid"
  | "not paid"
  | "second payment"
  | "refunded"
  | "charged back"
  | "mismatch"
  | "unknown order"
  | "unclear";

/** The customer's bank took the money back. The package has no word for that. */
const isChargeback = (payment: Payment): boolean =>
  paymentSummary(payment).type === "chargeback" && payment.status === "successful";

/** What happened to money; test payments count in test mode. */
export const resultOf = (payment: Payment, test: boolean): Outcome | "charged back" =>
  isChargeback(payment) ? "charged back" : outcome(payment, { test });

/** The results of a payment that move no money of ours. */
const NO_MONEY: readonly Outcome[] = [
  "pending",
  "failed",
  "expired",
  "authorized",
  "voided",
  "tokenized",
  "test",
];

/** A chargeback names its order only in the payment that it takes back. */
const trackingIdOf = (payment: Payment): unknown =>
  paymentSummary(payment).trackingId ?? Object(payment).parent_transaction?.tracking_id;

/** What was told of a payment with a wrong amount gives way to what is told of it later, until the staff has settled it. */
const SAVE = `
  INSERT INTO notifications (order_id, key, body) VALUES ($1, $2, $3)
  ON CONFLICT (order_id, key) DO UPDATE SET body = excluded.body
    WHERE notifications.body::text <> excluded.body::text AND EXISTS (
      SELECT FROM decisions d
      WHERE d.order_id = $1 AND d.key = $2 AND decision = 'mismatch' AND settled_at IS NULL)`;
const UNDECIDE = "DELETE FROM decisions WHERE order_id = $1 AND key = $2 AND decision = 'mismatch'";

/** Saves what the gateway told and its job, in one transaction. What it repeats changes nothing. @returns if it is new. */
export async function record(
  { boss, isTestMode }: Shop,
  sql: Sql,
  { key, transaction, checkout }: PaymentEvent,
): Promise<boolean> {
  const payment = transaction ?? checkout;
  const orderId = orderIdOf(trackingIdOf(payment));
  const { rowCount } = await sql.query(SAVE, [orderId, key, JSON.stringify(payment)]);
  if (rowCount === 0) return false;
  await sql.query(UNDECIDE, [orderId, key]);
  if (NO_MONEY.includes(outcome(payment, { test: isTestMode }))) {
    await saveDecision(sql, orderId, key, "not paid");
  } else {
    await addJob(boss, sql, "payments", { orderId, subject: key });
  }
  return true;
}

export async function saveDecision(
  sql: Sql,
  orderId: string,
  key: string,
  decision: Decision,
): Promise<void> {
  const insert = "INSERT INTO decisions (order_id, key, decision) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
  await sql.query(insert, [orderId, key, decision]);
}
