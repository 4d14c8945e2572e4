import { toJUnit } from "./junit.ts";
import type { ScenarioResult } from "./scenario-result.ts";

/** What `checkShop` found. */
export interface ShopReport {
  /** Whether no scenario failed. */
  readonly passed: boolean;
  /** The results, in the order in which they were played. */
  readonly scenarios: readonly ScenarioResult[];
  /** The report for a terminal. */
  toString(): string;
  /** The report as JUnit XML, which CI systems read. */
  toJUnit(): string;
}

const stateOf = ({ passed, skipped }: ScenarioResult): string => {
  if (skipped) return "skipped";
  return passed ? "passed" : "FAILED";
};

/** A result for a terminal: one line, and four more for a failure. */
export const resultText = (result: ScenarioResult): string => {
  const { name, description, passed, skipped, expected, observed, advice } = result;
  const line = `${stateOf(result)}  ${name}`;
  if (skipped) return `${line}: ${observed}`;
  if (passed) return advice === undefined ? line : `${line}\n          note      ${advice}`;
  const rows = { did: description, expected, observed, change: advice ?? "" };
  return [line, ...Object.entries(rows).map(([row, text]) => `          ${row.padEnd(10)}${text}`)].join(
    "\n",
  );
};

export const summaryText = (scenarios: readonly ScenarioResult[]): string => {
  const count = (state: string): number => scenarios.filter((each) => stateOf(each) === state).length;
  const seconds = scenarios.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000;
  return `${count("passed")} passed, ${count("FAILED")} failed, ${count("skipped")} skipped in ${seconds.toFixed(1)} s`;
};

export const reportOf = (scenarios: readonly ScenarioResult[]): ShopReport => ({
  passed: scenarios.every(({ passed, skipped }) => passed || skipped),
  scenarios,
  toString: () => [...scenarios.map(resultText), "", summaryText(scenarios)].join("\n"),
  toJUnit: () => toJUnit(scenarios),
});
