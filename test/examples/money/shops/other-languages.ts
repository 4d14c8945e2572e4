import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { FaultyGateway } from "../faulty-gateway.ts";
import type { Shop } from "../play.ts";
import { Host, type Language } from "../processes/process.ts";

const FOLDER = join(import.meta.dirname, "../../../../examples/other-languages");
const AMOUNT = 12_900;
const CHARGE = "month-1";

/** A shop around the files that a page of the documentation shows: one receives notifications, one charges a saved card. */
export async function openOtherLanguage(language: Language, gateway: FaultyGateway): Promise<Shop> {
  const folder = await mkdtemp(join(tmpdir(), "money-"));
  const database = join(folder, "shop.sqlite");
  const db = new DatabaseSync(database, { timeout: 5000 });
  db.exec(await readFile(join(FOLDER, "schema.sql"), "utf8"));
  const host = await Host.open(gateway, database);
  const [receive = "", charge = ""] = await Promise.all(
    ["receive", "charge_once"].map((name) =>
      language.prepare(`other-languages/${name}.${language.ending}`, folder),
    ),
  );
  const order = { amount: 990, currency: "EUR", description: "First month" };
  const { token } = await gateway.honest().checkouts.create({ transaction_type: "payment", order });
  const { credit_card } = await gateway.sandbox.pay(token, { saveCard: true });
  db.prepare(
    "INSERT INTO charges (id, card_token, amount, currency, description) VALUES (?, ?, 1290, 'EUR', 'Month')",
  ).run(CHARGE, credit_card?.token ?? "");
  const stateOfCharge = () => db.prepare("SELECT state FROM charges WHERE id = ?").get(CHARGE)?.["state"];
  return {
    // No job asks the gateway what became of a token.
    hearsOnly: true,
    async open(life, payments) {
      const url = await host.serve(life, (own) => language.serve(receive, own));
      return {
        async runJobs() {
          if (stateOfCharge() === "open")
            await host.atOnce(life, () => host.run(life, [...language.run(charge), CHARGE]));
        },
        storefront: {
          async placeOrder() {
            const id = crypto.randomUUID();
            db.prepare("INSERT INTO orders (id, amount, currency) VALUES (?, ?, 'EUR')").run(id, AMOUNT);
            return id;
          },
          async startPayment(orderId) {
            const checkout = await payments.checkouts.create({
              transaction_type: "payment",
              order: { amount: AMOUNT, currency: "EUR", description: "Pass", tracking_id: orderId },
              settings: { notification_url: "https://shop.example/notify" },
            });
            return checkout.token;
          },
          async notify(request) {
            const body = await request.text();
            return fetch(url, { method: "POST", headers: request.headers, body });
          },
        },
      };
    },
    books: (orderId) => ({
      // A job of the merchant fulfills the orders that are paid.
      fulfillments: db.prepare("SELECT 1 FROM orders WHERE id = ? AND paid_by IS NOT NULL").all(orderId)
        .length,
      inReview: db
        .prepare("SELECT uid FROM reviews WHERE order_id = ?")
        .all(orderId)
        .map(({ uid }) => String(uid)),
    }),
    charges: () => [{ tries: [CHARGE], isPaid: stateOfCharge() === "succeeded" }],
    async close() {
      await host.close();
      db.close();
      await rm(folder, { recursive: true });
    },
  };
}
