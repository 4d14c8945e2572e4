// The functions for `payments-client check-shop` of a shop that has the routes of php-shop and python-shop.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = await mkdtemp(join(tmpdir(), "shop-"));

export function checkFunctions({ url, cwd, command: [program, ...args] }) {
  let shop, settings;

  const get = async (path) => {
    const response = await fetch(url + path);
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return response.text();
  };

  const isUp = () => fetch(`${url}/test`).catch(() => undefined);

  async function open() {
    const own = { SHOP_URL: url, DATABASE: join(folder, "shop.sqlite"), TEST_ROUTES: "1" };
    shop = spawn(program, args, { cwd, env: { ...process.env, ...settings, ...own }, stdio: "ignore" });
    await once(shop, "spawn");
    while (!(await isUp())) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  async function start({ environment }) {
    if (await isUp()) throw new Error(`Stop the shop at ${url}`);
    settings = environment; // PAYMENTS_SHOP_ID, PAYMENTS_SECRET_KEY, PAYMENTS_UNDER_WAY and the others
    await open();
  }

  async function end() {
    if (shop?.exitCode !== null || shop.signalCode !== null) return;
    shop.kill("SIGKILL");
    await once(shop, "exit");
  }

  async function restart() {
    await end();
    await open();
  }

  async function stop() {
    await end();
    await rm(folder, { recursive: true });
  }

  async function request(kind, order, amount, id) {
    const state = await get(`/test/request?kind=${kind}&order=${order}&amount=${amount}&id=${id}`);
    if (state !== "succeeded") throw new Error(`The ${kind} is ${state}`);
  }

  return {
    ...{ start, restart, stop },
    refund: (order, amount, id) => request("refund", order, amount, id),
    renew: (order, id) => request("renewal", order, 12_900, id),
    placeOrder: async () => JSON.parse(await get("/test/order")),
    fulfillments: async (id) => Number(await get(`/test/fulfillments?order=${id}`)),
    inReview: async (id) => JSON.parse(await get(`/test/review?order=${id}`)),
    reconcile: () => get("/test/job"),
  };
}
