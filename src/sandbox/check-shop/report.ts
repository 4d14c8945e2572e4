import { toJUnit } from "./junit.ts";

/** What came of a scenario. */
export interface ScenarioResult {
  /** For `only`, such as `notified twice`. */
  readonly name: string;
  /** What was done, in a sentence. */
  readonly description: string;
  /** False for one that failed or was skipped. */
  readonly passed: boolean;
  /** Whether it does not apply to the shop, or needs a function that was not given. */
  readonly skipped: boolean;
  /** What the shop was expected to do. */
  readonly expected: string;
  /** What it did, or why the scenario was skipped. */
  readonly observed: string;
  /** What to change; of a scenario that passed, what is worth a thought. Undefined where there is nothing to change. */
  readonly advice: string | undefined;
  /** How long it took, in milliseconds. */
  readonly durationMs: number;
}

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

/** The last line of a report. */
export const summaryText = (scenarios: readonly ScenarioResult[]): string => {
  const count = (state: string): number => scenarios.filter((each) => stateOf(each) === state).length;
  const seconds = scenarios.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000;
  return `${count("passed")} passed, ${count("FAILED")} failed, ${count("skipped")} skipped in ${seconds.toFixed(1)} s`;
};

/** The report of these results. */
export const reportOf = (scenarios: readonly ScenarioResult[]): ShopReport => ({
  passed: scenarios.every(({ passed, skipped }) => passed || skipped),
  scenarios,
  toString: () => [...scenarios.map(resultText), "", summaryText(scenarios)].join("\n"),
  toJUnit: () => toJUnit(scenarios),
});
