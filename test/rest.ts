/** Runs what `npm test` leaves out, one after the other: each uses all cores. */
import { spawnSync } from "node:child_process";

const COMMANDS = [
  "npm run --silent docs",
  "vitest run test/browser test/faults test/properties test/site",
  "vitest run --config test/runtimes/vitest.config.ts",
  "vitest run --config test/examples/vitest.config.ts",
];

/** A command that fails does not keep the next ones from running. */
for (const command of COMMANDS) {
  const start = performance.now();
  console.log(`\n$ ${command}`);
  const { status } = spawnSync(command, { shell: true, stdio: "inherit" });
  console.log(`ended with ${status} after ${((performance.now() - start) / 1000).toFixed(0)} s`);
  if (status !== 0) process.exitCode = 1;
}
