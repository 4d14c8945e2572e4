/**
 * Appends the CPU seconds of each test file to the file TEST_CPU, with those of the processes that it started and that ended.
 * `TEST_CPU=cpu.txt npm run test:library && sort -rn cpu.txt | head` prints the dearest files.
 */
import { appendFileSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { afterAll, expect } from "vitest";

/** Of a second: Linux counts in these, on every processor. */
const TICK = 0.01;

/** The fields after the name in brackets: user and system time of this process, and of its children. */
function cpuSeconds(): number {
  const [, fields = ""] = /\) (.*)/s.exec(readFileSync("/proc/self/stat", "utf8")) ?? [];
  const ticks = fields.split(" ").slice(11, 15).map(Number);
  return ticks.reduce((sum, time) => sum + time, 0) * TICK;
}

const before = cpuSeconds();

afterAll(() => {
  const file = relative(process.cwd(), expect.getState().testPath ?? "");
  appendFileSync(process.env["TEST_CPU"] ?? "", `${(cpuSeconds() - before).toFixed(2)} ${file}\n`);
});
