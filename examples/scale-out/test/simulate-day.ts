/**
 * A day of payments, second by second, with the costs that `npm run load` measured: `npm run simulate -- 1000`. Prints how
 * many cores, how much storage and how many checks of open tokens it takes, and what two outages at the peak leave behind.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { seeded } from "./seeded.ts";

const MEAN = Number(process.argv[2] ?? 1000);
const HOUR = 3600;
const DAY = 24 * HOUR;
/** The evening's rate, relative to the mean. */
const PEAK = 1.8;
/** What processes are planned for: more leaves nothing for a peak within a second. */
const UTILIZATION = 0.6;
/** In seconds, as in the shop: the age of a job at which no new orders are taken. */
const MAX_AGE = 60;
/** How long after its order a payment comes, in seconds, and how many orders are never paid. */
const [PAYS_AFTER, NEVER_PAID] = [90, 0.2];

/** No worker runs for ten minutes; then the database does not answer for half a minute, and the gateway repeats. */
const WORKERS_DOWN = { from: 19 * HOUR, to: 19 * HOUR + 600 };
const DATABASE_DOWN = { from: 21 * HOUR, to: 21 * HOUR + 30 };
const REPEATED_AFTER = 15;

const isIn = (second: number, { from, to }: { from: number; to: number }): boolean =>
  second >= from && second < to;

const measured: Record<string, number> = JSON.parse(
  await readFile(join(import.meta.dirname, "measured.json"), "utf8"),
);
const cost = (name: string): number => measured[name] ?? Number.NaN;
const random = seeded(1);

/** Orders of a second, by the hour: few in the early morning, most in the evening. Normal, as Poisson at this size. */
function ordersOf(second: number): number {
  const rate = MEAN * (1 + (PEAK - 1) * Math.sin((2 * Math.PI * (second / HOUR - 13)) / 24));
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.max(0, Math.round(rate + Math.sqrt(rate) * normal));
}

/** How often the token of an order is checked on average. All times in seconds. */
function checksPerOrder(first: number, factor: number, expiry: number): number {
  let [checks, at, interval] = [0, first, first];
  while (at < expiry) {
    checks += NEVER_PAID + (1 - NEVER_PAID) * Math.exp(-at / PAYS_AFTER);
    interval = Math.min(interval * factor, 6 * HOUR);
    at += interval;
  }
  // The last check finds it expired.
  return checks + NEVER_PAID;
}

/** @param capacity Payments that all workers process per second. */
function simulate(capacity: number) {
  const accepted: number[] = [];
  const queue: { since: number; count: number }[] = [];
  const repeated = new Map<number, number>();
  const behind: string[] = [];
  const day = { orders: 0, refused: 0, most: 0, oldest: 0, behind };
  for (let second = 0, age = 0, waiting = 0, from = -1; second < DAY; second += 1) {
    const isDown = isIn(second, DATABASE_DOWN);
    const isRefused = age > MAX_AGE || isDown;
    const orders = ordersOf(second);
    day[isRefused ? "refused" : "orders"] += orders;
    accepted.push(isRefused ? 0 : orders);
    const paid = (accepted[second - PAYS_AFTER] ?? 0) * (1 - NEVER_PAID) + (repeated.get(second) ?? 0);
    if (isDown) repeated.set(second + REPEATED_AFTER, paid);
    const arriving = isDown ? 0 : paid;
    queue.push({ since: second, count: arriving });
    waiting += arriving;
    let left = isDown || isIn(second, WORKERS_DOWN) ? 0 : capacity;
    for (let [next] = queue; next && left > 0; [next] = queue) {
      const taken = Math.min(left, next.count);
      next.count -= taken;
      left -= taken;
      waiting -= taken;
      if (next.count > 0) break;
      queue.shift();
    }
    age = waiting > 0 ? second - (queue[0]?.since ?? second) : 0;
    day.most = Math.max(day.most, waiting);
    day.oldest = Math.max(day.oldest, age);
    if (age > 2 && from < 0) from = second;
    if (age <= 2 && from >= 0) {
      behind.push(`${clock(from)} to ${clock(second)}`);
      from = -1;
    }
  }
  return day;
}

const [million, gigabyte] = [1e6, 2 ** 30];
const clock = (second: number): string => new Date(second * 1000).toISOString().slice(11, 19);
const peak = MEAN * PEAK * (1 - NEVER_PAID);
const capacity = peak / UTILIZATION;
const day = simulate(capacity);
const payments = MEAN * DAY * (1 - NEVER_PAID);
const cores = (name: string): string => ((peak * cost(name)) / 1000 / UTILIZATION).toFixed(1);

const checks = (...settings: Parameters<typeof checksPerOrder>): string =>
  (MEAN * PEAK * checksPerOrder(...settings)).toFixed(0);

console.log(
  `${MEAN} orders a second on average, ${MEAN * PEAK} at the peak, ${NEVER_PAID * 100} % never paid`,
);
console.table({
  "orders of the day, millions": (day.orders / million).toFixed(1),
  "payments at the peak, per second": peak.toFixed(0),
  "cores at the peak: apps, workers, PostgreSQL": ["cpuApps", "cpuWorkers", "cpuPostgres"]
    .map(cores)
    .join(", "),
  "transactions at the peak, per second": (peak * cost("transactions")).toFixed(0),
  "WAL at the peak, MB per second": ((peak * cost("wal")) / million).toFixed(1),
  "WAL of the day, GB": ((payments * cost("wal")) / gigabyte).toFixed(0),
  "rows of the day, millions": ((payments * cost("inserted")) / million).toFixed(0),
  "stored by the day, GB": ((payments * cost("stored")) / gigabyte).toFixed(0),
  "ended jobs of an hour, millions": ((peak * HOUR * 2) / million).toFixed(1),
  "checks per second at the peak, as the shop is": checks(30, 2, DAY),
  "first after 10 min, then 4 times as long": checks(600, 4, DAY),
  "and tokens expire after an hour": checks(600, 4, HOUR),
  "most jobs waiting, thousands": (day.most / 1000).toFixed(0),
  "the oldest of them waited, seconds": day.oldest,
  "orders refused meanwhile, thousands": (day.refused / 1000).toFixed(0),
  "more than 2 s behind": day.behind.join(", "),
});
