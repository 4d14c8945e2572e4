import { vi } from "vitest";
import type { Pool } from "../guard-pool.ts";
import { load } from "./load.ts";

/**
 * A time that a test sets, instead of PostgreSQL's own: what stands before `pg_catalog` in the search path is found first,
 * also by the defaults of tables.
 */
const CLOCK = `
  CREATE SCHEMA clock;
  CREATE TABLE clock.time (at timestamptz NOT NULL);
  INSERT INTO clock.time VALUES (pg_catalog.now());
  CREATE FUNCTION clock.now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT at FROM clock.time';
  ALTER DATABASE shop SET search_path = clock, public, pg_catalog`;

/** The time of pg-boss, which has a function for it. */
const CLOCK_OF_JOBS = `
  CREATE OR REPLACE FUNCTION pgboss.job_now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT clock.now()'`;

const EMPTY = `
  TRUNCATE orders, checkouts, fulfillments, refunds, reviews, findings, pgboss.job;
  UPDATE products SET stock = 1000000;
  UPDATE pgboss.queue SET monitor_on = NULL, monitor_claim_on = NULL`;

/** How much its clock may be late, in milliseconds. */
const LATE = 1000;

interface Server {
  stop(): Promise<void>;
}

interface Boss {
  supervise(): Promise<void>;
  stop(): Promise<void>;
}

/** For a pool on a busy machine, in milliseconds. */
export const PATIENT = {
  connectionTimeoutMillis: 60_000,
  query_timeout: 60_000,
  statement_timeout: 60_000,
} as const;

/** One PostgreSQL with the shop's tables, in which plays happen one after the other. */
export class ScaleOutDatabase {
  readonly #postgres: Server;
  readonly #boss: Boss;
  readonly pool: Pool;
  #time = 0;

  private constructor(postgres: Server, pool: Pool, boss: Boss) {
    this.#postgres = postgres;
    this.pool = pool;
    this.#boss = boss;
  }

  static async start(): Promise<ScaleOutDatabase> {
    const [{ Postgres }, { openPool }, { migrate }, { createQueues, openBoss }] = await Promise.all(
      [
        "../test/examples/scale-out/postgres",
        ...["database", "schema-version", "queues"].map((name) => `scale-out/src/${name}`),
      ].map((file) => load(`${file}.ts`)),
    );
    const postgres = await Postgres.start();
    vi.stubEnv("DATABASE_URL", postgres.url);
    // Only connections that are made later have the clock.
    const first: Pool = openPool(PATIENT);
    await first.query(CLOCK);
    await first.end();
    const pool: Pool = openPool(PATIENT);
    await migrate(pool);
    const boss = await openBoss(pool, { migrate: true });
    await createQueues(boss);
    await pool.query(CLOCK_OF_JOBS);
    return new ScaleOutDatabase(postgres, pool, boss);
  }

  async empty(): Promise<void> {
    await this.pool.query(EMPTY);
  }

  /** Sets its clock to the time of this process. */
  readonly setClock = async (): Promise<void> => {
    const now = Date.now();
    if (now >= this.#time && now < this.#time + LATE) return;
    this.#time = now;
    await this.pool.query("UPDATE clock.time SET at = $1", [new Date(now)]);
  };

  /** pg-boss gives the job of a worker that was killed to another. It looks every few seconds, here if there may be one. */
  async expireJobs(): Promise<void> {
    const { rowCount } = await this.pool.query("SELECT FROM pgboss.job WHERE state = 'active' LIMIT 1");
    if (rowCount !== 0) await this.#boss.supervise();
  }

  async stop(): Promise<void> {
    await this.#boss.stop();
    await this.pool.end();
    await this.#postgres.stop();
    vi.unstubAllEnvs();
  }
}
