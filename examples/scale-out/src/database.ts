import { Pool, type PoolClient, type PoolConfig } from "pg";
import { logOften } from "./log.ts";

export type { Pool } from "pg";

/** A pool, or a connection of it inside a transaction. */
export type Sql = Pick<PoolClient, "query">;

/** A problem of the setup. The message contains the solution. */
export class SetupError extends Error {}

/** A URL from the environment. Errors do not contain the value, because it may include a password. */
export function readUrl(name: string, protocols: RegExp, example: string): string {
  const url = process.env[name]?.trim() ?? "";
  if (protocols.test(URL.parse(url)?.protocol ?? "")) return url.replace(/\/+$/, "");
  throw new SetupError(`${name} is ${url === "" ? "missing" : "wrong"}: set an address such as ${example}`);
}

/** A whole number from the environment. Undefined if it is not set. */
export function readNumber(name: string, least = 1): number | undefined {
  const text = process.env[name]?.trim() ?? "";
  if (text === "") return undefined;
  if (/^\d{1,9}$/.test(text) && Number(text) >= least) return Number(text);
  throw new SetupError(`${name} is wrong: set a whole number of at least ${least}, or leave it out`);
}

/**
 * How to connect. All times are milliseconds. A host that vanishes closes no connection, so each wait has an end here.
 * PostgreSQL ends the transactions of a process that vanished.
 */
export const connection = () => ({
  connectionString: readUrl(
    "DATABASE_URL",
    /^postgres(ql)?:$/,
    "postgres://user:password@db.example:5432/shop",
  ),
  connectionTimeoutMillis: 3000,
  query_timeout: 5000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 5000,
  statement_timeout: 4000,
  lock_timeout: 2000,
  idle_in_transaction_session_timeout: 8000,
});

export function openPool(settings: PoolConfig = {}): Pool {
  const pool = new Pool({ ...connection(), ...settings });
  // A connection that breaks is replaced. Without listeners it would end the process: when it is idle, between two
  // statements, or after it was given up.
  pool.on("error", (error) => logOften("A database connection was lost", error.message));
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/**
 * Runs `work` in a transaction. After an error its connection is closed, which rolls back, because it may not answer any
 * more. If the response to COMMIT is lost, it throws although the transaction may be committed. Then run it again.
 */
export async function transaction<T>(pool: Pool, work: (sql: Sql) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let isCommitted = false;
  try {
    await client.query("BEGIN");
    const result = await work(client);
    await client.query("COMMIT");
    isCommitted = true;
    return result;
  } finally {
    client.release(!isCommitted);
  }
}

const ADVICE: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there: start PostgreSQL or correct DATABASE_URL",
  ENOTFOUND: "there is no such host: correct DATABASE_URL",
  EAI_AGAIN: "the host's name can't be looked up: check DNS or correct DATABASE_URL",
  ERR_NO_ANSWER: "what listens there does not answer like PostgreSQL: correct DATABASE_URL",
  "28P01": "user or password are wrong: correct DATABASE_URL",
  "28000": "this user may not connect: correct DATABASE_URL or pg_hba.conf",
  "3D000": "it has no such database: create it or correct DATABASE_URL",
  "42501": "this user may not do that: grant it the rights on this database",
};

/** Whether a time is longer ago than an interval. A time as far in the future is of a clock that was wrong, so it counts too. */
export const isOver = (time: string, interval: string): string =>
  `(${time} IS NULL OR ${time} NOT BETWEEN now() - ${interval} AND now() + ${interval})`;

/** A text that PostgreSQL can store. It refuses a NUL, which the tracking id of a customer can contain. */
export const storable = (text: string): string => text.replaceAll("\0", "\ufffd");

/**
 * The message of an error. If the database cannot be used, it contains the solution. pg-boss copies errors to plain objects.
 */
export function explain(error: unknown): string {
  const { message, code: found = "" } = Object(error);
  if (typeof message !== "string") return String(error);
  const isCutOff = /^Connection terminated|^timeout exceeded/.test(message);
  const code = isCutOff ? "ERR_NO_ANSWER" : String(found);
  const { host, pathname } = URL.parse(process.env["DATABASE_URL"] ?? "") ?? {};
  return code in ADVICE
    ? `The database ${host}${pathname} can't be used (${code}): ${ADVICE[code]}`
    : message;
}
