import type { Life } from "./life.ts";

/** What is used of a result of `pg`. */
interface Result {
  readonly rowCount: number | null;
  readonly rows: readonly Record<string, unknown>[];
}

type Query = (text: string, values?: unknown[]) => Promise<Result>;

interface Client {
  readonly query: Query;
  release(isLost?: boolean): void;
  end(): Promise<void>;
}

/** What is used of a pool of `pg`. */
export interface Pool {
  readonly query: Query;
  connect(): Promise<Client>;
  on(event: "connect", listener: (client: Client) => void): unknown;
  end(): Promise<void>;
}

const changes = (sql: string, { rowCount }: Result): boolean => !/^\s*SELECT/i.test(sql) && rowCount !== 0;

/** A connection in a transaction, which is rolled back if its process ends. */
function guardClient(life: Life, client: Client): Pick<Client, "query" | "release"> {
  let isChanged = false;
  return {
    async query(text, values) {
      life.check();
      const isCommit = text === "COMMIT" && isChanged;
      if (isCommit) life.step();
      const result = await client.query(text, values);
      if (isCommit) life.step();
      isChanged ||= text !== "BEGIN" && changes(text, result);
      life.check();
      return result;
    },
    release: (isLost) => client.release(isLost),
  };
}

/**
 * The connections of a process, which end with it. Its steps are what outlives it: before and after each commit that changes
 * something. Killed at another moment, it would leave the same.
 */
export function guardPool(life: Life, pool: Pool, beforeQuery: () => Promise<void>) {
  pool.on("connect", (client) => life.onEnd(() => void client.end()));
  return {
    async query(text: string, values?: unknown[]): Promise<Result> {
      life.check();
      await beforeQuery();
      const result = await pool.query(text, values);
      if (changes(text, result)) life.step();
      life.check();
      return result;
    },
    async connect() {
      life.check();
      await beforeQuery();
      return guardClient(life, await pool.connect());
    },
  };
}
