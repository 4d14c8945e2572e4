/**
 * Customers order and pay while the app, the workers and the database are killed at random and networks are cut. In the end
 * each paid order must be fulfilled once and no other, each second payment refunded once, and the gateway's sums and the
 * shop's must agree. `npm run kill -- ORDERS SEED`: the same seed repeats the same plans.
 */
import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { type Cluster, type Deliver, startCluster, vanish } from "./cluster.ts";
import { begin, DECLINED, gatewayReport, keptOf, order, retry, strangeToken } from "./customer.ts";
import { seeded } from "./seeded.ts";

const PRICE = 1290;
const STOCK = 1_000_000;
const CUSTOMERS = 10;
const STEPS_BETWEEN_KILLS = 14;
const KILLS_BETWEEN_CUTS = 6;
/** For how long a network is cut, in milliseconds. */
const CUT = 3000;

/** The plans of customers. */
const PLANS = [
  ...(["pays", "pays", "pays", "pays", "pays", "pays after a declined card", "pays twice"] as const),
  ...(["pays another amount", "is declined", "goes away"] as const),
];

/** What happens to the notifications of an order. They arrive in random order. */
const WAYS = ["arrive", "arrive", "arrive three times", "arrive late", "are lost"] as const;

interface Visit {
  readonly plan: (typeof PLANS)[number];
  readonly way: (typeof WAYS)[number];
  readonly quantity: number;
  id: string;
}

const drawVisit = (random: () => number): Visit => ({
  plan: PLANS[Math.floor(random() * PLANS.length)] ?? "pays",
  way: WAYS[Math.floor(random() * WAYS.length)] ?? "arrive",
  quantity: 1 + Math.floor(random() * 3),
  id: "",
});

/** Loses, delays and repeats notifications. */
const unreliableDelivery =
  (visits: readonly Visit[], random: () => number): Deliver =>
  async (request, post) => {
    const { transaction } = Object(await request.clone().json());
    const way = visits.find(({ id }) => id === transaction?.tracking_id)?.way;
    if (way === "are lost") return vanish(request, post);
    if (way === "arrive late") await wait(random() * 3000);
    if (way !== "arrive three times") return post(request);
    const posts = [request.clone(), request.clone(), request].map(async (repeat) => {
      await wait(random() * 300);
      return post(repeat);
    });
    const answers = await Promise.allSettled(posts);
    return answers.find((answer) => answer.status === "fulfilled")?.value ?? Response.error();
  };

async function pay(cluster: Cluster, visit: Visit, steps: { count: number }): Promise<void> {
  const { sandbox } = cluster;
  const step = (): void => {
    steps.count += 1;
  };
  const { plan, quantity } = visit;
  visit.id = await retry("Ordering", () => order(cluster, quantity));
  step();
  // Pressing twice at once gives one token.
  const start = (): Promise<string> => retry("Starting to pay", () => begin(cluster, visit.id));
  const [token, again] = await Promise.all([start(), start()]);
  assert.equal(token, again);
  const tokens = plan === "pays another amount" ? [await strangeToken(cluster, visit.id, 1)] : [token];
  if (plan === "pays twice") tokens.push(await strangeToken(cluster, visit.id, quantity * PRICE));
  step();
  for (const token of tokens) {
    if (/declined/.test(plan)) await sandbox.pay(token, DECLINED);
    if (plan.startsWith("pays")) await sandbox.pay(token);
    step();
  }
}

/** Kills processes at random, every few steps of customers, because no step happens when everything is down. */
async function killUntil(
  signal: AbortSignal,
  cluster: Cluster,
  steps: { count: number },
  random: () => number,
) {
  const killed = { app: 0, worker: 0, database: 0, networks: 0 };
  const revivals: Promise<void>[] = [];
  for (let count = 1; !signal.aborted; count += 1) {
    const next = steps.count + 1 + random() * 2 * STEPS_BETWEEN_KILLS;
    while (steps.count < next && !signal.aborted) await wait(5);
    await wait(random() * 50);
    const [entry, pause] = [cluster.programs[Math.floor(random() * cluster.programs.length)], random() * 500];
    if (count % KILLS_BETWEEN_CUTS === 0) {
      killed.networks += 1;
      const network = count % (2 * KILLS_BETWEEN_CUTS) === 0 ? cluster.network : cluster.gatewayNetwork;
      network.freeze();
      await wait(CUT);
      network.heal();
    } else if (random() < 0.15) {
      killed.database += 1;
      await cluster.postgres.kill();
      await wait(pause);
      await cluster.postgres.restart();
    } else if (entry && !entry.program.isGone) {
      killed[entry.role] += 1;
      await entry.program.end();
      revivals.push(wait(pause).then(() => cluster.revive(entry)));
    }
  }
  await Promise.all(revivals);
  return killed;
}

interface Books {
  /** How often each order was fulfilled, how many of its payments the staff has to look at, and what the gateway keeps. */
  readonly orders: readonly (readonly [fulfilled: number, inReview: number, kept: number])[];
  readonly booked: number;
  readonly stock: number;
  readonly jobsLeft: number;
}

async function readBooks(cluster: Cluster, visits: readonly Visit[]): Promise<Books> {
  const orders = await cluster.query<{ id: string; fulfilled: number; review: number }>(
    `SELECT id, (SELECT count(*)::int FROM fulfillments WHERE order_id = id) AS fulfilled,
       (SELECT count(*)::int FROM reviews WHERE order_id = id AND settled_at IS NULL) AS review FROM orders`,
  );
  const [totals] = await cluster.query<Omit<Books, "orders">>(
    `SELECT (SELECT coalesce(sum(amount), 0)::int FROM book) AS booked,
       (SELECT stock FROM products WHERE name = 'ticket') AS stock,
       (SELECT count(*)::int FROM pgboss.job WHERE state <> 'completed'
        AND name IN ('fulfillment', 'refunds', 'dead-letters')) AS "jobsLeft"`,
  );
  const rows = new Map(orders.map((row) => [row.id, row]));
  const report = await gatewayReport(cluster);
  const found = visits.map(({ id }) => {
    const { fulfilled = Number.NaN, review = Number.NaN } = rows.get(id) ?? {};
    return [fulfilled, review, keptOf(report, id)] as const;
  });
  return { orders: found, ...(totals ?? assert.fail()) };
}

function expectedBooks(visits: readonly Visit[]): Books {
  const orders = visits.map(({ plan, quantity }) => {
    if (plan === "pays another amount") return [0, 1, 1] as const;
    return plan.startsWith("pays") ? ([1, 0, quantity * PRICE] as const) : ([0, 0, 0] as const);
  });
  const sold = visits.reduce((sum, { quantity }, index) => sum + quantity * (orders[index]?.[0] ?? 0), 0);
  const booked = orders.reduce((sum, [, , kept]) => sum + kept, 0);
  return { orders, booked, stock: STOCK - sold, jobsLeft: 0 };
}

/**
 * Waits until the books are as expected. The schedule finds lost notifications, because time passes here. A refund without an
 * answer waits for two real minutes, and a machine may be slow.
 */
async function settle(cluster: Cluster, visits: readonly Visit[]): Promise<void> {
  const expected = expectedBooks(visits);
  for (let round = 0; round < 600; round += 1) {
    await cluster.passTime();
    await wait(1000);
    if (isDeepStrictEqual(await readBooks(cluster, visits), expected)) return;
  }
  assert.deepEqual(await readBooks(cluster, visits), expected);
}

const [orders = "2000", seed = "1"] = process.argv.slice(2);
const random = (stream: number) => seeded(Number(seed) + stream);
const draw = random(0);
const visits = Array.from({ length: Number(orders) }, () => drawVisit(draw));
await using cluster = await startCluster({
  apps: 2,
  workers: 2,
  deliver: unreliableDelivery(visits, random(1)),
  // One minute between two attempts is 200 ms here.
  speed: 300,
});
await cluster.expireJobsSoon();
const stop = new AbortController();
const steps = { count: 0 };
const killing = killUntil(stop.signal, cluster, steps, random(3));
const waiting = visits[Symbol.iterator]();
await Promise.all(
  Array.from({ length: CUSTOMERS }, async () => {
    for (const next of waiting) await pay(cluster, next, steps);
  }),
);
stop.abort();
const killed = await killing;
await settle(cluster, visits);
// Repeating all notifications must change nothing.
await Promise.all(cluster.sandbox.deliveries.map(({ id }) => cluster.sandbox.redeliver(id)));
await settle(cluster, visits);
const paid = expectedBooks(visits).orders.filter(([fulfilled]) => fulfilled > 0).length;
console.log(`seed ${seed}: ${orders} orders, ${paid} paid; killed or cut: ${JSON.stringify(killed)}`);
