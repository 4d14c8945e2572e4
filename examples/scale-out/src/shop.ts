import { once } from "node:events";
import { PaymentsClient } from "payments-client";
import { telemetryHooks } from "payments-client/opentelemetry";
import type { PgBoss } from "pg-boss";
import { explain, openPool, type Pool, readUrl, SetupError } from "./database.ts";
import { openBoss } from "./queues.ts";
import { checkVersion } from "./schema-version.ts";

/** Dependencies of the shop's modules. `payments-client` reads the gateway's settings, `PAYMENTS_…`. */
export interface Shop {
  readonly pool: Pool;
  readonly boss: PgBoss;
  readonly payments: PaymentsClient;
  /** Where customers and the gateway reach the load balancer. */
  readonly publicUrl: string;
  /** Test payments are made, and count as paid. Refused behind https, where a shop is live. */
  readonly isTestMode: boolean;
}

/** Opens everything that a program needs. @throws Error with the solution if a setting is missing or wrong. */
export async function openShop(isWorker = false): Promise<Shop> {
  const publicUrl = readUrl("PUBLIC_URL", /^https?:$/, "https://shop.example");
  const isTestMode = process.env["TEST_MODE"]?.trim() === "true";
  if (isTestMode && publicUrl.startsWith("https:")) {
    throw new SetupError(
      "Remove TEST_MODE: behind an https PUBLIC_URL, test payments must not count as paid",
    );
  }
  const payments = new PaymentsClient({ hooks: telemetryHooks() });
  const pool = openPool({ max: isWorker ? 20 : 10 });
  await checkVersion(pool);
  const boss = await openBoss(pool, { isWorker });
  return { pool, boss, payments, publicUrl, isTestMode };
}

/** Waits for running jobs, then closes all connections. */
export async function closeShop({ boss, pool }: Pick<Shop, "boss" | "pool">): Promise<void> {
  await boss.stop({ graceful: true, timeout: 20_000 });
  await pool.end();
}

/** Resolves on SIGINT or SIGTERM. */
export const untilStopped = (): Promise<unknown> =>
  Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);

/** Runs a program. An error is printed as one sentence, with exit code 1. */
export async function run(program: () => Promise<void>): Promise<void> {
  try {
    await program();
  } catch (error) {
    console.error(explain(error));
    process.exit(1);
  }
}
