import { counted } from "../history/facts.ts";
import { LAWS, WORKS } from "../laws/laws.ts";

/** A law of payments that the shop breaks, and the shortest story that shows it. */
export interface ShopFailure {
  /** What must hold for every order. */
  readonly law: string;
  /** What was done and answered, step by step, until the law was broken. */
  readonly story: readonly string[];
  /** What contradicts the law. */
  readonly observed: string;
  /** What to change, with the section of the guide. */
  readonly advice: string;
  /** The seed of the run in which it was found. */
  readonly seed: number;
  /** The story for `checkShop({ story })`, which plays it alone. Empty if no step was possible. */
  readonly replay: string;
  /**
   * Whether the story broke the law again when it was played alone. Undefined if the budget ended before.
   */
  readonly again: boolean | undefined;
  /** If `again` is not true, the other stories that were played at that time. */
  readonly meanwhile: readonly string[];
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
  /** What was not tried or not finished, and why. */
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

/** How the report introduces a law. */
const titleOf = ({ law, again }: ShopFailure): string => {
  if (again === true) return `FAILED  ${law}`;
  const how = again === false ? "seen once, not again" : "seen once, no time to play it again";
  return `FAILED  ${law} (${how})`;
};

const detailsOf = (failure: ShopFailure): string[] => {
  const { observed, advice, replay, again, meanwhile, seed } = failure;
  return [
    ` now:   ${observed}`,
    `change: ${advice}`,
    ...meanwhile.map((story) => ` while: story "${story}"`),
    ...(replay === "" ? [] : [` again: ${again === false ? `seed ${seed}` : `story "${replay}"`}`]),
  ];
};

const failureText = (failure: ShopFailure): string =>
  [
    titleOf(failure),
    ...failure.story.map((line, index) => `  ${String(index + 1).padStart(2)}. ${line}`),
    ...detailsOf(failure),
  ]
    .map(printable)
    .join("\n");

const PROVES =
  "This result is only about the stories that were played. It does not check your prices or your own gateway. Make a payment there before you go live.";

const triedText = ({ stories, moves, orders, seed, leftOut, durationMs }: Tried): string =>
  [
    `Tried ${counted(stories, "story", "stories")} with ${counted(moves, "move")} on ${counted(orders, "order")} in ${(durationMs / 1000).toFixed(1)} s, with seed ${seed}.`,
    ...leftOut.map((text) => printable(`Left out: ${text}.`)),
    PROVES,
  ].join("\n");

const toText = (failures: readonly ShopFailure[], tried: Tried): string =>
  [
    ...failures.map((failure) => `${failureText(failure)}\n`),
    failures.length === 0
      ? "passed  No story broke a law."
      : "The search stopped here, because other findings may have the same cause.",
    triedText(tried),
  ].join("\n");

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A text in XML 1.0, without the control characters that it cannot have. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "")
    .replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? "");

const failureElement = (failure: ShopFailure): string => {
  const lines = [...failure.story.map((line, index) => `${index + 1}. ${line}`), ...detailsOf(failure)];
  return `<failure message="${escaped(failure.observed)}">${escaped(lines.join("\n"))}</failure>`;
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
