/** Runs what `npm test` leaves out: what measures capacity alone, the others in lanes, each of which often waits. */
import { spawn } from "node:child_process";

const LANES = [
  ["npm run --silent docs", "vitest run --max-workers 2 test/browser test/faults test/properties test/site"],
  ["vitest run --config test/examples/vitest.config.ts"],
  ["vitest run --config test/runtimes/vitest.config.ts"],
];

/** Prints the output at the end, so that those of the lanes do not mix. */
async function run(command: string): Promise<void> {
  const start = performance.now();
  const child = spawn(command, { shell: true, stdio: ["ignore", "pipe", "pipe"] });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => output.push(String(chunk)));
  const status = await new Promise<number | null>((resolve) => child.on("close", resolve));
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(`\n$ ${command}\n${output.join("")}ended with ${status} after ${seconds} s`);
  if (status !== 0) process.exitCode = 1;
}

/** A command that fails does not keep the next ones from running. */
const runInTurn = async (commands: readonly string[]): Promise<void> => {
  for (const command of commands) await run(command);
};

await Promise.all(LANES.map(runInTurn));
await run("npm run --silent capacity");
