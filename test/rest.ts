/** Runs what `npm test` leaves out: two lanes side by side, since most of these tests wait, then what measures. */
import { spawn } from "node:child_process";

const LANES = [
  ["vitest run --config test/examples/vitest.config.ts"],
  [
    "npm run --silent docs",
    "vitest run test/browser test/faults test/properties test/site",
    "node test/faults/table.ts --check",
    "vitest run --config test/runtimes/vitest.config.ts",
  ],
];
const ALONE = ["npm run --silent capacity"];

/** Prints the output when the command has ended, so that lanes do not mix theirs. */
const succeeds = (command: string): Promise<boolean> =>
  new Promise((resolve) => {
    const start = performance.now();
    const child = spawn(command, { shell: true, stdio: ["ignore", "pipe", "pipe"] });
    const output: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (data: Buffer) => output.push(data));
    }
    child.on("close", (code) => {
      const seconds = ((performance.now() - start) / 1000).toFixed(0);
      process.stdout.write(`\n$ ${command}\n${Buffer.concat(output)}ended with ${code} after ${seconds} s\n`);
      resolve(code === 0);
    });
  });

/** A command that fails does not keep the next ones from running. */
const run = async (commands: readonly string[]): Promise<void> => {
  for (const command of commands) if (!(await succeeds(command))) process.exitCode = 1;
};

await Promise.all(LANES.map(run));
await run(ALONE);
