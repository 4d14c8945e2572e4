/** Shops that receive notifications: with the SDK, and in languages that have no SDK. All have the same two tables. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { type Payable, type PaymentHandlers, toNodeListener, Webhooks } from "payments-client/webhooks";
import { onTestFinished } from "vitest";
import { freePort } from "../support/free-port.ts";
import { SECRET_KEY, SHOP_ID } from "../support/gateway.ts";
import { listen } from "../support/listen.ts";
import { publicKey } from "../webhooks/notifications.ts";
import { type Language, PHP, PYTHON, SCRIPT_ENVIRONMENT } from "./money/processes/process.ts";

const EXAMPLES = join(import.meta.dirname, "../../examples");
const SCHEMA = join(EXAMPLES, "other-languages/schema.sql");

const ORDER = { amount: 12_900, currency: "EUR" };

/** The settings of a shop. Its gateway does not answer. */
export const SETTINGS: Readonly<Record<string, string>> = {
  PAYMENTS_SHOP_ID: SHOP_ID,
  PAYMENTS_SECRET_KEY: SECRET_KEY,
  PAYMENTS_PUBLIC_KEY: publicKey,
  PAYMENTS_CHECKOUT_URL: "http://127.0.0.1:9",
  PAYMENTS_GATEWAY_URL: "http://127.0.0.1:9",
  SHOP_URL: "https://shop.example/",
};

interface Review {
  readonly key: string;
  readonly reason: string;
  readonly uid: string;
}

interface OrderRow {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly paid_by: string | null;
  readonly closed: number | null;
  readonly test: number | null;
}

/** Header names and values, in turns, as node:http sends them. A name may occur twice. */
export type RawHeaders = readonly string[];

/** The tables of a shop, as a test reads them. */
export class NotifiedShop {
  readonly #db: DatabaseSync;
  /** The address of notifications. */
  readonly url: string;
  readonly child: ChildProcess | undefined;

  constructor(url: string, db: DatabaseSync, child?: ChildProcess) {
    this.url = url;
    this.#db = db;
    this.child = child;
  }

  placeOrder(fields: Partial<OrderRow> = {}): string {
    const order = { id: crypto.randomUUID(), ...ORDER, paid_by: null, closed: null, test: null, ...fields };
    this.#db
      .prepare("INSERT INTO orders (id, amount, currency, paid_by, closed, test) VALUES (?, ?, ?, ?, ?, ?)")
      .run(order.id, order.amount, order.currency, order.paid_by, order.closed, order.test);
    return order.id;
  }

  paidBy(id: string): unknown {
    return this.#db.prepare("SELECT paid_by FROM orders WHERE id = ?").get(id)?.["paid_by"];
  }

  /** The reviews of a payment. */
  reviews(uid: string): Review[] {
    return this.#db
      .prepare("SELECT key, reason, uid FROM reviews WHERE uid = ?")
      .all(uid)
      .map(({ key, reason, uid: of }) => ({ key: String(key), reason: String(reason), uid: String(of) }));
  }

  /** Everything that is stored. */
  contents(): unknown {
    return ["orders", "reviews"].map((table) => this.#db.prepare(`SELECT * FROM ${table} ORDER BY 1`).all());
  }

  /** Runs a statement while no other process can write. */
  async locked(work: () => Promise<void>): Promise<void> {
    this.#db.exec("BEGIN IMMEDIATE");
    await work();
    this.#db.exec("COMMIT");
  }

  /** @returns the status, 0 if the connection was closed without an answer. */
  post(body: string | Uint8Array, headers: RawHeaders, method = "POST"): Promise<number> {
    return new Promise((resolve) => {
      const always = ["Host", new URL(this.url).host, "Content-Length", `${Buffer.byteLength(body)}`];
      const sent = httpRequest(this.url, { method, headers: [...always, ...headers], agent: false });
      sent.on("response", (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      sent.on("error", () => resolve(0));
      sent.end(body);
    });
  }
}

export async function openDatabase(): Promise<{ readonly file: string; readonly db: DatabaseSync }> {
  const folder = await mkdtemp(join(tmpdir(), "notified-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "shop.sqlite");
  const db = new DatabaseSync(file, { timeout: 5000 });
  onTestFinished(() => db.close());
  return { file, db };
}

const addColumns = (db: DatabaseSync): void =>
  db.exec("ALTER TABLE orders ADD COLUMN closed INTEGER; ALTER TABLE orders ADD COLUMN test INTEGER");

/** Starts a script of the examples. */
export async function startScript(
  { ending, serve }: Language,
  script: string,
  settings: Readonly<Record<string, string>>,
) {
  const url = `http://127.0.0.1:${await freePort()}`;
  const [command = "", ...parameters] = serve(join(EXAMPLES, script), new URL(url));
  // PHP without a php.ini displays errors.
  const shown = ending === "php" ? ["-d", "display_errors=1"] : [];
  const env = {
    ...SCRIPT_ENVIRONMENT,
    PHP_CLI_SERVER_WORKERS: "4",
    SHOP_URL: url,
    ...settings,
  };
  const child = spawn(command, [...shown, ...parameters], { env, stdio: "ignore", detached: true });
  await once(child, "spawn");
  // PHP's server has processes of its own.
  onTestFinished(() => void (child.exitCode === null && process.kill(-(child.pid ?? 0), "SIGKILL")));
  while (child.exitCode === null && !(await fetch(url).catch(() => undefined))) await sleep(20);
  return { url, child, env };
}

const openScript =
  (language: Language, script: string, route: string) =>
  async (settings = SETTINGS): Promise<NotifiedShop> => {
    const { file, db } = await openDatabase();
    if (route === "/") db.exec(await readFile(SCHEMA, "utf8"));
    const { url, child } = await startScript(language, script, { ...settings, DATABASE: file });
    if (child.exitCode === null) addColumns(db);
    return new NotifiedShop(new URL(route, url).href, db, child);
  };

/** The same functions, with the SDK. */
async function openSdk(): Promise<NotifiedShop> {
  const { db } = await openDatabase();
  db.exec(await readFile(SCHEMA, "utf8"));
  addColumns(db);
  const findOrder = db.prepare("SELECT *, paid_by AS paidBy FROM orders WHERE id = ?");
  const shop: PaymentHandlers<OrderRow & Payable> = {
    findOrder: (trackingId) => {
      const row = findOrder.get(trackingId);
      return row && Object(row);
    },
    paid: ({ order, uid, key }) => {
      db.prepare("UPDATE orders SET paid_by = ? WHERE id = ? AND paid_by IS NULL").run(uid, order.id);
      db.prepare("DELETE FROM reviews WHERE key = ?").run(key);
    },
    review: ({ key, reason, transaction, summary }) => {
      const money = `${summary.amount} ${summary.currency}`;
      const row = [key, reason, `${transaction?.uid}`, money, summary.trackingId ?? ""];
      db.prepare("INSERT INTO reviews VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING").run(...row);
    },
    otherwise: () => undefined,
    other: () => undefined,
    onError: () => undefined,
  };
  const webhooks = new Webhooks({ shopId: SHOP_ID, secretKey: SECRET_KEY, publicKey });
  const { url, [Symbol.asyncDispose]: close } = await listen(
    createServer(toNodeListener(webhooks.handler(shop))),
  );
  onTestFinished(close);
  return new NotifiedShop(url, db);
}

/** The shops that people without an SDK copy. */
export const COPIED = {
  "receive.php": openScript(PHP, "other-languages/receive.php", "/"),
  "receive.py": openScript(PYTHON, "other-languages/receive.py", "/"),
  "shop.php": openScript(PHP, "php-shop/shop.php", "/notify"),
  "shop.py": openScript(PYTHON, "python-shop/shop.py", "/notify"),
};

export const SDK = "the SDK";

/** All of them, and the SDK, which shows that the expectations are the SDK's own. */
export const NOTIFIED = Object.entries({ [SDK]: openSdk, ...COPIED });
