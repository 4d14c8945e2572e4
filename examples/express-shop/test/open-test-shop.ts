import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mock, type TestContext } from "node:test";
import { PaymentsClient } from "payments-client";
import { Sandbox } from "payments-client/sandbox";
import { Webhooks } from "payments-client/webhooks";
import { createApp } from "../src/app.ts";
import { loadCatalogue } from "../src/catalogue.ts";
import { readConfig } from "../src/config.ts";
import { openDatabase } from "../src/database/open-database.ts";
import { fulfill } from "../src/fulfillment.ts";
import type { Shop } from "../src/shop.ts";
import { createVisitor } from "./visitor.ts";

// The shop's log is not part of these tests.
for (const level of ["log", "error"] as const) mock.method(console, level, () => undefined);

export interface TestShopOptions {
  /** The shop can't be reached from the gateway. */
  readonly losesNotifications?: boolean;
  /** Other variables of the shop. */
  readonly environment?: Record<string, string>;
}

/** Generating a key pair takes long, so all gateways begin with the same. */
const FRESH = await new Sandbox().state();

/** The variables of a shop. The tests make the client and `Webhooks` themselves. */
export const ENVIRONMENT = {
  ...Object.fromEntries(
    ["SHOP_ID", "SECRET_KEY", "BASE_URL", "CHECKOUT_URL", "GATEWAY_URL", "PUBLIC_KEY"].map((name) => [
      `PAYMENTS_${name}`,
      "not used",
    ]),
  ),
  IDEMPOTENCY_KEYS: "true",
  DATABASE: ":memory:",
  ADMIN_PASSWORD: "open sesame",
  REQUESTS_PER_MINUTE: "999999",
};

const NOT_REACHED = async (): Promise<Response> => new Response(null, { status: 502 });

/** The shop as in `main.ts`, on a free port, with its own gateway, without workers: tests run their tasks explicitly. */
export async function openTestShop(
  context: Pick<TestContext, "after">,
  { losesNotifications = false, environment = {} }: TestShopOptions = {},
) {
  const sandbox = new Sandbox({ state: FRESH, ...(losesNotifications && { deliver: NOT_REACHED }) });
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port }: Pick<AddressInfo, "port"> = Object(server.address());
  const url = `http://127.0.0.1:${port}`;
  const { shopId, secretKey } = sandbox.clientOptions;
  const config = readConfig({ ...ENVIRONMENT, TEST_MODE: "true", PUBLIC_URL: url, ...environment });
  const db = openDatabase(config.database);
  loadCatalogue(db);
  const { idempotencyKeys } = config;
  const payments = new PaymentsClient({ ...sandbox.clientOptions, idempotencyKeys, maxRetries: 0 });
  const webhooks = new Webhooks({ shopId, secretKey, publicKey: await sandbox.publicKey() });
  /** Calls of `onRefund`. */
  const announced: string[] = [];
  const shop: Shop = {
    config,
    db,
    payments,
    webhooks,
    onPaid: () => fulfill(db),
    onRefund: () => announced.push("refund"),
  };
  server.on("request", createApp(shop));
  context.after(() => {
    server.close();
    server.closeAllConnections();
    db.close();
  });
  return { shop, sandbox, url, announced, visitor: createVisitor(url) };
}

/** A test shop with an order, whose payment was started. */
export async function openOrder(
  context: Pick<TestContext, "after">,
  options: TestShopOptions = {},
  product?: string,
) {
  const opened = await openTestShop(context, options);
  const order = await opened.visitor.order(product);
  return { ...opened, order, token: await opened.visitor.pay(order) };
}
