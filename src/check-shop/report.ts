import { LAWS, WORKS } from "./invariants/laws.ts";

/** A law of payments that the shop breaks, and the shortest story that shows it. */
export interface ShopFailure {
  /** What must hold for every order. */
  readonly law: string;
  /** What was done and answered, step by step. */
  readonly story: readonly string[];
  /** What contradicts the law. */
  readonly observed: string;
  /** What to change, with the section of the guide. */
  readonly advice: string;
  /** The seed of the run in which it was found. */
  readonly seed: number;
  /** The story for `checkShop({ story })`, which plays it alone. */
  readonly replay: string;
}

/** What was tried. */
export interface Tried {
  /** Number of stories that were played. */
  readonly stories: number;
  /** Number of moves of customers, the gateway, the network and the staff in these stories. */
  readonly moves: number;
  /** Number of orders that were placed in these stories. */
  readonly orders: number;
  /** The seed of the run, for `checkShop({ seed })`. */
  readonly seed: number;
  /** What could not be tried with this shop, and why. */
  readonly leftOut: readonly string[];
  /** How long the run took, in milliseconds. */
  readonly durationMs: number;
}

/** The result of `checkShop`. */
export interface ShopReport {
  /** Whether no story broke a law. */
  readonly passed: boolean;
  /** A failure for each law that is broken, with the shortest story that shows it. */
  readonly failures: readonly ShopFailure[];
  /** How much was tried, and what was left out. */
  readonly tried: Tried;
  /** The report for a terminal. */
  toString(): string;
  /** The report as JUnit XML, which CI systems read. */
  toJUnit(): string;
}

/** A text of the shop can have control characters, which a terminal would obey. */
const printable = (text: string): string =>
  text.replaceAll(/\p{C}/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);

const failureText = ({ law, story, observed, advice, replay }: ShopFailure): string =>
  [
    `FAILED  ${law}`,
    ...story.map((line, index) => `  ${String(index + 1).padStart(2)}. ${line}`),
    ` now:  ${observed}`,
    `change: ${advice}`,
    ` again: story "${replay}"`,
  ]
    .map(printable)
    .join("\n");

const PROVES =
  "It proves nothing about stories that were not tried, about your prices, or about your own gateway: make a payment there before you go live.";

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

const triedText = ({ stories, moves, orders, seed, leftOut, durationMs }: Tried): string =>
  [
    `Tried ${counted(stories, "story", "stories")} of ${counted(moves, "move", "moves")} on ${counted(orders, "order", "orders")} in ${(durationMs / 1000).toFixed(1)} s, with seed ${seed}.`,
    ...leftOut.map((text) => printable(`Left out: ${text}.`)),
    PROVES,
  ].join("\n");

const toText = (failures: readonly ShopFailure[], tried: Tried): string =>
  [
    ...failures.map((failure) => `${failureText(failure)}\n`),
    failures.length === 0
      ? "passed  No story broke a law."
      : "The search stopped there: what comes after may have the same cause.",
    triedText(tried),
  ].join("\n");

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A text in XML 1.0, without the control characters that it cannot have. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "")
    .replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? "");

const failureElement = ({ story, observed, advice, replay, seed }: ShopFailure): string => {
  const text = [
    ...story.map((line, index) => `${index + 1}. ${line}`),
    `now: ${observed}`,
    `change: ${advice}`,
    `again: story "${replay}", seed ${seed}`,
  ].join("\n");
  return `<failure message="${escaped(observed)}">${escaped(text)}</failure>`;
};

/** A test case for each law. */
const toJUnit = (failures: readonly ShopFailure[], { durationMs, leftOut }: Tried): string => {
  const laws = [WORKS, ...LAWS];
  const time = (durationMs / 1000).toFixed(3);
  const counts = `tests="${laws.length}" failures="${failures.length}" errors="0" skipped="0" time="${time}"`;
  const cases = laws.map(({ text }) => {
    const failure = failures.find(({ law }) => law === text);
    return `    <testcase classname="checkShop" name="${escaped(text)}">${failure ? failureElement(failure) : ""}</testcase>`;
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

export const createReport = (failures: readonly ShopFailure[], tried: Tried): ShopReport => ({
  passed: failures.length === 0,
  failures,
  tried,
  toString: () => toText(failures, tried),
  toJUnit: () => toJUnit(failures, tried),
});
