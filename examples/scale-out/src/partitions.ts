import type { Sql } from "./database.ts";

/** The partitioned tables; `fillfactor` leaves room for the HOT updates of orders. */
const TABLES = { orders: 80, notifications: 100, decisions: 100, fulfilments: 100 };

const MONTHS_AHEAD = 2;

/** The smallest UUID of version 7 of a time. */
function firstId(time: number): string {
  const hex = time.toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** Creates the partitions of this month and the next ones. Ids without a time, which are not ours, have their own. */
export async function createPartitions(sql: Sql): Promise<void> {
  const today = new Date();
  const months = Array.from({ length: 1 + MONTHS_AHEAD }, (_, ahead) => today.getUTCMonth() + ahead);
  for (const [table, fillfactor] of Object.entries(TABLES)) {
    const { rows } = await sql.query<{ name: string }>(
      "SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass",
      [table],
    );
    const existing = new Set(rows.map(({ name }) => name));
    const create = async (name: string, values: string): Promise<void> => {
      if (existing.has(name)) return;
      await sql.query(
        `CREATE TABLE IF NOT EXISTS ${name} PARTITION OF ${table} ${values} WITH (fillfactor = ${fillfactor})`,
      );
    };
    for (const month of months) {
      const [from, to] = [0, 1].map((next) => Date.UTC(today.getUTCFullYear(), month + next));
      if (from === undefined || to === undefined) continue;
      const suffix = new Date(from).toISOString().slice(0, 7).replace("-", "_");
      await create(`${table}_${suffix}`, `FOR VALUES FROM ('${firstId(from)}') TO ('${firstId(to)}')`);
    }
    await create(`${table}_others`, "DEFAULT");
  }
}
