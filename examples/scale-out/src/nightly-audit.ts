import { type Audited, audit, describe, type Period } from "./audit.ts";
import type { Shop } from "./shop.ts";

/** The last day, UTC, that ended two hours ago, and days before it that no worker audited. */
const PLAN = `
  INSERT INTO audits (day, position)
  SELECT day::date, '00000000-0000-0000-0000-000000000000' FROM (
    SELECT (now() AT TIME ZONE 'UTC' - interval '2 hours')::date - 1 AS yesterday, max(day) AS last FROM audits
  ) AS known, generate_series(coalesce(last + 1, yesterday), yesterday, interval '1 day') AS day
  ON CONFLICT (day) DO NOTHING`;

const NEXT = `
  SELECT to_char(day, 'YYYY-MM-DD') AS day, position, orders, found, sums FROM audits
  WHERE finished_at IS NULL ORDER BY day LIMIT 1`;

const SAVE = `
  UPDATE audits SET position = $2, orders = $3, found = $4, sums = $5, finished_at = CASE WHEN $6 THEN now() END
  WHERE day = $1`;

/** A day of the calendar, UTC. */
export function dayOf(day: string): Period {
  const from = new Date(`${day}T00:00:00Z`);
  return { from, to: new Date(from.getTime() + 24 * 3600 * 1000) };
}

/** Audits the orders of the day before, each night, in as many runs as it takes. */
export async function auditNightly(shop: Shop, isOver: () => boolean, signal: AbortSignal): Promise<void> {
  await shop.pool.query(PLAN);
  const { rows } = await shop.pool.query<Audited & { day: string }>(NEXT);
  const [next] = rows;
  if (!next) return;
  const { day, ...audited } = next;
  const report = (line: string): void => console.error(`The audit of ${day} found: ${line}`);
  let isDone = false;
  try {
    isDone = await audit(shop, dayOf(day), audited, { report, signal, isOver });
  } finally {
    const { position, orders, found, sums } = audited;
    await shop.pool.query(SAVE, [day, position, orders, found, JSON.stringify(sums), isDone]);
  }
  if (isDone) console.log(`The audit of ${day} is done: ${describe(audited)}`);
}
