import { type CheckoutStatus, isFinal, isPaid, NotFoundError } from "payments-client";
import type { TransactionNotification } from "payments-client/webhooks";
import type { Shop } from "../shop.ts";
import { closeToken } from "./checkouts.ts";
import { takeNotification } from "./take-notification.ts";

/** Where a payment stands. */
export type PaymentState = "paid" | "processing" | "waiting for the customer" | "declined" | "over";

export interface Answer {
  readonly state: PaymentState;
  /** Identifier of the transaction, where there is one. */
  readonly uid: string | undefined;
}

const OVER: Answer = { state: "over", uid: undefined };

const stateOf = (status: CheckoutStatus, isTestMode: boolean): PaymentState => {
  if (isPaid(status, { test: isTestMode })) return "paid";
  if (isFinal(status)) return status.status === "failed" ? "declined" : "over";
  return status.status === "incomplete" ? "waiting for the customer" : "processing";
};

/**
 * A status as the notification of it: the two have one key, so it makes no difference which of them comes first,
 * or whether the notification comes at all.
 */
function toNotification(status: CheckoutStatus): TransactionNotification | undefined {
  const { transaction_type: type, order, test, gateway_response: response } = status;
  const details = type === "charge" ? response?.charge : response?.payment;
  if (typeof details?.uid !== "string") return undefined;
  const transaction = {
    uid: details.uid,
    type,
    status: status.status,
    message: status.message,
    amount: details.amount ?? order?.amount,
    currency: details.currency ?? order?.currency,
    tracking_id: order?.tracking_id,
    customer: status.customer,
    test,
  };
  return { type: "transaction", transaction, raw: status };
}

/**
 * Asks the gateway what became of a payment token, and takes what was paid as a notification is taken.
 *
 * @throws PaymentsError when the gateway can't be asked.
 */
export async function askGateway({ config, db, payments, onPaid }: Shop, token: string): Promise<Answer> {
  let status: CheckoutStatus;
  try {
    status = await payments.checkouts.get(token);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    closeToken(db, token);
    return OVER;
  }
  const state = stateOf(status, config.isTestMode);
  const notification = toNotification(status);
  const uid = notification?.transaction.uid;
  if (state === "paid") {
    if (!notification) {
      // Nothing would tell it from its own notification, which is to come: the token stays open until then.
      console.error(`The payment of order ${status.order?.tracking_id} has no identifier`);
      return { state: "processing", uid };
    }
    if (takeNotification(db, notification, config.isTestMode) === "paid") onPaid();
  }
  if (isFinal(status)) closeToken(db, token);
  return { state, uid };
}
