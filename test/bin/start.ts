import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { PaymentsClient } from "../../src/index.ts";

/** The built command. */
export const BIN = join(import.meta.dirname, "../../dist/bin/payments-client.js");
const started = new Set<ChildProcess>();

/** Ends the processes that the tests of a file started. */
export const endAll = (): void => {
  for (const child of started) child.kill("SIGKILL");
};

/** Ends a process, and returns its exit code. */
export async function stop(child: ChildProcess, signal: NodeJS.Signals = "SIGTERM"): Promise<unknown> {
  const closed = once(child, "close");
  child.kill(signal);
  const [code] = await closed;
  return code;
}

const startCommand = (...args: string[]): ChildProcess => {
  const child = spawn(process.execPath, [BIN, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  started.add(child);
  return child;
};

/** Starts a sandbox by the built command. */
export const start = (...args: string[]): ChildProcess => startCommand("sandbox", ...args);

/** The output and exit code of a sandbox that ends by itself. */
export const runToEnd = (...args: string[]) => runCommand("sandbox", ...args);

/** The output and exit code of a command. */
export async function runCommand(...args: string[]) {
  const child = startCommand(...args);
  let [stdout, stderr] = ["", ""];
  child.stdout?.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    stderr += chunk;
  });
  const [code] = await once(child, "close");
  return { code, stdout, stderr };
}

/** What a sandbox prints once it listens. */
export const greetingOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let printed = "";
    child.once("close", () => reject(new Error(`the sandbox ended. It printed: ${printed}`)));
    child.stdout?.on("data", (chunk) => {
      printed += chunk;
      if (/PAYMENTS_PUBLIC_KEY=.*\n/.test(printed)) resolve(printed);
    });
  });

/** The environment that a sandbox prints once it listens, parsed as a shell does. */
export async function environmentOf(child: ChildProcess): Promise<Record<string, string>> {
  const lines = Array.from((await greetingOf(child)).matchAll(/^(PAYMENTS_\w+)=(.*)$/gm));
  return Object.fromEntries(lines.map(([, name = "", value = ""]) => [name, value.replaceAll("'", "")]));
}

export const clientOf = (environment: Record<string, string>) =>
  new PaymentsClient({
    shopId: environment["PAYMENTS_SHOP_ID"],
    secretKey: environment["PAYMENTS_SECRET_KEY"],
    baseUrl: environment["PAYMENTS_BASE_URL"],
    checkoutUrl: environment["PAYMENTS_CHECKOUT_URL"],
    maxRetries: 0,
  });
