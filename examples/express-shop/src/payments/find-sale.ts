import type { DatabaseSync } from "node:sqlite";
import { type CheckoutStatus, paymentSummary, type Transaction } from "payments-client";
import { integer, text } from "../database/rows.ts";
import { findOrder, insertOrder } from "../orders.ts";
import { findProduct } from "../products.ts";

/** A payment, from its notification or from its token's status. */
export type Payment = Transaction | CheckoutStatus;

/** What a payment is for, and the expected amount. */
export interface Sale {
  /** The order; undefined for a payment link, whose order is created when it is paid. */
  readonly orderId: string | undefined;
  readonly amount: number;
  readonly currency: string;
  readonly trackingId: string;
  /** @returns its order, which a payment by link creates. */
  readonly openOrder: () => string;
}

function findOrderSale(db: DatabaseSync, trackingId: string): Sale | undefined {
  const order = findOrder(db, trackingId);
  if (!order) return undefined;
  const { id, amount, currency } = order;
  return { orderId: id, amount, currency, trackingId, openOrder: () => id };
}

/** When it was paid, by the gateway's clock: a notification can be a day late. ISO 8601 in UTC. */
const timeOf = (paidAt = ""): string => {
  const time = Date.parse(paidAt);
  return new Date(Number.isNaN(time) ? Date.now() : time).toISOString();
};

/** The price that was paid, if the link had it then; otherwise the latest price, which then does not match. */
function priceOf(db: DatabaseSync, gatewayId: string, payment: Payment) {
  const { amount = null, currency = null, paidAt } = paymentSummary(payment);
  return db
    .prepare(`
      SELECT * FROM link_prices WHERE gateway_id = ?
      ORDER BY amount = ? AND currency = ? AND (ends_at IS NULL OR ends_at > ?) DESC, rowid DESC LIMIT 1`)
    .get(gatewayId, amount, currency, timeOf(paidAt));
}

/** The tracking id of a payment by link is the product's id at the gateway. */
function findLinkSale(db: DatabaseSync, gatewayId: string, payment: Payment): Sale | undefined {
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
    openOrder: () => insertOrder(db, { source: "link", email, amount, currency, items }),
  };
}

/** What a payment is for; undefined when it is not a sale of this shop. */
export function findSale(db: DatabaseSync, payment: Payment): Sale | undefined {
  const { trackingId } = paymentSummary(payment);
  if (trackingId === undefined) return undefined;
  return findOrderSale(db, trackingId) ?? findLinkSale(db, trackingId, payment);
}
