import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import { afterEach, beforeEach, expect } from "vitest";
import { PaymentsClient } from "../../src/index.ts";

/** The built command. */
export const BIN = join(import.meta.dirname, "../../dist/cli/payments-client.js");
const started = new Set<ChildProcess>();
const WINDOWS = process.platform === "win32";
/** In milliseconds. */
const WINDOWS_WRITES_WITHIN = 2000;

/** Ends the processes that the tests of a file started. */
export const endAll = (): void => {
  for (const child of started) child.kill("SIGKILL");
};

/** A folder for each test of a file. @returns a function that gives its path. */
export function useFolder(): () => string {
  let folder = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "payments-client-"));
  });
  // A sandbox that still runs may write into it meanwhile.
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  return () => folder;
}

/**
 * Ends a process, and returns its exit code. Windows has no signals: it ends a process without a code, and before the process
 * writes what changed last.
 */
export async function stop(child: ChildProcess, signal: NodeJS.Signals = "SIGTERM"): Promise<unknown> {
  if (WINDOWS) await wait(WINDOWS_WRITES_WITHIN);
  const closed = once(child, "close");
  child.kill(signal);
  const [code] = await closed;
  return WINDOWS ? 0 : code;
}

/** Expects the mode of a file or folder. Windows has no modes: there, the access list of the user's folder protects its files. */
export async function expectMode(path: string, mode: number): Promise<void> {
  if (!WINDOWS) expect((await stat(path)).mode & 0o777).toBe(mode);
}

/** The environment of a user who types `npx payments-client`, wherever the tests were started from. */
export const npx = (): NodeJS.ProcessEnv => ({ ...process.env, npm_config_user_agent: "npm/11.0.0" });

const startCommand = (...args: string[]) => {
  const child = spawn(process.execPath, [BIN, ...args], { stdio: ["ignore", "pipe", "pipe"], env: npx() });
  started.add(child);
  return child;
};

/** Starts a sandbox by the built command. */
export const start = (...args: string[]) => startCommand("sandbox", "--port", "0", ...args);

/** The output and exit code of a sandbox that ends by itself. */
export const runToEnd = (...args: string[]) => runCommand("sandbox", "--port", "0", ...args);

/** The output and exit code of a command. */
export async function runCommand(...args: string[]) {
  const child = startCommand(...args);
  const output = [text(child.stdout), text(child.stderr), once(child, "close")] as const;
  const [stdout, stderr, [code]] = await Promise.all(output);
  return { code, stdout, stderr };
}

/** The last line of the greeting. A terminal has `\r\n`. */
const LAST = /PAYMENTS_PUBLIC_KEY=\S+(?:\r?\n){2}/;

/** Starts a command in a terminal of 80 columns, which `script` makes. */
export function startInTerminal(...args: string[]) {
  const quoted = [process.execPath, BIN, ...args].map((arg) => `'${arg.replaceAll("'", "'\\''")}'`).join(" ");
  const { NO_COLOR: _, FORCE_COLOR: __, CI: ___, ...environment } = npx();
  const child = spawn("script", ["-qec", `stty cols 80 rows 24; exec ${quoted}`, "/dev/null"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...environment, TERM: "xterm-256color" },
  });
  started.add(child);
  return child;
}

/** What a command prints in a terminal of 80 columns. */
export async function runInTerminal(...args: string[]): Promise<{ printed: string; lines: string[] }> {
  const printed = (await text(startInTerminal(...args).stdout)).replaceAll("\r\n", "\n");
  return { printed, lines: stripVTControlCharacters(printed).trimEnd().split("\n") };
}

/** What a sandbox prints once it listens, until its last line has come. */
export const greetingOf = (child: ChildProcess, last: string | RegExp = LAST) =>
  new Promise<string>((resolve, reject) => {
    let printed = "";
    child.once("close", () => reject(new Error(`the sandbox ended. It printed: ${printed}`)));
    child.stdout?.on("data", (chunk) => {
      printed += chunk;
      if (printed.search(last) >= 0) resolve(printed);
    });
  });

/** The environment that a sandbox prints once it listens, parsed as a shell does. */
export function environmentIn(greeting: string): Record<string, string> {
  const lines = Array.from(stripVTControlCharacters(greeting).matchAll(/^(PAYMENTS_\w+)=(.*)$/gm));
  return Object.fromEntries(lines.map(([, name = "", value = ""]) => [name, value.replaceAll("'", "")]));
}

/** Starts a sandbox, and waits until it has printed its environment. */
export async function startSandbox(...args: string[]) {
  const child = start(...args);
  let [warned, printed] = ["", ""];
  child.stderr.on("data", (chunk) => {
    warned += chunk;
  });
  const greeting = await greetingOf(child);
  const environment = environmentIn(greeting);
  child.stdout.on("data", (chunk) => {
    printed += chunk;
  });
  return {
    greeting,
    environment,
    url: environment["PAYMENTS_BASE_URL"] ?? "",
    publicKey: environment["PAYMENTS_PUBLIC_KEY"] ?? "",
    client: clientOf(environment),
    /** What it has printed on stderr. */
    warned: () => warned,
    /** The lines that it has printed after its greeting. */
    lines: () => printed.split("\n").slice(0, -1),
    stop: (signal?: NodeJS.Signals) => stop(child, signal),
  };
}

export const clientOf = (environment: Record<string, string>) =>
  new PaymentsClient({
    shopId: environment["PAYMENTS_SHOP_ID"],
    secretKey: environment["PAYMENTS_SECRET_KEY"],
    baseUrl: environment["PAYMENTS_BASE_URL"],
    checkoutUrl: environment["PAYMENTS_CHECKOUT_URL"],
    maxRetries: 0,
  });
