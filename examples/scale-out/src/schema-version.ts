import { type Pool, SetupError, type Sql, transaction } from "./database.ts";
import { MIGRATIONS } from "./schema.ts";

/** This program cannot work with the version of the schema. */
export class VersionError extends SetupError {}

interface Version {
  readonly version: number;
  /** The oldest version whose programs work with it. */
  readonly compatible_from: number;
}

const NONE: Version = { version: 0, compatible_from: 0 };

const readVersion = (sql: Sql): Promise<Version> =>
  sql.query<Version>("SELECT version, compatible_from FROM schema_version").then(
    ({ rows }) => rows[0] ?? NONE,
    (error) => {
      if (error.code === "42P01") return NONE;
      throw error;
    },
  );

/** @throws VersionError when the tables are older, or newer and not compatible. */
export async function checkVersion(sql: Sql): Promise<void> {
  const { version, compatible_from: compatibleFrom } = await readVersion(sql);
  const known = MIGRATIONS.length;
  const there = `The database has schema version ${version}, this release has ${known}`;
  if (version < known) throw new VersionError(`${there}: run "npm run migrate", then start again`);
  if (compatibleFrom > known) {
    throw new VersionError(`${there}: deploy the newer release. Until then, its jobs wait in the database`);
  }
}

/** Migrates the tables. Concurrent runs wait for each other. @throws VersionError when they are newer. */
export const migrate = (pool: Pool): Promise<void> =>
  transaction(pool, async (sql) => {
    await sql.query("SELECT pg_advisory_xact_lock(hashtext('scale-out migrate'))");
    // All queries of a table wait for a change that waits for its lock. It gives up soon, and you run it again.
    await sql.query("SET LOCAL lock_timeout = '2s'");
    await sql.query("CREATE TABLE IF NOT EXISTS schema_version AS SELECT 0 AS version, 0 AS compatible_from");
    const { version } = await readVersion(sql);
    for (const migration of MIGRATIONS.slice(version)) {
      await sql.query(migration.sql);
      const set = "UPDATE schema_version SET version = version + 1, compatible_from = $1";
      await sql.query(set, [migration.compatibleFrom]);
    }
    await checkVersion(sql);
  });
