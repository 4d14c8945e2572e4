import type { ScenarioResult } from "./scenario-result.ts";

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A text in XML 1.0, without the control characters that it cannot have. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "")
    .replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? "");

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3);

const contentOf = ({ description, passed, skipped, expected, observed, advice }: ScenarioResult): string => {
  if (skipped) return `<skipped message="${escaped(observed)}"/>`;
  if (passed) return advice === undefined ? "" : `<system-out>${escaped(advice)}</system-out>`;
  const text = [description, `Expected: ${expected}`, `Observed: ${observed}`, `Change: ${advice}`].join(
    "\n",
  );
  return `<failure message="${escaped(observed)}">${escaped(text)}</failure>`;
};

export const toJUnit = (scenarios: readonly ScenarioResult[]): string => {
  const failures = scenarios.filter(({ passed, skipped }) => !passed && !skipped).length;
  const skipped = scenarios.filter((scenario) => scenario.skipped).length;
  const total = scenarios.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const counts = `tests="${scenarios.length}" failures="${failures}" errors="0" skipped="${skipped}" time="${seconds(total)}"`;
  const cases = scenarios.map(
    (scenario) =>
      `    <testcase classname="checkShop" name="${escaped(scenario.name)}" time="${seconds(scenario.durationMs)}">${contentOf(scenario)}</testcase>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counts}>
  <testsuite name="checkShop" ${counts}>
${cases.join("\n")}
  </testsuite>
</testsuites>
`;
};
