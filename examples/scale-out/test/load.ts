/**
 * Customers order and pay through two apps, a sandbox and 1, 2 and 4 workers, as fast as they can: `npm run load`.
 * Prints orders fulfilled per second from the first order to the last fulfilment. Then the workers are killed while as many
 * customers pay, and started again: how fast the backlog is worked off, and what a payment costs when nobody is idle.
 * `npm run load -- --payments 2000 --latency 200` uses more payments, and a gateway that takes 200 ms longer. Commits wait for
 * the disk, unless `--fsync off`. `--workers 2` measures only that, `--open 40000` leaves more tokens open. The costs with two workers are written to
 * `test/measured.json`.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Cluster, type Role } from "./cluster.ts";
import { cpuTime } from "./cpu-time.ts";
import { begin, order, retry } from "./customer.ts";

const { values } = parseArgs({
  options: {
    payments: { type: "string", default: "1000" },
    latency: { type: "string", default: "0" },
    fsync: { type: "string", default: "on" },
    workers: { type: "string", default: "1,2,4" },
    open: { type: "string", default: "10000" },
  },
});
const PAYMENTS = Number(values.payments);
const LATENCY = Number(values.latency);
const OPEN = Number(values.open);
const FSYNC = values.fsync !== "off";
const WARM_UP = 100;
const CUSTOMERS = 32;

/** Customers who order, open the payment page and pay, one after the other in each of some lanes. */
async function sell(cluster: Cluster, count: number): Promise<void> {
  let left = count;
  const lane = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const id = await retry("Ordering", () => order(cluster, 1));
      await cluster.sandbox.pay(await retry("Starting to pay", () => begin(cluster, id)));
    }
  };
  await Promise.all(Array.from({ length: CUSTOMERS }, lane));
}

const numbersOf = async (cluster: Cluster, sql: string): Promise<Record<string, number>> => {
  const [row = {}] = await cluster.query<Record<string, string | null>>(sql);
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)]));
};

const COUNTERS = `
  SELECT xact_commit AS transactions, pg_current_wal_lsn() - '0/0' AS wal,
    (SELECT sum(n_tup_ins) FROM pg_stat_user_tables) AS inserted,
    (SELECT sum(n_tup_upd) FROM pg_stat_user_tables) AS updated,
    (SELECT sum(n_tup_hot_upd) FROM pg_stat_user_tables) AS hot,
    (SELECT sum(n_tup_upd) FROM pg_stat_user_tables WHERE schemaname = 'public') AS shop_updated,
    (SELECT sum(n_tup_hot_upd) FROM pg_stat_user_tables WHERE schemaname = 'public') AS shop_hot,
    (SELECT sum(pg_total_relation_size(relid)) FROM pg_stat_user_tables WHERE schemaname = 'public') AS stored
  FROM pg_stat_database WHERE datname = current_database()`;

const WAITING = `
  SELECT count(*) AS jobs FROM pgboss.job WHERE name IN ('payments', 'fulfilment') AND state < 'active'`;

const DELAY = `
  SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY delay) AS median,
    percentile_cont(0.99) WITHIN GROUP (ORDER BY delay) AS slowest
  FROM (SELECT extract(epoch FROM fulfilled_at - received_at) * 1000 AS delay
    FROM fulfilments JOIN notifications USING (order_id) WHERE received_at >= to_timestamp($1)) AS delays`;

/** From the first to the last fulfilment of the newest orders. */
const DRAINED = `
  SELECT extract(epoch FROM max(fulfilled_at) - min(fulfilled_at)) AS seconds
  FROM (SELECT fulfilled_at FROM fulfilments ORDER BY fulfilled_at DESC LIMIT ${PAYMENTS}) AS newest`;

/** Waits until this many orders are fulfilled. @returns the most jobs that waited at a time. */
async function untilFulfilled(cluster: Cluster, count: number): Promise<number> {
  let most = 0;
  for (;;) {
    const { jobs = 0 } = await numbersOf(cluster, WAITING);
    most = Math.max(most, jobs);
    const { fulfilled } = await numbersOf(cluster, "SELECT count(*) AS fulfilled FROM fulfilments");
    if (fulfilled === count) return most;
    await wait(200);
  }
}

async function readCosts(cluster: Cluster): Promise<Record<string, number>> {
  const pids = (of: Role) =>
    cluster.programs.flatMap(({ role, program }) => (role === of ? program.pid : []));
  return {
    ...(await numbersOf(cluster, COUNTERS)),
    cpuApps: await cpuTime(pids("app")),
    cpuWorkers: await cpuTime(pids("worker")),
    cpuPostgres: await cpuTime([await cluster.postgres.pid()]),
  };
}

/** Orders fulfilled per second while everything runs, and how long they took. */
async function measure(cluster: Cluster) {
  const startedAt = performance.now();
  const since = Date.now() / 1000;
  const selling = sell(cluster, PAYMENTS);
  const most = await untilFulfilled(cluster, WARM_UP + PAYMENTS);
  await selling;
  const seconds = (performance.now() - startedAt) / 1000;
  const [delay] = await cluster.query<{ median: number; slowest: number }>(DELAY, [since]);
  return { perSecond: PAYMENTS / seconds, most, delay };
}

/**
 * Lets a backlog grow while no worker runs, and has it worked off.
 *
 * @returns how many orders per second were fulfilled then, and what a payment cost when nobody was idle.
 */
async function drain(cluster: Cluster) {
  const workers = cluster.programs.flatMap(({ role }, index) => (role === "worker" ? index : []));
  for (const index of workers) await cluster.programs[index]?.program.end();
  const before = await readCosts(cluster);
  await sell(cluster, PAYMENTS);
  await Promise.all(workers.map((index) => cluster.revive(index)));
  const { cpuWorkers: starting = 0 } = await readCosts(cluster);
  await untilFulfilled(cluster, WARM_UP + 2 * PAYMENTS);
  // The statistics of a connection arrive a second late.
  await wait(1500);
  const after = await readCosts(cluster);
  const costs = Object.fromEntries(
    Object.entries(after).map(([name, value]) => {
      const earlier = name === "cpuWorkers" ? starting : (before[name] ?? 0);
      return [name, (value - earlier) / PAYMENTS];
    }),
  );
  const { seconds = Number.NaN } = await numbersOf(cluster, DRAINED);
  return { drained: PAYMENTS / seconds, costs };
}

/** Leaves tokens open that nobody pays. @returns how many of them are checked per second, as the schedule goes on. */
async function poll(cluster: Cluster): Promise<number> {
  const token = await begin(cluster, await order(cluster, 1));
  await cluster.query(
    `INSERT INTO checkouts (order_id, claim, token, redirect_url, next_check_at)
     SELECT uuidv7(), gen_random_uuid(), $1, '', now() FROM generate_series(1, ${OPEN})`,
    [token],
  );
  const startedAt = performance.now();
  await cluster.admin("reconcile");
  const due = "SELECT count(*) AS due FROM checkouts WHERE next_check_at <= now() AND checks = 0";
  while ((await numbersOf(cluster, due))["due"] !== 0) await wait(200);
  const seconds = (performance.now() - startedAt) / 1000;
  const failed = await cluster.query(
    "SELECT output, started_on, completed_on FROM pgboss.job WHERE name = 'reconciliation' AND state = 'failed'",
  );
  if (failed.length > 0) throw new Error(`Checks of open payments failed: ${JSON.stringify(failed)}`);
  return OPEN / seconds;
}

const rows: Record<string, Record<string, string>> = {};
console.log(`${PAYMENTS} payments, a gateway that takes ${LATENCY} ms longer, fsync ${FSYNC ? "on" : "off"}`);
for (const workers of values.workers.split(",").map(Number)) {
  // No order is refused: the backlog is to be seen.
  const env = { MAX_QUEUE_AGE: "3600" };
  await using cluster = await Cluster.start({
    apps: 2,
    workers,
    env,
    isDirect: true,
    latency: LATENCY,
    fsync: FSYNC,
  });
  await sell(cluster, WARM_UP);
  await untilFulfilled(cluster, WARM_UP);
  const { perSecond, most, delay } = await measure(cluster);
  const { drained, costs } = await drain(cluster);
  const polled = await poll(cluster);
  rows[`${workers} worker${workers > 1 ? "s" : ""}`] = {
    "fulfilled per second": perSecond.toFixed(0),
    "notified to fulfilled, median": `${delay?.median.toFixed(0)} ms`,
    "99th percentile": `${delay?.slowest.toFixed(0)} ms`,
    "most jobs waiting": String(most),
    "backlog worked off, per second": drained.toFixed(0),
    "tokens checked per second": polled.toFixed(0),
  };
  console.log(workers, JSON.stringify(costs));
  if (workers === 2) {
    const measured = {
      payments: PAYMENTS,
      latency: LATENCY,
      fsync: Number(FSYNC),
      perSecond,
      drained,
      polled,
      ...costs,
    };
    await writeFile(join(import.meta.dirname, "measured.json"), `${JSON.stringify(measured, null, 2)}\n`);
  }
}
console.table(rows);
