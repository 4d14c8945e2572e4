import type { ShopFailure, Tried } from "./findings.ts";
import { toJUnit } from "./junit.ts";

/** What `checkShop` found. */
export interface ShopReport {
  /** Whether no story broke a law. */
  readonly passed: boolean;
  /** One for each law that is broken, with the shortest story that shows it. */
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

export const reportOf = (failures: readonly ShopFailure[], tried: Tried): ShopReport => ({
  passed: failures.length === 0,
  failures,
  tried,
  toString: () =>
    [
      ...failures.map((failure) => `${failureText(failure)}\n`),
      failures.length === 0
        ? "passed  No story broke a law."
        : "The search stopped there: what comes after may have the same cause.",
      triedText(tried),
    ].join("\n"),
  toJUnit: () => toJUnit(failures, tried),
});
