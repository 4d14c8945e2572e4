import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { PaymentsClient } from "payments-client";
import { Sandbox, type SandboxServer } from "payments-client/sandbox";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { freePort } from "../support/listen.ts";
import { Customer } from "./customer.ts";
import { installShared } from "./install-example.ts";
import { runNode } from "./run.ts";
import { launchShop, type RunningShop, shopEnvironment, startShop } from "./start-shop.ts";

const MAIN = "dist/main.js";
const ROUNDS = 12;
const CUSTOMERS = 4;
/** Milliseconds after the first notification of a round: about the time in which the shop handles all of them. */
const LATEST_KILL = 30;
const STOCK = 120;
/** Timeout in milliseconds, long enough for a busy machine. */
const PATIENCE = 20_000;

let folder = "";
let running: RunningShop | undefined;
const servers: SandboxServer[] = [];

beforeAll(async () => {
  folder = await installShared("express-shop");
  const { code, stdout } = await runNode(folder, [
    "node_modules/typescript/bin/tsc",
    "-p",
    "tsconfig.build.json",
  ]);
  expect(stdout).toBe("");
  expect(code).toBe(0);
});
afterEach(async () => {
  running?.kill();
  await running?.gone;
});
afterAll(() => Promise.all(servers.map((server) => server.close())));

/** A shop's settings with its own database. */
async function settings(sandbox: Sandbox, database: string) {
  const server = await sandbox.listen();
  servers.push(server);
  const port = await freePort();
  const env = await shopEnvironment(sandbox, server, port);
  return { ...env, PUBLIC_URL: `http://127.0.0.1:${port}`, DATABASE: join(folder, database) };
}

/** The orders in the database, with their payments and vouchers. */
function books(file: string) {
  using db = new DatabaseSync(file, { readOnly: true });
  const orders = db
    .prepare(`
      SELECT id, status,
        (SELECT count(*) FROM notifications WHERE order_id = orders.id AND outcome = 'paid') AS payments,
        (SELECT count(*) FROM vouchers WHERE order_id = orders.id) AS vouchers,
        (SELECT count(*) FROM outbox WHERE order_id = orders.id AND done_at IS NOT NULL) AS done
      FROM orders ORDER BY id`)
    .all()
    .map((row) => ({ ...row }));
  const stock = db.prepare("SELECT stock FROM products WHERE id = 'museum-guide'").get()?.["stock"];
  return { orders, stock };
}

const fulfilledOnce = (ids: readonly string[]) =>
  ids.toSorted().map((id) => ({ id, status: "paid", payments: 1, vouchers: 1, done: 1 }));

/** Starts payments of new orders, one for each customer. */
async function begin(shop: string) {
  return Promise.all(
    Array.from({ length: CUSTOMERS }, async () => {
      const customer = new Customer(shop);
      const order = await customer.order("museum-guide");
      return { order, token: await customer.begin(order) };
    }),
  );
}

/** The number of recorded payments in the database. */
function countTaken(file: string): number {
  using db = new DatabaseSync(file);
  return Number(db.prepare("SELECT count(*) AS n FROM notifications").get()?.["n"]);
}

const countAnswered = ({ deliveries }: Sandbox) => deliveries.filter(({ status }) => status === 200).length;

test("killed at any time around its notifications, the shop loses no paid order and fulfils none twice", async () => {
  let onPost = () => {};
  const sandbox = new Sandbox({
    // One minute between two attempts is 200 ms here.
    speed: 300,
    deliver: (request) => {
      onPost();
      return fetch(request);
    },
  });
  // Without polling: only repeated notifications can recover.
  const env = { ...(await settings(sandbox, "kills.sqlite")), POLL_SECONDS: "0" };
  const paid: string[] = [];
  const cut = { beforeCommit: 0, afterCommit: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    const shop = await startShop(folder, env, MAIN);
    running = shop;
    await vi.waitFor(() => expect(countAnswered(sandbox)).toBe(paid.length), PATIENCE);
    const begun = await begin(env.PUBLIC_URL);
    paid.push(...begun.map(({ order }) => order));
    onPost = () => {
      onPost = () => {};
      setTimeout(shop.kill, (LATEST_KILL * round) / ROUNDS);
    };
    await Promise.all([...begun.map(({ token }) => sandbox.pay(token)), shop.gone]);
    const taken = countTaken(env.DATABASE);
    cut.beforeCommit += paid.length - taken;
    cut.afterCommit += taken - countAnswered(sandbox);
  }
  running = await startShop(folder, env, MAIN);
  await vi.waitFor(() => expect(countAnswered(sandbox)).toBe(paid.length), PATIENCE);
  await vi.waitFor(() => expect(books(env.DATABASE).orders).toEqual(fulfilledOnce(paid)), PATIENCE);

  for (const { id } of sandbox.deliveries) await sandbox.redeliver(id);
  expect(books(env.DATABASE)).toEqual({ orders: fulfilledOnce(paid), stock: STOCK - paid.length });
  expect(cut.beforeCommit + cut.afterCommit).toBeGreaterThan(0);
  console.log(`${ROUNDS} kills, ${paid.length} paid orders; posts cut off: ${JSON.stringify(cut)}`);
});

test("payments made while the shop was down, without notifications, are found at its start", async () => {
  const sandbox = new Sandbox({ deliver: async () => new Response(null, { status: 502 }) });
  const env = await settings(sandbox, "lost.sqlite");
  running = await startShop(folder, env, MAIN);
  const begun = await begin(env.PUBLIC_URL);
  running.kill();
  await running.gone;
  for (const { token } of begun) await sandbox.pay(token);
  running = await startShop(folder, env, MAIN);
  const ids = begun.map(({ order }) => order);
  await vi.waitFor(() => expect(books(env.DATABASE).orders).toEqual(fulfilledOnce(ids)), PATIENCE);
});

test("killed right after the gateway has created a product, the shop does not create a second one", async () => {
  const sandbox = new Sandbox();
  const env = await settings(sandbox, "products.sqlite");
  const { products } = new PaymentsClient(sandbox.clientOptions);
  for (let made = 1; made <= 4; made += 1) {
    const shop = launchShop(folder, env, MAIN);
    running = shop;
    // Killed before the response is sent, the shop does not know about this product.
    const unsubscribe = sandbox.onChange(() => shop.kill());
    await shop.gone;
    unsubscribe();
    expect(await products.list()).toHaveLength(made);
  }
  running = await startShop(folder, env, MAIN);
  await vi.waitFor(() => {
    using db = new DatabaseSync(env.DATABASE, { readOnly: true });
    expect(db.prepare("SELECT count(*) AS n FROM products WHERE pay_url IS NULL").get()).toEqual({ n: 0 });
  }, PATIENCE);
  expect(await products.list()).toHaveLength(4);
});
