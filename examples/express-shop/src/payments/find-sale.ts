import type { DatabaseSync } from "node:sqlite";
import type { CheckoutStatus, Transaction } from "payments-client";
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

/** The price that was paid, if the link ever had it; otherwise the latest price, which then does not match. */
const priceOf = (db: DatabaseSync, gatewayId: string, { amount = null, currency = null }: PaymentFields) =>
  db
    .prepare(`
      SELECT * FROM link_prices WHERE gateway_id = ?
      ORDER BY amount = ? AND currency = ? DESC, rowid DESC LIMIT 1`)
    .get(gatewayId, amount, currency);

/** The tracking id of a payment by link is the product's id at the gateway. */
function findLinkSale(db: DatabaseSync, gatewayId: string, payment: PaymentFields): Sale | undefined {
  const price = priceOf(db, gatewayId, payment);
  const product = price && findProduct(db, text(price.product_id));
  if (!product) return undefined;
  const [amount, currency] = [integer(price.amount), text(price.currency)];
  const email = typeof payment.customer?.email === "string" ? payment.customer.email : "";
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
  const fields = fieldsOf(payment);
  const { tracking_id: trackingId } = fields;
  if (typeof trackingId !== "string") return undefined;
  return findOrderSale(db, trackingId) ?? findLinkSale(db, trackingId, fields);
}
