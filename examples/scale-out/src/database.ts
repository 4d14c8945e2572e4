import { Pool, type PoolClient } from "pg";
import { MIGRATIONS } from "./schema.ts";

export type { Pool } from "pg";

/** A pool, or a connection of it inside a transaction. */
export type Sql = Pick<PoolClient, "query">;

/** A problem for the operator; the message contains the solution. */
export class SetupError extends Error {}

/** A URL from the environment. Errors do not contain the value, since it may include a password. */
export function readUrl(name: string, protocols: RegExp, example: string): string {
  const url = process.env[name]?.trim() ?? "";
  if (protocols.test(URL.parse(url)?.protocol ?? "")) return url.replace(/\/+$/, "");
  throw new SetupError(`${name} is ${url === "" ? "missing" : "wrong"}: set an address such as ${example}`);
}

export function openPool(): Pool {
  const connectionString = readUrl(
    "DATABASE_URL",
    /^postgres(ql)?:$/,
    "postgres://user:password@db.example:5432/shop",
  );
  const pool = new Pool({ connectionString, connectionTimeoutMillis: 5000, statement_timeout: 10_000 });
  // An idle connection that breaks is replaced; without a listener it would end the process.
  pool.on("error", (error) => console.error(`A database connection was lost: ${error.message}`));
  return pool;
}

/** Runs `work` in a transaction. If the response to COMMIT is lost, it throws although it may be committed: retry it. */
export async function transaction<T>(pool: Pool, work: (sql: Sql) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const onError = (error: Error): void => {
    broken = error;
  };
  client.on("error", onError);
  try {
    await client.query("BEGIN");
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch(onError);
    throw error;
  } finally {
    client.off("error", onError);
    client.release(broken);
  }
}

/** The schema has another version than this program expects. */
export class VersionError extends SetupError {}

/** @returns 0 before the first migration. */
const readVersion = (sql: Sql): Promise<number> =>
  sql.query<{ version: number }>("SELECT version FROM schema_version").then(
    ({ rows }) => rows[0]?.version ?? 0,
    (error) => {
      if (error.code === "42P01") return 0;
      throw error;
    },
  );

/** @throws VersionError */
export async function checkVersion(sql: Sql): Promise<void> {
  const version = await readVersion(sql);
  const known = MIGRATIONS.length;
  if (version === known) return;
  const there = `The database has schema version ${version}, this release knows ${known}`;
  if (version < known) throw new VersionError(`${there}: run "npm run migrate", then start again`);
  throw new VersionError(`${there}: deploy the newer release; until then its jobs wait in the database`);
}

/** Migrates the tables. Concurrent runs wait for each other. @throws VersionError when they are newer. */
export const migrate = (pool: Pool): Promise<void> =>
  transaction(pool, async (sql) => {
    await sql.query("SELECT pg_advisory_xact_lock(hashtext('scale-out migrate'))");
    await sql.query("CREATE TABLE IF NOT EXISTS schema_version AS SELECT 0 AS version");
    const version = await readVersion(sql);
    for (const migration of MIGRATIONS.slice(version)) await sql.query(migration);
    if (version < MIGRATIONS.length)
      await sql.query("UPDATE schema_version SET version = $1", [MIGRATIONS.length]);
    await checkVersion(sql);
  });

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

/** The message for the operator about an error that ends a program. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isCutOff = /^Connection terminated|^timeout exceeded/.test(error.message);
  const code = isCutOff ? "ERR_NO_ANSWER" : "code" in error ? String(error.code) : "";
  const { host, pathname } = URL.parse(process.env["DATABASE_URL"] ?? "") ?? {};
  return code in ADVICE
    ? `The database ${host}${pathname} can't be used (${code}): ${ADVICE[code]}`
    : error.message;
}
