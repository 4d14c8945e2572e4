import { once } from "node:events";
import { PaymentsClient } from "payments-client";
import { Webhooks } from "payments-client/webhooks";
import { createApp } from "./app.ts";
import { loadCatalogue } from "./catalogue.ts";
import { type Config, readConfig } from "./config.ts";
import { openDatabase } from "./database/open-database.ts";
import { fulfill } from "./fulfillment.ts";
import { reconcile } from "./payments/reconcile.ts";
import { sendRefunds } from "./payments/send-refunds.ts";
import type { Shop } from "./shop.ts";
import { startWorker } from "./worker.ts";

const FULFILL_SECONDS = 10;
const REFUND_SECONDS = 60;

function openShop(config: Config): { shop: Shop; stop: () => Promise<void> } {
  const db = openDatabase(config.database);
  loadCatalogue(db);
  const payments = new PaymentsClient({ idempotencyKeys: config.idempotencyKeys });
  const webhooks = new Webhooks();
  const fulfillment = startWorker("Fulfillment", FULFILL_SECONDS, () => fulfill(db));
  const refunds = startWorker("Refunds", REFUND_SECONDS, () => sendRefunds(shop));
  const status = startWorker("Open payments", config.pollSeconds, (signal) => reconcile(shop, signal));
  const shop: Shop = { config, db, payments, webhooks, onPaid: fulfillment.kick, onRefund: refunds.kick };
  const workers = [fulfillment, refunds, status];
  const stop = async (): Promise<void> => {
    await Promise.all(workers.map((worker) => worker.stop()));
    db.close();
  };
  // Notifications may have been missed while the shop was down.
  for (const worker of workers) worker.kick();
  return { shop, stop };
}

async function run(): Promise<void> {
  const config = readConfig(process.env);
  const { shop, stop } = openShop(config);
  const server = createApp(shop).listen(config.port);
  await once(server, "listening");
  console.log(`The shop is open: ${config.publicUrl}`);
  await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  // Requests in progress are completed first.
  server.close();
  await once(server, "close");
  await stop();
}

try {
  await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  // Without a server, workers that run already would keep the process alive.
  process.exit(1);
}
