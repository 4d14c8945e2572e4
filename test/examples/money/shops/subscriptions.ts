import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FaultyGateway } from "../faulty-gateway.ts";
import { guardDatabase } from "../life.ts";
import type { Shop } from "../play.ts";
import { load } from "./load.ts";

const MONTH = 32 * 24 * 60 * 60_000;

/** Two subscriptions, each of which is due once. */
export async function openSubscriptions(gateway: FaultyGateway): Promise<Shop> {
  const [{ openDatabase }, { renew }, { subscribe }] = await Promise.all(
    ["database", "renew", "subscriptions"].map((name) => load(`subscriptions/src/${name}.ts`)),
  );
  const folder = await mkdtemp(join(tmpdir(), "money-"));
  const file = join(folder, "subscriptions.sqlite");
  const db = openDatabase(file);
  db.exec("PRAGMA synchronous = OFF");
  for (const [id, amount] of [
    ["kim", 990],
    ["sam", 1290],
  ] as const) {
    const order = { amount, currency: "EUR", description: "First month" };
    const { token } = await gateway.honest().checkouts.create({ transaction_type: "payment", order });
    const { credit_card } = await gateway.sandbox.pay(token, { saveCard: true });
    const startedAt = new Date(Date.now() - MONTH);
    subscribe(db, {
      id,
      cardToken: credit_card?.token,
      amount,
      currency: "EUR",
      description: "Month",
      startedAt,
    });
  }
  return {
    async open(life, payments) {
      const own = openDatabase(file);
      own.exec("PRAGMA synchronous = OFF");
      const job = { db: guardDatabase(life, own), payments, test: false };
      return { runJobs: () => renew({ ...job, returnUrl: "https://shop.example", clock: () => new Date() }) };
    },
    charges: () =>
      ["kim", "sam"].map((id) => {
        const find = "SELECT key, status FROM charges WHERE subscription_id = ? AND period = 1";
        const rows: { key: string; status: string }[] = db.prepare(find).all(id);
        return { tries: rows.map(({ key }) => key), isPaid: rows.some(({ status }) => status === "paid") };
      }),
    async close() {
      db.close();
      await rm(folder, { recursive: true });
    },
  };
}
