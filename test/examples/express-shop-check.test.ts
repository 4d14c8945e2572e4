import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { checkShop, Sandbox, type SandboxServer } from "payments-client/sandbox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../support/free-port.ts";
import { SEARCH, SEARCH_TIMEOUT } from "../support/search-limits.ts";
import { Customer } from "./customer.ts";
import { installShared } from "./install-example.ts";
import { type RunningShop, shopEnvironment, startShop } from "./start-shop.ts";

const sandbox = new Sandbox();
let folder = "";
let server: SandboxServer;
let running: RunningShop;
let env: Record<string, string> = {};

beforeAll(async () => {
  folder = await installShared("express-shop");
  server = await sandbox.listen();
  const port = await freePort();
  const { TEST_MODE: _, ...live } = await shopEnvironment(sandbox, server, port);
  env = {
    ...live,
    DATABASE: join(folder, "checked.sqlite"),
    POLL_SECONDS: "1",
  };
  running = await startShop(folder, env);
});
afterAll(async () => {
  running.kill();
  await running.gone;
  await server.close();
});

async function placeOrder() {
  const customer = new Customer(env["PUBLIC_URL"] ?? "");
  const orderId = await customer.order("annual-pass");
  return { orderId, token: await customer.begin(orderId) };
}

function count(sql: string, orderId: string): number {
  using db = new DatabaseSync(env["DATABASE"] ?? "", { readOnly: true });
  return Number(db.prepare(sql).get(orderId)?.["count"]);
}

const functions = {
  sandbox,
  placeOrder,
  fulfillments: (orderId: string) =>
    count("SELECT count(*) AS count FROM vouchers WHERE order_id = ?", orderId),
  inReview: (orderId: string) =>
    count(
      "SELECT count(*) AS count FROM reviews WHERE order_id = ? AND NOT EXISTS (SELECT 1 FROM orders WHERE paid_by = uid)",
      orderId,
    ),
  restart: async () => {
    running.kill();
    await running.gone;
    running = await startShop(folder, env);
  },
};

const KILLED = { timeout: SEARCH_TIMEOUT };

test("the shop passes checkShop, killed and started in between", KILLED, async () => {
  const report = await checkShop({ ...functions, timeout: 20_000, ...SEARCH });
  console.log(String(report));
  expect(report.passed, String(report)).toBe(true);
});

test.each(["order, pay, job @404", "order, pay, job @503"])(
  "the job of the shop survives a gateway that fails: %s",
  { timeout: 120_000 },
  async (story) => {
    // The shop runs its job by itself.
    const report = await checkShop({ ...functions, story, reconcile: () => sleep(3000), timeout: 30_000 });
    expect(report.passed, String(report)).toBe(true);
  },
);
