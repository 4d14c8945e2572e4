import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Sandbox } from "payments-client/sandbox";

const ROOT = join(import.meta.dirname, "../../..");
const COMPILE_CACHE = join(ROOT, "node_modules/.cache/compiled");

export type Environment = Readonly<Record<string, string>>;

/** The settings of a shop whose gateway is a sandbox at this address. */
export async function gatewaySettings(sandbox: Sandbox, url: string): Promise<Environment> {
  const { shopId, secretKey } = sandbox.clientOptions;
  return {
    PAYMENTS_SHOP_ID: shopId,
    PAYMENTS_SECRET_KEY: secretKey,
    PAYMENTS_BASE_URL: url,
    PAYMENTS_CHECKOUT_URL: url,
    PAYMENTS_GATEWAY_URL: url,
    PAYMENTS_PUBLIC_KEY: await sandbox.publicKey(),
  };
}

/** A program of the shop in its own process. */
export class Program {
  /** The lines that it printed. */
  readonly log: string[] = [];
  /** Called for each of them. */
  onLine: (line: string) => void = () => undefined;
  readonly #child: ChildProcess;
  readonly #exit: Promise<number | null>;
  isGone = false;

  constructor(main: string, env: Environment, args: readonly string[] = [], flags: readonly string[] = []) {
    this.#child = spawn(process.execPath, [...flags, `src/${main}.ts`, ...args], {
      cwd: join(ROOT, "examples/scale-out"),
      // Without the environment of the tests. The cache makes programs start faster.
      env: { PATH: process.env["PATH"] ?? "", NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      if (stream)
        createInterface({ input: stream }).on("line", (line) => {
          this.log.push(line);
          this.onLine(line);
        });
    }
    this.#exit = once(this.#child, "close").then(([code]) => {
      this.isGone = true;
      return code;
    });
  }

  /** Waits until it has printed a line that starts with this. */
  async printed(beginning: string): Promise<this> {
    while (!this.log.some((line) => line.startsWith(beginning))) {
      if (this.isGone) throw new Error(`It ended without "${beginning}":\n${this.log.join("\n")}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return this;
  }

  /** Ends it, by default with SIGKILL. @returns its exit code. */
  end(signal: NodeJS.Signals = "SIGKILL"): Promise<number | null> {
    this.#child.kill(signal);
    return this.#exit;
  }

  /** Waits until it ends by itself. @returns its exit code. */
  ended(): Promise<number | null> {
    return this.#exit;
  }
}

export async function runProgram(main: string, env: Environment, args: readonly string[] = []) {
  const program = new Program(main, env, args);
  const code = await program.ended();
  return { code, output: program.log.join("\n") };
}
