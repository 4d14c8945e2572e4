import { once } from "node:events";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import type { Sandbox, SandboxServer } from "payments-client/sandbox";
import { environmentOf } from "./environment.ts";
import { startNode } from "./run.ts";

/** A shop that runs as a process of its own. */
export interface RunningShop {
  /** Ends it at once, whatever it is doing. */
  kill(): void;
  /** Resolves when it is gone. */
  readonly gone: Promise<unknown>;
  /** What it printed. */
  readonly log: string[];
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = Object(server.address());
  server.close();
  await once(server, "close");
  return port;
}

/** What a merchant's `.env` says, for a shop on that port. */
export const shopEnvironment = async (
  sandbox: Sandbox,
  server: SandboxServer,
  port: number,
): Promise<Record<string, string>> => ({
  ...environmentOf(server),
  PAYMENTS_PUBLIC_KEY: await sandbox.publicKey(),
  TEST_MODE: "true",
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  PORT: String(port),
  ADMIN_PASSWORD: "open sesame",
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

/** Starts the shop and waits until it takes customers. */
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
