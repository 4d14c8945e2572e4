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

  async function open() {
    // The local gateway ends each call immediately.
    const own = { SHOP_URL: url, DATABASE: join(folder, "shop.sqlite"), UNDER_WAY: "2", TEST_ROUTES: "1" };
    shop = spawn(program, args, { cwd, env: { ...process.env, ...settings, ...own }, stdio: "ignore" });
    await once(shop, "spawn");
    while (!(await fetch(`${url}/test`).catch(() => undefined)))
      await new Promise((resolve) => setTimeout(resolve, 20));
  }

  async function start({ environment }) {
    settings = environment; // PAYMENTS_SHOP_ID, PAYMENTS_SECRET_KEY, PAYMENTS_CHECKOUT_URL, PAYMENTS_PUBLIC_KEY …
    await open();
  }

  async function restart() {
    const gone = once(shop, "exit");
    shop.kill("SIGKILL");
    await gone;
    await open();
  }

  async function stop() {
    shop.kill();
    await rm(folder, { recursive: true });
  }

  const request = (kind, id, amount, number) =>
    get(`/test/request?kind=${kind}&order=${id}&amount=${amount}&id=${id}-${kind}-${amount}-${number}`).catch(
      () => "unknown",
    );

  // Staff send a form again with its number until they know the result. Two forms at the same moment are two refunds.
  const forms = new Map();
  async function refund(id, amount) {
    const name = `${id}-${amount}`;
    const form = forms.get(name) ?? { count: 0, unknown: [] };
    forms.set(name, form);
    const number = form.unknown.shift() ?? form.count++;
    const state = await request("refund", id, amount, number);
    if (state === "unknown") form.unknown.push(number);
    if (state !== "done") throw new Error(`The refund is ${state}`);
  }

  // The job charges a period until it knows the result.
  const periods = new Map();
  async function renew(id) {
    const period = periods.get(id) ?? 0;
    const state = await request("renewal", id, 12_900, period);
    if (state !== "unknown") periods.set(id, period + 1);
    if (state !== "done") throw new Error(`The renewal is ${state}`);
  }

  return {
    ...{ start, restart, stop, refund, renew },
    placeOrder: async () => JSON.parse(await get("/test/order")),
    fulfillments: async (id) => Number(await get(`/test/fulfillments?order=${id}`)),
    inReview: async (id) => Number(await get(`/test/review?order=${id}`)),
    reconcile: () => get("/test/job"),
  };
}
