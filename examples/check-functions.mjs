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

  // Staff send a form again with its number until they know the result, and so does the job for a period.
  // Two forms that are sent at the same moment have two numbers.
  const forms = new Map();
  async function ask(kind, id, amount) {
    const name = `${id}-${kind}-${amount}`;
    const form = forms.get(name) ?? { count: 0, unknown: [] };
    forms.set(name, form);
    const number = form.unknown.shift() ?? form.count++;
    let state = "unknown";
    try {
      state = await get(`/test/request?kind=${kind}&order=${id}&amount=${amount}&id=${name}-${number}`);
    } finally {
      if (state === "unknown") form.unknown.push(number);
    }
    if (state !== "done") throw new Error(`The ${kind} is ${state}`);
  }

  return {
    ...{ start, restart, stop },
    placeOrder: async () => JSON.parse(await get("/test/order")),
    fulfillments: async (id) => Number(await get(`/test/fulfillments?order=${id}`)),
    inReview: async (id) => Number(await get(`/test/review?order=${id}`)),
    refund: (id, amount) => ask("refund", id, amount),
    renew: (id) => ask("renewal", id, 12_900),
    reconcile: () => get("/test/job"),
  };
}
