import { FUNCTIONS } from "../guides.ts";
import { counted } from "../history/facts.ts";
import { LAWS } from "../laws/laws.ts";

/** A law of payments that the shop breaks, and the shortest story that shows it. */
export interface ShopFailure {
  /** What must hold for every order. */
  readonly law: string;
  /** What was done and answered, step by step, until the law was broken. */
  readonly story: readonly string[];
  /** The calls of the shop to the gateway, each after the number of its step, with their answers. */
  readonly calls: readonly string[];
  /** Everything that happened to the orders of the story, as events with their times. */
  readonly history: readonly object[];
  /** What contradicts the law. */
  readonly observed: string;
  /** The loss: goods or money of the shop, the customer's money, or the work of the staff. */
  readonly lost: string;
  /** What to change, with the section of the guide. */
  readonly advice: string;
  /** The seed of the run in which it was found. */
  readonly seed: number;
  /** The story for `checkShop({ story })`, which plays it alone. */
  readonly replay: string;
  /** Whether each step is necessary. False if shortening the story took too long, or the law was broken only once. */
  readonly isShortest: boolean;
}

/**
 * - `failed`: a story broke a law, and broke it again when it was played alone.
 * - `passed`: every planned story was played, and no law was broken.
 * - `incomplete`: neither is known. `unfinished` contains the reasons.
 */
export type ShopVerdict = "failed" | "passed" | "incomplete";

export interface Progress {
  /** What is done now. */
  readonly phase: string;
  /** When the phase ends at the latest, in milliseconds of `performance.now()`. */
  readonly end: number | undefined;
  readonly stories: number;
  /** How many stories are planned. Infinite with a budget. */
  readonly planned: number;
  readonly orders: number;
  /** Number of laws that were broken. */
  readonly broken: number;
  /** A line for each law that was broken, and for each finding that is certain, in this order. */
  readonly found: readonly string[];
}

/** A law that no story of the run could break, or whose finding is not reported. */
export interface SkippedLaw {
  readonly law: string;
  readonly reason: string;
}

/** The tried stories. */
export interface Tried {
  /** Number of stories that were played. */
  readonly stories: number;
  /** Number of moves of customers, the gateway, the network and the staff in these stories. */
  readonly moves: number;
  /** Number of orders that were placed in these stories. */
  readonly orders: number;
  /** The seed of the run, for `checkShop({ seed })`. */
  readonly seed: number;
  /** The texts of all planned stories. With the same functions, orders and seed, they are the same. */
  readonly planned: readonly string[];
  /** The functions that were not tried, with the reason. */
  readonly leftOut: readonly string[];
  /** The laws that no story could break, and why. */
  readonly skipped: readonly SkippedLaw[];
  /** The amount of an order, and how long it can be paid. */
  readonly order: string;
  /** A warning about the first order, such as an amount that seems to be in units. */
  readonly warnings: readonly string[];
  /** How long the run took, in milliseconds. */
  readonly durationMs: number;
}

/** The result of `checkShop`. */
export interface ShopReport {
  /** `passed`, `failed`, or `incomplete` if a part of the plan was not tried. */
  readonly verdict: ShopVerdict;
  /** Whether the verdict is `passed`. */
  readonly passed: boolean;
  /** A failure for each law that is broken, with the shortest story that shows it. */
  readonly failures: readonly ShopFailure[];
  /** Laws that were broken once, and not again when their stories were played alone. */
  readonly seenOnce: readonly ShopFailure[];
  /** Why the run shows less than it should: stories without time, functions that failed, a law that was broken only once. */
  readonly unfinished: readonly string[];
  /** The numbers of tried stories, moves and orders, and the left-out functions. */
  readonly tried: Tried;
  /** The report for a terminal. */
  toString(): string;
  /** The report as JUnit XML, which CI systems read. */
  toJUnit(): string;
}

/** A text of the shop can have control characters, which a terminal would obey. */
const printable = (text: string): string =>
  text.replaceAll(/\p{C}/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);

/** Numbers the lines of a story, each with the calls of the shop in this step. */
const stepLines = ({ story, calls }: ShopFailure): string[] =>
  story.flatMap((line, index) => {
    const number = `${index + 1}. `;
    const own = calls.filter((call) => call.startsWith(number)).map((call) => call.slice(number.length));
    const shown = own.length === 0 && line === "the job ran" ? ["no call about this order"] : own;
    return [`  ${String(index + 1).padStart(2)}. ${line}`, ...shown.map((call) => `        ${call}`)];
  });

const detailsOf = ({ observed, lost, advice, replay, isShortest }: ShopFailure): string[] => [
  ` now:   ${observed}`,
  ` lost:  ${lost}`,
  `change: ${advice}`,
  ` again: story "${replay}"`,
  ...(isShortest
    ? []
    : [" note:  this story was not shortened to its end, so some of its steps may not matter"]),
];

const failureText = (label: string, failure: ShopFailure): string =>
  [`${label}  ${failure.law}`, ...stepLines(failure), ...detailsOf(failure), ""].map(printable).join("\n");

const PROVES =
  "This result is only about the stories that were played. It does not check your prices or your own gateway. Make a payment there before you go live.";

const MAX_LEFT_OUT = 10;

const headerText = ({ leftOut, order, warnings }: Tried): string[] => {
  const more = leftOut.length - MAX_LEFT_OUT;
  const names = [...leftOut.slice(0, MAX_LEFT_OUT), ...(more > 0 ? [`${more} more`] : [])];
  return [
    ...(names.length === 0 ? [] : [`Not tried: ${names.join(", ")}. ${FUNCTIONS}`]),
    order,
    ...warnings.map((text) => `Warning: ${text}.`),
    "",
  ].map(printable);
};

const triedText = ({ stories, moves, orders, seed, durationMs }: Tried): string =>
  [
    `Tried ${counted(stories, "story", "stories")} with ${counted(moves, "move")} on ${counted(orders, "order")} in ${(durationMs / 1000).toFixed(1)} s, with seed ${seed}.`,
    PROVES,
  ].join("\n");

const CONCLUSIONS: Readonly<Record<ShopVerdict, string>> = {
  failed: "FAILED  Fix the first finding and run again, because others may have the same cause.",
  passed: "passed  No story broke a law.",
  incomplete: "INCOMPLETE  This run does not show whether the shop keeps the laws.",
};

const toText = ({ verdict, failures, seenOnce, unfinished, tried }: ReportData): string =>
  [
    ...headerText(tried),
    ...failures.map((failure) => failureText("FAILED", failure)),
    ...seenOnce.map((failure) => failureText("SEEN ONCE", failure)),
    triedText(tried),
    ...unfinished.map((text) => printable(`Unfinished: ${text}.`)),
    CONCLUSIONS[verdict],
  ].join("\n");

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A text in XML 1.0, without the control characters that it cannot have. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "")
    .replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? "");

const failureElement = (failure: ShopFailure): string => {
  const lines = [...stepLines(failure).map((line) => line.trim()), ...detailsOf(failure)];
  return `<failure message="${escaped(failure.observed)}">${escaped(lines.join("\n"))}</failure>`;
};

/** A test case for each law, and one for the run. A law that no story could break is skipped. */
const toJUnit = ({ failures, seenOnce, unfinished, tried }: ReportData): string => {
  const { durationMs, leftOut, skipped } = tried;
  const element = (name: string, content: string): string =>
    `    <testcase classname="checkShop" name="${escaped(name)}">${content}</testcase>`;
  const once = seenOnce.map((failure) => escaped(failureText("SEEN ONCE", failure)));
  const error =
    unfinished.length === 0
      ? ""
      : `<error message="${escaped(unfinished.join("; "))}">${once.join("\n")}</error>`;
  const cases = [
    element("The run is complete.", error),
    ...LAWS.map(({ text }) => {
      const failure = failures.find(({ law }) => law === text);
      const reason = skipped.find(({ law }) => law === text)?.reason;
      const note = reason === undefined ? "" : `<skipped message="${escaped(reason)}"/>`;
      return element(text, failure ? failureElement(failure) : note);
    }),
  ];
  const time = (durationMs / 1000).toFixed(3);
  const counts = `tests="${cases.length}" failures="${failures.length}" errors="${error === "" ? 0 : 1}" skipped="${skipped.length}" time="${time}"`;
  const notes =
    leftOut.length === 0
      ? ""
      : `    <system-out>${escaped(`Not tried: ${leftOut.join("; ")}`)}</system-out>\n`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counts}>
  <testsuite name="checkShop" ${counts}>
${cases.join("\n")}
${notes}  </testsuite>
</testsuites>
`;
};

type ReportData = Pick<ShopReport, "verdict" | "failures" | "seenOnce" | "unfinished" | "tried">;

export function createReport(found: Omit<ReportData, "verdict">): ShopReport {
  const verdict =
    found.failures.length > 0 ? "failed" : found.unfinished.length === 0 ? "passed" : "incomplete";
  const result: ReportData = { verdict, ...found };
  return {
    ...result,
    passed: verdict === "passed",
    toString: () => toText(result),
    toJUnit: () => toJUnit(result),
  };
}
