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

/** Starts the shop and waits until it accepts requests. */
export async function startShop(folder: string, env: Record<string, string>): Promise<RunningShop> {
  const child = startNode(folder, ["src/main.ts"], env);
  const gone = once(child, "exit");
  const log: string[] = [];
  const { promise: open, resolve } = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on("line", (line) => {
      log.push(line);
      if (line.startsWith("The shop is open")) resolve();
    });
  }
  const ended = gone.then(() => {
    throw new Error(`The shop did not start:\n${log.join("\n")}`);
  });
  await Promise.race([open, ended]);
  return { kill: () => child.kill("SIGKILL"), gone, log };
}
