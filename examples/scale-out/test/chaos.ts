import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { Cluster, type Deliver } from "./cluster.ts";
import { begin, order, retry } from "./customer.ts";
import { choose, seeded } from "./seeded.ts";

const CARD = "4200000000000000";
const DECLINED_CARD = "4005550000000019";
const CUSTOMERS = 10;
const STEPS_BETWEEN_KILLS = 14;

/** The plans of customers. */
const PLANS = [
  ["pays", 60],
  ["pays after a declined card", 8],
  ["pays twice", 8],
  ["pays another amount", 4],
  ["is declined", 8],
  ["goes away", 12],
] as const;

/** What happens to the notifications of an order. They arrive in random order. */
const WAYS = [
  ["arrive", 50],
  ["arrive three times", 20],
  ["arrive late", 15],
  ["are lost", 15],
] as const;

interface Visit {
  readonly plan: (typeof PLANS)[number][0];
  readonly way: (typeof WAYS)[number][0];
  readonly quantity: number;
  id: string;
  /** Tokens that were paid, in any order. */
  paid: number;
}

export interface ChaosOptions {
  readonly orders: number;
  readonly seed: number;
}

const drawVisit = (random: () => number): Visit => {
  const plan = choose(random, PLANS);
  // The shop does not know the token of such a payment: it can only be found by its notification.
  const way = plan === "pays another amount" ? "arrive three times" : choose(random, WAYS);
  return { plan, way, quantity: 1 + Math.floor(random() * 3), id: "", paid: 0 };
};

/** Loses, delays and repeats notifications. */
const unreliableDelivery =
  (visits: readonly Visit[], random: () => number): Deliver =>
  async (request, post) => {
    const { transaction } = Object(await request.clone().json());
    const way = visits.find(({ id }) => id === transaction?.tracking_id)?.way;
    if (way === "are lost") return new Response(null, { status: 502 });
    if (way === "arrive late") await wait(random() * 3000);
    if (way !== "arrive three times") return post(request);
    const posts = [request.clone(), request.clone(), request].map(async (repeat) => {
      await wait(random() * 300);
      return post(repeat);
    });
    const answers = await Promise.allSettled(posts);
    return answers.find((answer) => answer.status === "fulfilled")?.value ?? Response.error();
  };

/** A token that the shop did not create, for example of another server with the same orders. */
async function strangeToken({ payments, env }: Cluster, id: string): Promise<string> {
  const { token } = await payments.checkouts.create({
    transaction_type: "payment",
    test: true,
    order: { amount: 1, currency: "EUR", description: "Tickets", tracking_id: id },
    settings: { notification_url: `${env["PUBLIC_URL"]}/notifications` },
  });
  return token;
}

/** @param step Called after each step of the customer. */
async function pay(cluster: Cluster, visit: Visit, step: () => void): Promise<void> {
  const { sandbox } = cluster;
  const { plan, quantity } = visit;
  const start = (): Promise<string> => retry("Starting to pay", () => begin(cluster, visit.id));
  visit.id = await retry("Ordering", () => order(cluster, quantity));
  step();
  if (plan === "pays another amount") {
    await sandbox.pay(await strangeToken(cluster, visit.id), { card: CARD });
    return;
  }
  // With two pages open, both may get a token.
  const tokens = new Set(await Promise.all(plan === "pays twice" ? [start(), start()] : [start()]));
  step();
  for (const token of tokens) {
    if (/declined/.test(plan)) await sandbox.pay(token, { card: DECLINED_CARD });
    if (!plan.startsWith("pays")) continue;
    await sandbox.pay(token, { card: CARD });
    visit.paid += 1;
    step();
  }
}

/** Kills processes at random, every few steps of customers: when everything is down, no step happens. */
async function killUntil(
  signal: AbortSignal,
  cluster: Cluster,
  steps: { count: number },
  random: () => number,
) {
  const kills = { app: 0, worker: 0, database: 0 };
  const revivals: Promise<void>[] = [];
  const revive = async (index: number, pause: number): Promise<void> => {
    await wait(pause);
    await cluster.revive(index);
  };
  while (!signal.aborted) {
    const next = steps.count + 1 + random() * 2 * STEPS_BETWEEN_KILLS;
    while (steps.count < next && !signal.aborted) await wait(5);
    await wait(random() * 50);
    const index = Math.floor(random() * cluster.programs.length);
    const pause = random() * 500;
    if (random() < 0.15) {
      kills.database += 1;
      await cluster.postgres.kill();
      await wait(pause);
      await cluster.postgres.restart();
      continue;
    }
    const entry = cluster.programs[index];
    if (!entry || entry.program.isGone) continue;
    kills[entry.role] += 1;
    await entry.program.end();
    revivals.push(revive(index, pause));
  }
  await Promise.all(revivals);
  return kills;
}

interface Books {
  /** How often each paid order was fulfilled, by id. */
  readonly fulfilled: Readonly<Record<string, number>>;
  readonly fulfilledUnpaid: number;
  readonly remaining: number;
  /** Payments to refund or check. */
  readonly money: Readonly<Record<string, number>>;
  readonly jobsLeft: number;
}

const STOCK = 1_000_000;

async function readBooks(cluster: Cluster): Promise<Books> {
  const orders = await cluster.query<{ id: string; paid: boolean; count: number }>(
    `SELECT id, paid_by IS NOT NULL AS paid, (SELECT count(*)::int FROM fulfilments WHERE order_id = id) FROM orders`,
  );
  const money = await cluster.query<{ decision: string; count: number }>(
    `SELECT decision, count(*)::int FROM notifications WHERE decision NOT IN ('paid', 'not paid') GROUP BY decision`,
  );
  const [stock] = await cluster.query<{ remaining: number }>("SELECT remaining FROM stock");
  const [jobs] = await cluster.query<{ count: number }>(
    `SELECT count(*)::int FROM pgboss.job
     WHERE name IN ('payments', 'fulfilment', 'dead-letters') AND state <> 'completed'`,
  );
  return {
    fulfilled: Object.fromEntries(orders.filter(({ paid }) => paid).map(({ id, count }) => [id, count])),
    fulfilledUnpaid: orders.filter(({ paid, count }) => !paid && count > 0).length,
    remaining: stock?.remaining ?? Number.NaN,
    money: Object.fromEntries(money.map(({ decision, count }) => [decision, count])),
    jobsLeft: jobs?.count ?? Number.NaN,
  };
}

function expectedBooks(visits: readonly Visit[]): Books {
  const paid = visits.filter(({ paid }) => paid > 0);
  const seconds = paid.reduce((sum, { paid }) => sum + paid - 1, 0);
  const mismatches = visits.filter(({ plan }) => plan === "pays another amount").length;
  return {
    fulfilled: Object.fromEntries(paid.map(({ id }) => [id, 1])),
    fulfilledUnpaid: 0,
    remaining: STOCK - paid.reduce((sum, { quantity }) => sum + quantity, 0),
    money: {
      ...(seconds > 0 && { "second payment": seconds }),
      ...(mismatches > 0 && { mismatch: mismatches }),
    },
    jobsLeft: 0,
  };
}

/** Waits until the database has the expected state, polling the gateway for lost notifications. */
async function settle(cluster: Cluster, expected: Books): Promise<void> {
  for (let round = 0; round < 60; round += 1) {
    await cluster.admin("reconcile");
    await wait(1000);
    if (isDeepStrictEqual(await readBooks(cluster), expected)) return;
  }
  assert.deepEqual(await readBooks(cluster), expected);
}

/**
 * Customers order and pay while the app, the workers and the database are killed at random. Then each paid order must be
 * fulfilled once and no other, second payments must be listed, and repeating all notifications must change nothing.
 *
 * @returns a one-line summary.
 */
export async function runChaos({ orders, seed }: ChaosOptions): Promise<string> {
  const random = seeded(seed);
  const visits = Array.from({ length: orders }, () => drawVisit(random));
  const deliver = unreliableDelivery(visits, seeded(seed + 1));
  // One minute between two attempts is 200 ms here.
  await using cluster = await Cluster.start({
    apps: 2,
    workers: 2,
    deliver,
    random: seeded(seed + 2),
    speed: 300,
  });
  // The jobs of killed workers run again soon.
  await cluster.query("UPDATE pgboss.queue SET expire_seconds = 3, retry_delay_max = 3");
  const stop = new AbortController();
  const steps = { count: 0 };
  const step = (): void => {
    steps.count += 1;
  };
  const killing = killUntil(stop.signal, cluster, steps, seeded(seed + 3));
  const waiting = visits[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: CUSTOMERS }, async () => {
      for (const next of waiting) await pay(cluster, next, step);
    }),
  );
  stop.abort();
  const kills = await killing;
  const expected = expectedBooks(visits);
  await settle(cluster, expected);
  await Promise.all(cluster.sandbox.deliveries.map(({ id }) => cluster.sandbox.redeliver(id)));
  await settle(cluster, expected);
  const posts = cluster.sandbox.deliveries.reduce((sum, { attempts }) => sum + attempts, 0);
  const killed = `killed: ${JSON.stringify(kills)}`;
  return `seed ${seed}: ${orders} orders, ${Object.keys(expected.fulfilled).length} paid, ${JSON.stringify(expected.money)}, ${posts} posts; ${killed}`;
}
