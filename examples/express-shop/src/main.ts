import { once } from "node:events";
import { PaymentsClient } from "payments-client";
import { createApp } from "./app.ts";
import { loadCatalogue } from "./catalogue.ts";
import { type Config, readConfig } from "./config.ts";
import { openDatabase } from "./database/open-database.ts";
import { fulfil } from "./fulfilment.ts";
import { listOpenTokens } from "./payments/checkouts.ts";
import { makeRefunds } from "./payments/make-refunds.ts";
import { syncProducts } from "./payments/sync-products.ts";
import { watchPayments } from "./payments/watch-payments.ts";
import type { Shop } from "./shop.ts";
import { startWorker } from "./worker.ts";

const FULFIL_SECONDS = 10;
const SYNC_SECONDS = 300;
const REFUND_SECONDS = 60;

function openShop(config: Config): { shop: Shop; stop: () => Promise<void> } {
  const db = openDatabase(config.database);
  loadCatalogue(db);
  const payments = new PaymentsClient(config);
  const fulfilment = startWorker("Fulfilment", FULFIL_SECONDS, () => fulfil(db));
  const sync = startWorker("Payment links", SYNC_SECONDS, () => syncProducts(shop));
  const refunds = startWorker("Refunds", REFUND_SECONDS, () => makeRefunds(shop));
  const onPaid = (): void => {
    fulfilment.kick();
    // The stock has changed.
    sync.kick();
  };
  const onToken = (token: string): void => watch.add(token);
  const shop: Shop = { config, db, payments, onPaid, onRefund: refunds.kick, onToken };
  const watch = watchPayments(shop, config.pollSeconds);
  const stop = async (): Promise<void> => {
    await Promise.all([fulfilment, sync, refunds, watch].map((worker) => worker.stop()));
    db.close();
  };
  fulfilment.kick();
  sync.kick();
  refunds.kick();
  // Notifications may have been missed while the shop was down.
  for (const { token } of listOpenTokens(db)) watch.add(token);
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
  // The workers may be running already: without a server they would keep the process alive.
  process.exit(1);
}
