import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/** What a command printed, and how it ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a merchant's shell has, and nothing of the test runner's. */
const shell = (): Record<string, string> => ({
  PATH: process.env["PATH"] ?? "",
  HOME: process.env["HOME"] ?? "",
});

/** Starts Node in a folder. */
export const startNode = (
  folder: string,
  args: readonly string[],
  env: Record<string, string> = {},
): ChildProcess =>
  spawn(process.execPath, args, {
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

/** Runs Node in a folder to its end. */
export const runNode = (
  folder: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Ended> => ended(startNode(folder, args, env));

/** What the example's own TypeScript says of it: empty when there is nothing to say. */
export async function typeErrors(folder: string): Promise<string> {
  const { stdout, stderr } = await runNode(folder, ["node_modules/typescript/bin/tsc", "--noEmit"]);
  return stdout + stderr;
}
