import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { Cluster, type Deliver } from "./cluster.ts";
import { begin, order, retry } from "./customer.ts";
import { choose, seeded } from "./seeded.ts";

const PRICE = 1290;
const OTHER_AMOUNT = 1;
const CARD = "4200000000000000";
const DECLINED_CARD = "4005550000000019";
const CUSTOMERS = 10;
const STEPS_BETWEEN_KILLS = 14;
const KILLS_BETWEEN_CUTS = 6;
/** For how long a network is cut, in milliseconds. */
const CUT = 3000;

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
  const isStrange = plan === "pays another amount" || plan === "pays twice";
  const way = isStrange ? "arrive three times" : choose(random, WAYS);
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
async function strangeToken({ payments, env }: Cluster, id: string, amount: number): Promise<string> {
  const { token } = await payments.checkouts.create({
    transaction_type: "payment",
    test: true,
    order: { amount, currency: "EUR", description: "ticket", tracking_id: id },
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
    await sandbox.pay(await strangeToken(cluster, visit.id, OTHER_AMOUNT), { card: CARD });
    return;
  }
  // Pressing twice at once gives one token.
  const [token = "", again] = await Promise.all([start(), start()]);
  assert.equal(token, again);
  const tokens = [token];
  if (plan === "pays twice") tokens.push(await strangeToken(cluster, visit.id, quantity * PRICE));
  step();
  for (const token of tokens) {
    if (/declined/.test(plan)) await sandbox.pay(token, { card: DECLINED_CARD });
    if (!plan.startsWith("pays")) continue;
    await sandbox.pay(token, { card: CARD });
    visit.paid += 1;
    step();
  }
}

/** Cuts the network of the database or of the gateway: nothing gets through, and nobody is told. */
async function cut({ network, gatewayNetwork }: Cluster, isDatabase: boolean): Promise<void> {
  const proxy = isDatabase ? network : gatewayNetwork;
  proxy.freeze();
  await wait(CUT);
  proxy.heal();
}

/** Kills processes at random, every few steps of customers: when everything is down, no step happens. */
async function killUntil(
  signal: AbortSignal,
  cluster: Cluster,
  steps: { count: number },
  random: () => number,
) {
  const kills = { app: 0, worker: 0, database: 0 };
  const cuts = { database: 0, gateway: 0 };
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
    const count = kills.app + kills.worker + kills.database;
    if (count >= KILLS_BETWEEN_CUTS * (cuts.database + cuts.gateway + 1)) {
      const isDatabase = cuts.database <= cuts.gateway;
      cuts[isDatabase ? "database" : "gateway"] += 1;
      await cut(cluster, isDatabase);
    }
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
  return { kills, cuts };
}

interface Books {
  /** How often each paid order was fulfilled, by id. */
  readonly fulfilled: Readonly<Record<string, number>>;
  readonly fulfilledUnpaid: number;
  readonly remaining: number;
  readonly decisions: Readonly<Record<string, number>>;
  /** What the gateway took for these orders and did not give back, in minor units. */
  readonly gateway: number;
  readonly jobsLeft: number;
  readonly tokensLeft: number;
}

const STOCK = 1_000_000;

/** Asks the gateway, not the shop. */
async function gatewayBalance({ payments }: Cluster, visits: readonly Visit[]): Promise<number> {
  let balance = 0;
  for (const { id } of visits) {
    const trackingIds = [id, ...[1, 2].map((n) => `${id}-refund-${n}`)];
    const found = await Promise.all(trackingIds.map((own) => payments.transactions.findByTrackingId(own)));
    for (const { type, status, amount } of found.flat()) {
      if (status === "successful") balance += (type === "refund" ? -1 : 1) * Number(amount);
    }
  }
  return balance;
}

async function readBooks(cluster: Cluster, visits: readonly Visit[]): Promise<Books> {
  const orders = await cluster.query<{ id: string; paid: boolean; count: number }>(
    `SELECT id, paid_by IS NOT NULL AS paid, (SELECT count(*)::int FROM fulfilments WHERE order_id = id) FROM orders`,
  );
  const decisions = await cluster.query<{ decision: string; count: number }>(
    "SELECT decision, count(*)::int FROM decisions WHERE decision <> 'not paid' GROUP BY decision",
  );
  const [left] = await cluster.query<{ stock: number; jobs: number; tokens: number }>(
    `SELECT (SELECT sum(remaining)::int FROM stock WHERE product = 'ticket') AS stock,
       (SELECT count(*)::int FROM checkouts JOIN orders ON id = order_id WHERE paid_by IS NOT NULL) AS tokens,
       (SELECT count(*)::int FROM pgboss.job WHERE state <> 'completed'
        AND name IN ('payments', 'fulfilment', 'refunds', 'dead-letters')) AS jobs`,
  );
  return {
    fulfilled: Object.fromEntries(orders.filter(({ paid }) => paid).map(({ id, count }) => [id, count])),
    fulfilledUnpaid: orders.filter(({ paid, count }) => !paid && count > 0).length,
    remaining: left?.stock ?? Number.NaN,
    decisions: Object.fromEntries(decisions.map(({ decision, count }) => [decision, count])),
    gateway: await gatewayBalance(cluster, visits),
    jobsLeft: left?.jobs ?? Number.NaN,
    tokensLeft: left?.tokens ?? Number.NaN,
  };
}

function expectedBooks(visits: readonly Visit[]): Books {
  const paid = visits.filter(({ paid }) => paid > 0);
  const sold = paid.reduce((sum, { quantity }) => sum + quantity, 0);
  const seconds = paid.reduce((sum, { paid }) => sum + paid - 1, 0);
  const mismatches = visits.filter(({ plan }) => plan === "pays another amount").length;
  return {
    fulfilled: Object.fromEntries(paid.map(({ id }) => [id, 1])),
    fulfilledUnpaid: 0,
    remaining: STOCK - sold,
    decisions: {
      ...(paid.length > 0 && { paid: paid.length }),
      // Each was refunded, and its refund is a decision too.
      ...(seconds > 0 && { "second payment": seconds, refunded: seconds }),
      ...(mismatches > 0 && { mismatch: mismatches }),
    },
    gateway: sold * PRICE + mismatches * OTHER_AMOUNT,
    jobsLeft: 0,
    tokensLeft: 0,
  };
}

/** Waits until the books are as expected. Lost notifications are found by the schedule, since time passes here. */
async function settle(cluster: Cluster, visits: readonly Visit[]): Promise<void> {
  const expected = expectedBooks(visits);
  for (let round = 0; round < 150; round += 1) {
    await cluster.passTime();
    await wait(1000);
    if (isDeepStrictEqual(await readBooks(cluster, visits), expected)) return;
  }
  assert.deepEqual(await readBooks(cluster, visits), expected);
}

/**
 * Customers order and pay while the app, the workers and the database are killed at random and networks are cut. Then
 * each paid order must be fulfilled once and no other, second payments must be refunded once, the sums of the shop and
 * the gateway must agree, and repeating all notifications must change nothing.
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
  await cluster.expireJobsSoon();
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
  const { kills, cuts } = await killing;
  await settle(cluster, visits);
  await Promise.all(cluster.sandbox.deliveries.map(({ id }) => cluster.sandbox.redeliver(id)));
  await settle(cluster, visits);
  const posts = cluster.sandbox.deliveries.reduce((sum, { attempts }) => sum + attempts, 0);
  const { fulfilled, decisions } = expectedBooks(visits);
  return [
    `seed ${seed}: ${orders} orders, ${Object.keys(fulfilled).length} paid, ${JSON.stringify(decisions)}, ${posts} posts`,
    `killed: ${JSON.stringify(kills)}, networks cut: ${JSON.stringify(cuts)}`,
  ].join("; ");
}
