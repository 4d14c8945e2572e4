import type { DatabaseSync } from "node:sqlite";
import type { PaymentEvent } from "payments-client/webhooks";
import { integer, text } from "../database/rows.ts";
import { findLinkOrder, type NewOrder, type Order } from "../orders.ts";
import { findProduct } from "../products.ts";

/** When it was paid, by the gateway's clock, because a notification can be a day late. ISO 8601 in UTC. */
const timeOf = (paidAt = ""): string => {
  const time = Date.parse(paidAt);
  return new Date(Number.isNaN(time) ? Date.now() : time).toISOString();
};

/** The price that was paid, if the link had it at that time. Otherwise the latest price. */
const priceOf = (db: DatabaseSync, gatewayId: string, { summary }: PaymentEvent) =>
  db
    .prepare(`
      SELECT * FROM link_prices WHERE gateway_id = ?
      ORDER BY amount = ? AND currency = ? AND (ends_at IS NULL OR ends_at > ?) DESC, rowid DESC LIMIT 1`)
    .get(gatewayId, summary.amount ?? null, summary.currency ?? null, timeOf(summary.paidAt));

/** The sale of a payment by link. Its tracking id is the product's id at the gateway. */
export function findLinkSale(
  db: DatabaseSync,
  gatewayId: string,
  event: PaymentEvent,
): Order | (NewOrder & { readonly paidBy: null }) | undefined {
  const price = priceOf(db, gatewayId, event);
  const product = price && findProduct(db, text(price.product_id));
  if (!product) return undefined;
  const order = findLinkOrder(db, event.summary.uid ?? "");
  if (order) return order;
  const { customer } = event.transaction ?? event.checkout;
  const [amount, currency] = [integer(price.amount), text(price.currency)];
  const email = typeof customer?.email === "string" ? customer.email : "";
  return {
    source: "link",
    email,
    amount,
    currency,
    items: [{ product, quantity: 1, amount }],
    paidBy: null,
  };
}
