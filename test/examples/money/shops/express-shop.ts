import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhooks } from "payments-client/webhooks";
import { listen } from "../../../support/listen.ts";
import type { FaultyGateway } from "../faulty-gateway.ts";
import { guardDatabase } from "../life.ts";
import type { Shop } from "../play.ts";
import { variablesOf } from "./global-fetch.ts";
import { load } from "./load.ts";

const FILES = [
  "app",
  "catalogue",
  "cart",
  "config",
  "database/open-database",
  "fulfillment",
  "orders",
  "payments/reconcile",
  "payments/send-refunds",
  "payments/start-payment",
  "products",
  "refunds",
  "reviews",
];

export async function openExpressShop(gateway: FaultyGateway): Promise<Shop> {
  const modules = await Promise.all(FILES.map((file) => load(`express-shop/src/${file}.ts`)));
  const shopCode = Object.assign({}, ...modules);
  const folder = await mkdtemp(join(tmpdir(), "money-"));
  const file = join(folder, "shop.sqlite");
  const connect = () => {
    const db = shopCode.openDatabase(file);
    db.exec("PRAGMA synchronous = OFF");
    return db;
  };
  const db = connect();
  shopCode.loadCatalogue(db);
  const config = shopCode.readConfig({
    ...(await variablesOf(gateway)),
    IDEMPOTENCY_KEYS: String(gateway.knowsKeys),
    TEST_MODE: "true",
    PUBLIC_URL: "http://shop.example",
    ADMIN_PASSWORD: "open sesame",
    REQUESTS_PER_MINUTE: "999999",
  });
  const { shopId, secretKey } = gateway.sandbox.clientOptions;
  const webhooks = new Webhooks({ shopId, secretKey, publicKey: await gateway.sandbox.publicKey() });
  const servers: (() => void)[] = [];
  return {
    async open(life, payments) {
      const own = guardDatabase(life, connect());
      const ignore = (): void => undefined;
      const shop = { config, db: own, payments, webhooks, onPaid: ignore, onRefund: ignore };
      const { url, [Symbol.asyncDispose]: close } = await listen(createServer(shopCode.createApp(shop)));
      servers.push(close);
      life.onEnd(close);
      return {
        async runJobs() {
          await shopCode.reconcile(shop);
          await shopCode.sendRefunds(shop);
          shopCode.fulfill(own);
        },
        storefront: {
          async placeOrder() {
            shopCode.addToCart(own, "cart", shopCode.findProduct(own, "annual-pass"), 1);
            return shopCode.placeOrder(own, "cart", "kim@example.com");
          },
          async startPayment(orderId) {
            const payment = await shopCode.startPayment(shop, shopCode.findOrder(own, orderId));
            return payment.token;
          },
          async notify(request) {
            const body = await request.text();
            return fetch(`${url}/notifications`, { method: "POST", headers: request.headers, body });
          },
          askForRefund: (orderId, id, amount) =>
            shopCode.requestRefund(own, {
              id,
              orderId,
              amount: (amount / 100).toFixed(2),
              reason: "Returned",
            }),
        },
      };
    },
    books: (orderId) => ({
      fulfillments: db.prepare("SELECT 1 FROM vouchers WHERE order_id = ?").all(orderId).length,
      inReview: shopCode
        .listReviews(db)
        .filter((review: { orderId: string }) => review.orderId === orderId)
        .map(({ uid }: { uid: string }) => uid),
    }),
    async close() {
      for (const close of servers) close();
      db.close();
      await rm(folder, { recursive: true });
    },
  };
}
