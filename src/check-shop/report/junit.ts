import { LAWS, WORKS } from "../laws/laws.ts";
import type { ShopFailure, Tried } from "./findings.ts";

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A text in XML 1.0, without the control characters that it cannot have. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "")
    .replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? "");

const contentOf = ({ story, observed, advice, replay, seed }: ShopFailure): string => {
  const lines = story.map((line, index) => `${index + 1}. ${line}`);
  const text = [
    ...lines,
    `now: ${observed}`,
    `change: ${advice}`,
    `again: story "${replay}", seed ${seed}`,
  ].join("\n");
  return `<failure message="${escaped(observed)}">${escaped(text)}</failure>`;
};

/** A test case for each law. */
export const toJUnit = (failures: readonly ShopFailure[], { durationMs, leftOut }: Tried): string => {
  const laws = [...new Set([WORKS, ...LAWS].map(({ text }) => text))];
  const time = (durationMs / 1000).toFixed(3);
  const counts = `tests="${laws.length}" failures="${failures.length}" errors="0" skipped="0" time="${time}"`;
  const cases = laws.map((law) => {
    const failure = failures.find((each) => each.law === law);
    return `    <testcase classname="checkShop" name="${escaped(law)}">${failure ? contentOf(failure) : ""}</testcase>`;
  });
  const notes =
    leftOut.length === 0
      ? ""
      : `    <system-out>${escaped(`Left out: ${leftOut.join("; ")}`)}</system-out>\n`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counts}>
  <testsuite name="checkShop" ${counts}>
${cases.join("\n")}
${notes}  </testsuite>
</testsuites>
`;
};
