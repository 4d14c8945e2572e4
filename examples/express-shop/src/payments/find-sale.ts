import type { DatabaseSync } from "node:sqlite";
import { type CheckoutStatus, paymentSummary, type Transaction } from "payments-client";
import { integer, text } from "../database/rows.ts";
import { findOrder, insertOrder } from "../orders.ts";
import { findProduct } from "../products.ts";

/** A payment, from its notification or from its token's status. */
export type Payment = Transaction | CheckoutStatus;

/** The fields of a payment. In a token's status, processed values take precedence over requested ones. */
export const fieldsOf = (payment: Payment) =>
  "token" in payment
    ? {
        ...payment.order,
        ...payment.gateway_response?.payment,
        customer: payment.customer,
      }
    : payment;

type PaymentFields = ReturnType<typeof fieldsOf>;

/** What a payment is for, and the expected amount. */
export interface Sale {
  /** The order; undefined for a payment link, whose order is created when it is paid. */
  readonly orderId: string | undefined;
  readonly amount: number;
  readonly currency: string;
  readonly trackingId: string;
  readonly createOrder: () => string;
}

function findOrderSale(db: DatabaseSync, trackingId: string): Sale | undefined {
  const order = findOrder(db, trackingId);
  if (!order) return undefined;
  const { id, amount, currency } = order;
  return { orderId: id, amount, currency, trackingId, createOrder: () => id };
}

/** The price that was paid, if the link had it then; otherwise the latest price, which then does not match. */
const priceOf = (
  db: DatabaseSync,
  gatewayId: string,
  paidAt: string,
  { amount = null, currency = null }: PaymentFields,
) =>
  db
    .prepare(`
      SELECT * FROM link_prices WHERE gateway_id = ?
      ORDER BY amount = ? AND currency = ? AND (ends_at IS NULL OR ends_at > ?) DESC, rowid DESC LIMIT 1`)
    .get(gatewayId, amount, currency, paidAt);

/** When it was paid, by the gateway's clock: a notification can be a day late. ISO 8601 in UTC. */
const paidAtOf = (payment: Payment): string => {
  const paidAt = Date.parse(paymentSummary(payment).paidAt ?? "");
  return new Date(Number.isNaN(paidAt) ? Date.now() : paidAt).toISOString();
};

/** The tracking id of a payment by link is the product's id at the gateway. */
function findLinkSale(db: DatabaseSync, gatewayId: string, payment: Payment): Sale | undefined {
  const fields = fieldsOf(payment);
  const price = priceOf(db, gatewayId, paidAtOf(payment), fields);
  const product = price && findProduct(db, text(price.product_id));
  if (!product) return undefined;
  const [amount, currency] = [integer(price.amount), text(price.currency)];
  const email = typeof fields.customer?.email === "string" ? fields.customer.email : "";
  const items = [{ product, quantity: 1, amount }];
  return {
    orderId: undefined,
    amount,
    currency,
    trackingId: gatewayId,
    createOrder: () => insertOrder(db, { source: "link", email, amount, currency, items }),
  };
}

/** What a payment is for; undefined when it is not a sale of this shop. */
export function findSale(db: DatabaseSync, payment: Payment): Sale | undefined {
  const { tracking_id: trackingId } = fieldsOf(payment);
  if (typeof trackingId !== "string") return undefined;
  return findOrderSale(db, trackingId) ?? findLinkSale(db, trackingId, payment);
}
