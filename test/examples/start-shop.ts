import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Sandbox, SandboxServer } from "payments-client/sandbox";
import { environmentOf } from "./environment.ts";
import { startNode } from "./run.ts";

/** A shop in its own process. */
export interface RunningShop {
  /** Kills it immediately. */
  kill(): void;
  /** Resolves when the process has ended. */
  readonly gone: Promise<unknown>;
  /** The lines that it printed. */
  readonly log: string[];
}

/** The variables of a merchant's `.env`, for a shop on this port. */
export const shopEnvironment = async (
  sandbox: Sandbox,
  server: SandboxServer,
  port: number,
): Promise<Record<string, string>> => ({
  ...environmentOf(server),
  PAYMENTS_PUBLIC_KEY: await sandbox.publicKey(),
  TEST_MODE: "true",
  IDEMPOTENCY_KEYS: "true",
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  PORT: String(port),
  ADMIN_PASSWORD: "open sesame",
  REQUESTS_PER_MINUTE: "999999",
});

/** Starts the shop, without waiting for it. */
export function launchShop(folder: string, env: Record<string, string>, main = "src/main.ts"): RunningShop {
  const child = startNode(folder, [main], env);
  const log: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on("line", (line) => log.push(line));
  }
  const gone = once(child, "exit");
  return { kill: () => child.kill("SIGKILL"), gone, log };
}

/** Starts the shop and waits until it accepts requests. */
export async function startShop(
  folder: string,
  env: Record<string, string>,
  main?: string,
): Promise<RunningShop> {
  const shop = launchShop(folder, env, main);
  let isGone = false;
  void shop.gone.then(() => {
    isGone = true;
  });
  while (!shop.log.some((line) => line.startsWith("The shop is open"))) {
    if (isGone) throw new Error(`The shop did not start:\n${shop.log.join("\n")}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return shop;
}
