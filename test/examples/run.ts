import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, inject, onTestFinished } from "vitest";
import { SEARCH } from "../support/search-limits.ts";

/** Output and exit code of a command. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What `checkShop` tried in a run of an example's tests. */
export function printTried(output: string): void {
  for (const [line] of output.matchAll(/Tried \d+ .*/g)) console.log(line);
}

/** The environment of a merchant's shell, without the test runner's variables. The cache makes programs start faster. */
const shell = (): Record<string, string> => ({
  CHECK_SHOP_BUDGET: String(SEARCH.budget),
  CHECK_SHOP_SEED: String(SEARCH.seed),
  PATH: process.env["PATH"] ?? "",
  HOME: process.env["HOME"] ?? "",
  NODE_COMPILE_CACHE: join(inject("folder"), "compiled"),
});

/** Starts Node in a folder. */
export const startNode = (
  folder: string,
  args: readonly string[],
  env: Record<string, string> = {},
  node = process.execPath,
): ChildProcess =>
  spawn(node, args, {
    cwd: folder,
    env: { ...shell(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });

/** Waits for the end of a process. */
export async function ended(child: ChildProcess): Promise<Ended> {
  let [stdout, stderr] = ["", ""];
  child.stdout?.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    stderr += chunk;
  });
  const [code, signal] = await once(child, "close");
  return { code, signal, stdout, stderr };
}

/** Runs Node in a folder until it ends. */
export const runNode = (
  folder: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Ended> => ended(startNode(folder, args, env));

/** The compiler's messages for an example; empty without errors. */
export async function typeErrors(folder: string, project = "."): Promise<string> {
  const args = ["node_modules/typescript/bin/tsc", "--noEmit", "--project", project];
  const { stdout, stderr } = await runNode(folder, args);
  return stdout + stderr;
}

/** Runs tests of `node:test`, all of which must pass. */
export async function passTests(folder: string, ...args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, ["--test", ...args], {
    cwd: folder,
    env: shell(),
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  // With all of its processes, if the time of the test is over.
  onTestFinished(() => void (child.exitCode === null && process.kill(-(child.pid ?? 0), "SIGKILL")));
  const { code, stdout, stderr } = await ended(child);
  expect(code, stdout + stderr).toBe(0);
  printTried(stdout);
  expect(stdout).toMatch(/ pass [1-9]\d*\n.* fail 0\n/);
}
