import type { Express } from "express";
import type { Pool } from "./database.ts";
import { DEAD_LETTERS } from "./queues.ts";
import { queueAge } from "./status.ts";

/** What this process has done since it started, by a name and its label. A rate is Prometheus' `rate()` of it. */
const counters = new Map<string, number>();

/** Counts for `GET /metrics`: `shop_jobs_total{queue="payments",result="failed"}`. */
export function count(name: string, labels: Readonly<Record<string, string>> = {}): void {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const series = pairs.length > 0 ? `${name}{${pairs.join(",")}}` : name;
  counters.set(series, (counters.get(series) ?? 0) + 1);
}

/** Of the whole shop, so each worker shows the same: take the maximum. */
const GAUGES = `
  SELECT count(*) FILTER (WHERE name <> '${DEAD_LETTERS}')::int AS shop_jobs_waiting,
    count(*) FILTER (WHERE name = '${DEAD_LETTERS}')::int AS shop_jobs_given_up,
    (SELECT count(*)::int FROM checkouts WHERE token IS NOT NULL) AS shop_tokens_open,
    (SELECT count(*)::int FROM checkouts WHERE token IS NOT NULL AND next_check_at <= now()) AS shop_tokens_due
  FROM pgboss.job WHERE name IN ('payments', 'fulfilment', 'refunds', '${DEAD_LETTERS}') AND state < 'active'`;

async function readGauges(pool: Pool): Promise<[string, number][]> {
  const { rows } = await pool.query<Record<string, number>>(GAUGES);
  return [...Object.entries(rows[0] ?? {}), ["shop_job_longest_wait_seconds", await queueAge(pool)]];
}

const typed = (type: string, series: Iterable<readonly [string, number]>): string[] => {
  const seen = new Set<string>();
  return [...series].flatMap(([name, value]) => {
    const family = name.split("{")[0] ?? name;
    const head = seen.has(family) ? [] : [`# TYPE ${family} ${type}`];
    seen.add(family);
    return [...head, `${name} ${value}`];
  });
};

/** `GET /metrics`, in Prometheus' text form: of a worker also the gauges of the database. */
export function addMetrics(app: Express, pool?: Pool): void {
  app.get("/metrics", async (_, response) => {
    const gauges = pool ? await readGauges(pool) : [];
    const lines = [...typed("gauge", gauges), ...typed("counter", [...counters].sort())];
    response.type("text/plain; version=0.0.4").send(`${lines.join("\n")}\n`);
  });
}
