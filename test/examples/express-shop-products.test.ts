import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { PaymentsClient } from "payments-client";
import { Sandbox, type SandboxServer } from "payments-client/sandbox";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { freePort } from "../support/free-port.ts";
import { installShared } from "./install-example.ts";
import { runNode } from "./run.ts";
import { launchShop, type RunningShop, shopEnvironment, startShop } from "./start-shop.ts";

const MAIN = "dist/main.js";
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
  return { ...env, DATABASE: join(folder, database) };
}

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
