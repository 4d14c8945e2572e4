/** Express, with the statements of the guide in SQLite. */
import { createServer } from "node:http";
import { DatabaseSync } from "node:sqlite";
import express from "express";
import { handlePayment, type PaymentHandlers, toNodeListener } from "payments-client/webhooks";
import { test } from "vitest";
import { createToken, openGateway, passCheckShop, SEARCHING } from "../../support/check-shop.ts";
import { listen } from "../../support/listen.ts";

const db = new DatabaseSync(":memory:");
db.exec(`
  CREATE TABLE orders (id TEXT PRIMARY KEY, paid_by TEXT, parcels INTEGER NOT NULL DEFAULT 0);
  CREATE TABLE tokens (token TEXT PRIMARY KEY);
  CREATE TABLE reviews (key TEXT PRIMARY KEY, order_id TEXT, uid TEXT)`);
const find = db.prepare("SELECT id, paid_by FROM orders WHERE id = ?");
const pay = db.prepare("UPDATE orders SET paid_by = ? WHERE id = ? AND paid_by IS NULL");
const review = db.prepare("INSERT INTO reviews VALUES (?, ?, ?) ON CONFLICT (key) DO NOTHING");

const PRICE = { amount: 12_900, currency: "EUR" };

const shop: PaymentHandlers<typeof PRICE & { id: string; paidBy: string | null }> = {
  findOrder: (trackingId) => {
    const row = find.get(trackingId);
    return row && { ...PRICE, id: String(row["id"]), paidBy: row["paid_by"] ? String(row["paid_by"]) : null };
  },
  paid: ({ order, uid }) => pay.run(uid, order.id),
  review: ({ key, summary }) => review.run(key, summary.trackingId ?? "", summary.uid ?? ""),
};

/** The job that ships the orders that are paid and not shipped. */
const ship = () =>
  db.exec("UPDATE orders SET parcels = parcels + 1 WHERE paid_by IS NOT NULL AND parcels = 0");

const count = (sql: string, id: string): number => Number(db.prepare(sql).get(id)?.["n"]);

test("Express with SQLite", SEARCHING, async () => {
  const { sandbox, payments, webhooks } = await openGateway();
  const app = express();
  app.post("/notify", toNodeListener(webhooks.handler(shop)));
  app.get("/orders/:id", async ({ params, query }, response) => {
    if (query["token"]) await handlePayment(shop, await payments.checkouts.get(String(query["token"])));
    response.json({ isPaid: find.get(params.id)?.["paid_by"] !== null });
  });
  await using server = await listen(createServer(app));
  await passCheckShop({
    sandbox,
    placeOrder: async () => {
      const orderId = crypto.randomUUID();
      db.prepare("INSERT INTO orders (id) VALUES (?)").run(orderId);
      const token = await createToken(payments, { ...PRICE, id: orderId }, server.url);
      db.prepare("INSERT INTO tokens VALUES (?)").run(token);
      return { orderId, token };
    },
    fulfillments: (orderId) => {
      ship();
      return count("SELECT parcels AS n FROM orders WHERE id = ?", orderId);
    },
    inReview: (orderId) =>
      db
        .prepare("SELECT uid FROM reviews WHERE order_id = ?")
        .all(orderId)
        .map(({ uid }) => String(uid)),
    reconcile: async () => {
      for (const { token } of db.prepare("SELECT token FROM tokens").all()) {
        try {
          const { isFinal } = await handlePayment(shop, await payments.checkouts.get(String(token)));
          if (isFinal) db.prepare("DELETE FROM tokens WHERE token = ?").run(String(token));
        } catch {} // the next run asks again
      }
    },
  });
});
