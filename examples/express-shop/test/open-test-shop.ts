import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mock } from "node:test";
import { PaymentsClient } from "payments-client";
import { Sandbox } from "payments-client/sandbox";
import { createApp } from "../src/app.ts";
import { loadCatalogue } from "../src/catalogue.ts";
import { readConfig } from "../src/config.ts";
import { openDatabase } from "../src/database/open-database.ts";
import { fulfil } from "../src/fulfilment.ts";
import type { Shop } from "../src/shop.ts";
import { createVisitor, type Visitor } from "./visitor.ts";

// The shop's log is not part of these tests.
for (const level of ["log", "error"] as const) mock.method(console, level, () => undefined);

/** A shop with a gateway of its own, for one test. */
export interface TestShop extends AsyncDisposable {
  readonly shop: Shop;
  readonly sandbox: Sandbox;
  readonly visitor: Visitor;
  readonly url: string;
  /** Calls of `onRefund` and `onToken`, in order. */
  readonly announced: string[];
}

interface TestShopOptions {
  readonly isTestMode?: boolean;
  /** Whether the gateway is known to honour idempotency keys. Default true. */
  readonly knowsKeys?: boolean;
  /** The shop can't be reached from the gateway. */
  readonly losesNotifications?: boolean;
  /** Where customers reach the shop. Default: where it listens. */
  readonly publicUrl?: string;
}

/** Generating a key pair takes long, so all gateways begin with the same. */
const FRESH = await new Sandbox().state();

const NOT_REACHED = async (): Promise<Response> => new Response(null, { status: 502 });

/** The shop as in `main.ts`, on a free port, without workers: tests run their tasks explicitly. */
export async function openTestShop(options: TestShopOptions = {}): Promise<TestShop> {
  const { isTestMode = true, losesNotifications = false } = options;
  const sandbox = new Sandbox({ state: FRESH, ...(losesNotifications && { deliver: NOT_REACHED }) });
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port }: Pick<AddressInfo, "port"> = Object(server.address());
  const url = `http://127.0.0.1:${port}`;
  const { shopId, secretKey, baseUrl, checkoutUrl, gatewayUrl, fetch } = sandbox.clientOptions;
  const config = readConfig({
    PAYMENTS_SHOP_ID: shopId,
    PAYMENTS_SECRET_KEY: secretKey,
    PAYMENTS_BASE_URL: baseUrl,
    PAYMENTS_CHECKOUT_URL: checkoutUrl,
    PAYMENTS_GATEWAY_URL: gatewayUrl,
    PAYMENTS_PUBLIC_KEY: await sandbox.publicKey(),
    IDEMPOTENCY_KEYS: String(options.knowsKeys ?? true),
    TEST_MODE: String(isTestMode),
    PUBLIC_URL: options.publicUrl ?? url,
    DATABASE: ":memory:",
    ADMIN_PASSWORD: "open sesame",
  });
  const db = openDatabase(config.database);
  loadCatalogue(db);
  const payments = new PaymentsClient({ ...config, fetch, maxRetries: 0 });
  const announced: string[] = [];
  const shop: Shop = {
    config,
    db,
    payments,
    onPaid: () => fulfil(db),
    onRefund: () => announced.push("refund"),
    onToken: (token) => announced.push(token),
  };
  server.on("request", createApp(shop));
  const close = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
    db.close();
  };
  return { shop, sandbox, url, announced, visitor: createVisitor(url), [Symbol.asyncDispose]: close };
}
