/** Runs the commands in the process of the test. */
import { EventEmitter, once } from "node:events";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { afterEach, beforeEach, expect, onTestFinished } from "vitest";
import { main } from "../../src/cli/commands.ts";
import type { Program } from "../../src/cli/terminal.ts";
import { PaymentsClient } from "../../src/index.ts";

/** The built command. */
export const BIN = join(import.meta.dirname, "../../dist/cli/payments-client.js");

/** A folder for each test of a file. @returns a function that gives its path, or that of a file in it. */
export function useFolder(): (...names: string[]) => string {
  let folder = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "payments-client-"));
  });
  // A sandbox that still runs may write into it meanwhile.
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  return (...names) => join(folder, ...names);
}

/** Expects the mode of a file or folder. Windows has no modes: there, the access list of the user's folder protects its files. */
export async function expectMode(path: string, mode: number): Promise<void> {
  if (process.platform !== "win32") expect((await stat(path)).mode & 0o777).toBe(mode);
}

/** The environment of a user who types `npx payments-client`, wherever the tests were started from. */
export const npx = (): NodeJS.ProcessEnv => ({ ...process.env, npm_config_user_agent: "npm/11.0.0" });

interface Setup {
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** The path of the command. */
  readonly script?: string;
  /** Whether both streams are a terminal with colors. */
  readonly isTerminal?: boolean;
  /** Default: 80. */
  readonly columns?: number;
}

/** The process of a command, as far as it uses it. */
export class Running extends EventEmitter implements Program {
  readonly argv: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly stdout: Program["stdout"];
  readonly stderr: Program["stderr"];
  printed = "";
  warned = "";
  /** What it printed on both streams. */
  shown = "";

  constructor({ args, env = npx(), script = BIN, isTerminal = false, columns = 80 }: Setup) {
    super();
    this.argv = [process.execPath, script, ...args];
    this.env = env;
    const terminal = isTerminal ? { isTTY: true, columns, hasColors: () => true } : {};
    const open = (take: (text: string) => void) => {
      const write = (chunk: unknown, _: unknown, done: () => void) => {
        take(String(chunk));
        this.shown += chunk;
        done();
      };
      return Object.assign(new Writable({ write }), terminal);
    };
    this.stdout = open((text) => {
      this.printed += text;
    });
    this.stderr = open((text) => {
      this.warned += text;
    });
  }

  exit(): void {
    this.emit("exit");
  }

  /** Ends a sandbox as a signal does. */
  async stop(signal: "SIGINT" | "SIGTERM" = "SIGTERM"): Promise<void> {
    if (this.listenerCount(signal) === 0) return;
    const ended = once(this, "exit");
    this.removeAllListeners(signal === "SIGINT" ? "SIGTERM" : "SIGINT").emit(signal);
    await ended;
  }
}

async function run(setup: Setup) {
  const program = new Running(setup);
  onTestFinished(() => program.stop());
  return { program, code: await main(program) };
}

/** The output and exit code of a command. */
export async function runAs(setup: Setup) {
  const { code, program } = await run(setup);
  return { code, stdout: program.printed, stderr: program.warned };
}

export const runCommand = (...args: string[]) => runAs({ args });

const sandboxArgs = (args: readonly string[]) => ["sandbox", "--port", "0", ...args];

/** The output and exit code of a sandbox that ends by itself. */
export const runToEnd = (...args: string[]) => runAs({ args: sandboxArgs(args) });

/** What a command prints in a terminal of 80 columns. */
export const runInTerminal = (...args: string[]) => runInColumns(80, ...args);

/** What a command prints in a terminal of a width. */
export async function runInColumns(columns: number, ...args: string[]) {
  const { shown: printed } = (await run({ args, isTerminal: true, columns })).program;
  return { printed, lines: stripVTControlCharacters(printed).trimEnd().split("\n") };
}

/** The environment that a sandbox prints once it listens, parsed as a shell does. */
export function environmentIn(greeting: string): Record<string, string> {
  const lines = Array.from(stripVTControlCharacters(greeting).matchAll(/^(PAYMENTS_\w+)=(.*)$/gm));
  return Object.fromEntries(lines.map(([, name = "", value = ""]) => [name, value.replaceAll("'", "")]));
}

/** Starts a sandbox, which ends with the test. */
export async function startSandboxAs({ args, ...setup }: Setup) {
  const { code, program } = await run({ args: sandboxArgs(args), ...setup });
  if (code !== 0) throw new Error(`the sandbox ended. It printed: ${program.shown}`);
  const greeting = program.printed;
  const environment = environmentIn(greeting);
  return {
    greeting,
    environment,
    url: environment["PAYMENTS_BASE_URL"] ?? "",
    publicKey: environment["PAYMENTS_PUBLIC_KEY"] ?? "",
    get client() {
      return clientOf(environment);
    },
    /** What it has printed on stderr. */
    warned: () => program.warned,
    /** The lines that it has printed after its greeting. */
    lines: () => program.printed.slice(greeting.length).split("\n").slice(0, -1),
    stop: (signal?: "SIGINT") => program.stop(signal),
  };
}

export const startSandbox = (...args: string[]) => startSandboxAs({ args });

export const clientOf = (environment: Record<string, string>) =>
  new PaymentsClient({
    shopId: environment["PAYMENTS_SHOP_ID"],
    secretKey: environment["PAYMENTS_SECRET_KEY"],
    baseUrl: environment["PAYMENTS_BASE_URL"],
    checkoutUrl: environment["PAYMENTS_CHECKOUT_URL"],
    maxRetries: 0,
  });
