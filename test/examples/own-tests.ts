import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import type { TestContext } from "vitest";
import { SEARCH } from "../support/search-limits.ts";
import type { Reported } from "./report-lines.ts";
import { printTried } from "./run.ts";

const REPORTER = pathToFileURL(join(import.meta.dirname, "report-lines.ts")).href;

/** The names of an example's own tests, by their file. */
export function ownTestNames(example: string): [file: string, names: string[]][] {
  const folder = join(import.meta.dirname, "../../examples", example, "test");
  const files = readdirSync(folder).filter((file) => file.endsWith(".test.ts"));
  return files.map((file) => {
    const source = readFileSync(join(folder, file), "utf8");
    const names = source.matchAll(/^\s*test\(\s*("(?:[^"\\]|\\.)*")/gm);
    return [file, Array.from(names, ([, name = ""]) => JSON.parse(name))];
  });
}

/** How long the other tests may still run after one has failed, in milliseconds, because each may fail after minutes. */
const REST = 120_000;

/** A run of an example's own tests, which a test here waits for one by one. */
export class OwnTests {
  readonly #child: ChildProcess;
  readonly #reported = new Map<string, Reported>();
  readonly #output: string[] = [];
  #failed: string | undefined;
  #isOver = false;
  readonly #end: Promise<unknown>;

  /** @param folder Of the installed example. */
  constructor(folder: string) {
    this.#child = spawn("npm", ["test"], {
      cwd: folder,
      env: {
        ...process.env,
        NODE_OPTIONS: `--test-reporter=${REPORTER}`,
        CHECK_SHOP_BUDGET: String(SEARCH.budget),
        NODE_COMPILE_CACHE: join(folder, "node_modules/.cache/compiled"),
      },
      stdio: ["ignore", "pipe", "pipe"],
      // A group of processes, which can be ended as a whole.
      detached: true,
    });
    this.#end = once(this.#child, "close").then(() => {
      this.#isOver = true;
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      if (stream) createInterface({ input: stream }).on("line", (line) => this.#read(line));
    }
  }

  #read(line: string): void {
    if (!line.startsWith('{"reported":')) {
      printTried(line);
      return void this.#output.push(line);
    }
    const { reported }: { reported: Reported } = JSON.parse(line);
    this.#reported.set(`${basename(reported.file)} ${reported.name}`, reported);
    if (reported.error === undefined) return;
    if (this.#failed === undefined) setTimeout(() => this.end(), REST).unref();
    this.#failed ??= reported.name;
  }

  /** Waits for a test, which is skipped if another failed before it ran. @throws Error if it failed, or none ran. */
  async passed(file: string, name: string, { skip }: Pick<TestContext, "skip">): Promise<void> {
    const key = `${file} ${name}`;
    while (!this.#reported.has(key) && !this.#isOver) await new Promise((resolve) => setTimeout(resolve, 50));
    const reported = this.#reported.get(key);
    if (reported?.error !== undefined) throw new Error(reported.error);
    if (reported) return;
    if (this.#failed !== undefined) skip(`It did not run, because "${this.#failed}" failed`);
    this.#failed = name;
    throw new Error(`It did not run:\n${this.#output.slice(-50).join("\n")}`);
  }

  /** Ends all of its processes. */
  end(): void {
    if (this.#child.pid !== undefined && !this.#isOver) process.kill(-this.#child.pid, "SIGKILL");
  }

  /** Waits for the end. @returns the exit code. */
  async ended(): Promise<number | null> {
    await this.#end;
    return this.#child.exitCode;
  }
}
