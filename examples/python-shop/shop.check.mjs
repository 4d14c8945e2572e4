// Starts the shop, and places, reads, refunds and renews its orders: npx payments-client check-shop ./shop.check.mjs
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SHOP = "http://127.0.0.1:8042";
const folder = await mkdtemp(join(tmpdir(), "shop-"));
let shop, settings;

const get = async (path) => {
  const response = await fetch(SHOP + path);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response;
};

async function open() {
  // The local gateway ends each call immediately.
  const own = { SHOP_URL: SHOP, DATABASE: join(folder, "shop.sqlite"), UNDER_WAY: "2", TEST_ROUTES: "1" };
  const env = { ...process.env, ...settings, ...own };
  shop = spawn("python3", ["shop.py", "8042"], {
    cwd: import.meta.dirname,
    env,
    stdio: "ignore",
  });
  await once(shop, "spawn");
  while (!(await fetch(`${SHOP}/test`).catch(() => undefined)))
    await new Promise((resolve) => setTimeout(resolve, 20));
}

export async function start({ environment }) {
  settings = environment; // PAYMENTS_SHOP_ID, PAYMENTS_SECRET_KEY, PAYMENTS_CHECKOUT_URL, PAYMENTS_PUBLIC_KEY …
  await open();
}

export async function restart() {
  const gone = once(shop, "exit");
  shop.kill("SIGKILL");
  await gone;
  await open();
}

export async function stop() {
  shop.kill();
  await rm(folder, { recursive: true });
}

export const placeOrder = async () => (await get("/test/order")).json();
export const fulfillments = async (id) => Number(await (await get(`/test/fulfillments?order=${id}`)).text());
export const inReview = async (id) => Number(await (await get(`/test/review?order=${id}`)).text());
// Staff send a form with its id until they know the result, and so does the job for a period. This is the number of results of each.
const results = new Map();
async function ask(kind, id, amount) {
  const form = `${id}-${kind}-${amount}`;
  const count = results.get(form) ?? 0;
  const answer = await get(`/test/request?kind=${kind}&order=${id}&amount=${amount}&id=${form}-${count}`);
  const state = await answer.text();
  if (state !== "unknown") results.set(form, count + 1);
  if (state !== "done") throw new Error(`The ${kind} is ${state}`);
}
export const refund = (id, amount) => ask("refund", id, amount);
export const renew = (id) => ask("renewal", id, 12_900);
export const reconcile = () => get("/test/job");
