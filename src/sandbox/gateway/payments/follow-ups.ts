import { readInteger } from "../../../api/fields/amount.ts";
import type { Transaction } from "../../../api/transactions/transaction.ts";
import { notifyOfTransaction } from "../deliveries/deliveries.ts";
import type { Gateway } from "../gateway.ts";
import { sectionOf, textOf } from "../input/section.ts";
import type { Fields } from "../orders/order.ts";
import { NotPayableError } from "../refusal.ts";
import { decideFollowUp } from "./decision.ts";
import type { FollowUpType } from "./follow-up-rules.ts";
import { begun, keepTransaction, type Processed, withDecision } from "./transactions.ts";

/**
 * Returns the fields for the order. A chargeback contains its parent transaction and has no tracking id. Source: gateway
 * documentation, "Chargeback".
 */
const orderOf = (type: FollowUpType, parent: Transaction, fields: Fields) =>
  type === "chargeback"
    ? { parent_transaction: { ...parent } }
    : {
        description: parent.description,
        tracking_id: textOf(fields["tracking_id"]) ?? parent.tracking_id,
      };

/** Creates a capture, void, refund or chargeback. Missing values of the request come from the parent. */
const beginFollowUp = (type: FollowUpType, parent: Transaction, fields: Fields, now: Date): Transaction => {
  const reason = textOf(fields["reason"]);
  return {
    ...begun(crypto.randomUUID(), now),
    parent_uid: parent.uid,
    type,
    amount: readInteger(fields["amount"]),
    currency: parent.currency,
    ...orderOf(type, parent, fields),
    ...(reason !== undefined && { reason }),
    test: parent.test,
    language: parent.language,
    payment_method_type: parent.payment_method_type,
    receipt_url: parent.receipt_url,
    credit_card: parent.credit_card,
    customer: parent.customer,
    billing_address: parent.billing_address,
    additional_data: sectionOf(fields["additional_data"]),
  };
};

/**
 * Captures, voids, refunds or charges back. Synchronous, so that concurrent requests cannot use the same amount twice.
 *
 * @param fields A valid request.
 */
export function processFollowUp(gateway: Gateway, type: FollowUpType, fields: Fields): Processed {
  const { store, clock } = gateway;
  const parent = store.transactions.get(textOf(fields["parent_uid"]) ?? "");
  if (!parent) throw new NotPayableError("There is no such transaction");
  const { order: token } = parent;
  const order = store.orders.get(token);
  const now = clock.now();
  const started = beginFollowUp(type, parent.transaction, fields, now);
  const descriptor = textOf(order?.fields["dynamic_billing_descriptor"]);
  const transaction = withDecision(started, decideFollowUp(type, fields), descriptor, now);
  keepTransaction(gateway, "transaction", { order: token, transaction });
  return { transaction, notified: notifyOfTransaction(gateway, order, transaction) };
}
