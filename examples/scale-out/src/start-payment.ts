import { isFinal, outcome } from "payments-client";
import type { Order } from "./orders.ts";
import { askGateway } from "./payments.ts";
import type { Shop } from "./shop.ts";
import { traceparent } from "./telemetry.ts";

const OPEN = "SELECT token, redirect_url FROM checkouts WHERE order_id = $1 AND next_check_at IS NOT NULL";
const INSERT = "INSERT INTO checkouts (token, order_id, redirect_url) VALUES ($1, $2, $3)";

/** Where the customer pays. An open token is reused, since two open tokens could both be paid. */
export async function startPayment(shop: Shop, { id, amount, currency }: Order): Promise<string> {
  const { pool, payments, publicUrl, isTestMode } = shop;
  const { rows } = await pool.query<{ token: string; redirect_url: string }>(OPEN, [id]);
  for (const open of rows) {
    const status = await askGateway(shop, open.token);
    if (status && !isFinal(status)) return open.redirect_url;
    if (status && outcome(status, { test: isTestMode }) === "paid") return `/orders/${id}`;
  }
  const notificationUrl = new URL(`${publicUrl}/notifications`);
  notificationUrl.searchParams.set("traceparent", traceparent() ?? "");
  const { token, redirect_url } = await payments.checkouts.create({
    transaction_type: "payment",
    attempts: 3,
    test: isTestMode,
    order: { amount, currency, description: "Tickets", tracking_id: id },
    settings: { return_url: `${publicUrl}/orders/${id}`, notification_url: notificationUrl.href },
  });
  await pool.query(INSERT, [token, id, redirect_url]);
  return redirect_url;
}
