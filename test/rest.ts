/** Runs what `npm test` leaves out. Exits with 1 if a command failed, and runs the others all the same. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

/** They run beside each other, the commands of each one after the other: the second mostly waits for its processes. */
const LANES = [
  ["npm run --silent docs", "vitest run test/properties test/site"],
  [
    "vitest run --config test/examples/vitest.config.ts",
    "vitest run --config test/runtimes/vitest.config.ts",
  ],
];

/** Then, one after the other, what measures time or memory. */
const ALONE = [
  "vitest run test/browser test/faults",
  "node test/faults/table.ts --check",
  "npm run --silent capacity",
];

/** Prints the whole output at the end, so that lines of two lanes do not mix. */
async function run(command: string): Promise<void> {
  const start = performance.now();
  const child = spawn(`${command} 2>&1`, { shell: true, stdio: ["ignore", "pipe", "inherit"] });
  const [output, [status]] = await Promise.all([text(child.stdout), once(child, "close")]);
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(`\n$ ${command}\n${output}ended with ${status} after ${seconds} s`);
  if (status !== 0) process.exitCode = 1;
}

async function runAll(commands: readonly string[]): Promise<void> {
  for (const command of commands) await run(command);
}

await Promise.all(LANES.map(runAll));
await runAll(ALONE);
