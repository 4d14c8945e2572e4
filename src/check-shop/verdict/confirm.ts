import type { Setup } from "../player/play.ts";
import { PAID, parseStory } from "../stories/story.ts";
import { breaks, byLength, type Finding, isFinding, isRace, lengthOf } from "./finding.ts";
import { playAlone, playApart } from "./replay.ts";
import { shorten } from "./shorten.ts";

/** How long the findings of one law are played again, in milliseconds. */
const MAX_CONFIRMING = 60_000;

/** How many stories that break the same law are played again once. The others may have broken it because of one of them. */
const MAX_TRIED = 20;

/** How many of them are played more often if they depend on the moment, how often in a round, and in how many rounds. */
const [MAX_TRIED_OFTEN, TIMES, ROUNDS] = [3, 8, 3];

/** A story that broke a law, and broke it again when it was played alone. */
export interface ConfirmedFinding {
  readonly finding: Finding;
  /** Whether each step of it was left out, and the law held. */
  readonly isShortest: boolean;
  /** Whether the simplest story breaks a law since this story was played. */
  readonly isLasting?: boolean;
}

/** Whether its orders are still wrong. An order that was only late is right by then. */
const isStillWrong = async ({ shop }: Setup, { verdict, judgeAgain }: Finding): Promise<boolean> => {
  if (verdict.isFinal) return true;
  const again = await judgeAgain(shop.pace.timeout).catch(() => verdict);
  return again?.law === verdict.law;
};

/** Shortens a story. What is reported was played alone. */
async function shortestOf(setup: Setup, finding: Finding): Promise<ConfirmedFinding | undefined> {
  const shortened = await shorten(setup, finding);
  const whole = shortened.finding === finding ? [] : [{ finding, isShortest: false }];
  for (const { finding: each, isShortest } of [shortened, ...whole]) {
    const end = performance.now() + MAX_CONFIRMING;
    const again = await playAlone(setup, each.story, () => performance.now() >= end);
    if (breaks(again, finding)) return { finding: again, isShortest };
  }
  return undefined;
}

/** The shortest story that breaks a law when it is played alone. */
async function confirmLaw(setup: Setup, findings: readonly Finding[]): Promise<ConfirmedFinding | undefined> {
  const end = performance.now() + MAX_CONFIRMING;
  const replay = { waitTime: () => setup.shop.pace.timeout, isOver: () => performance.now() >= end };
  const timed = findings
    .filter(({ story }) => isRace(story) || story.some(({ fault }) => fault))
    .slice(0, MAX_TRIED_OFTEN);
  const rounds = [
    findings.slice(0, MAX_TRIED),
    ...Array.from({ length: timed.length > 0 ? ROUNDS : 0 }, () =>
      Array.from({ length: TIMES }, () => timed).flat(),
    ),
  ];
  for (const round of rounds) {
    const played = await playApart(
      setup,
      round.map(({ story }) => story),
      replay,
    );
    // Another law comes last. A story of the first play had done what breaks that one.
    const isOther = ({ verdict }: Finding): number => Number(verdict.law !== findings[0]?.verdict.law);
    const found = played
      .filter(isFinding)
      .sort((one, other) => isOther(one) - isOther(other) || byLength(one, other));
    for (const finding of found.slice(0, MAX_TRIED_OFTEN)) {
      const result = await shortestOf(setup, finding);
      if (result || replay.isOver()) return result;
    }
  }
  return undefined;
}

/** What became of findings: a result for each law, and stories that broke a law once and not again. */
export interface Confirmed {
  readonly confirmed: readonly ConfirmedFinding[];
  readonly seenOnce: readonly Finding[];
}

/** Plays the findings again, alone. */
export async function confirm(setup: Setup, findings: readonly Finding[]): Promise<Confirmed> {
  const [first] = findings;
  if (!first) return { confirmed: [], seenOnce: [] };
  const simplest = await playAlone(setup, parseStory(PAID), () => false);
  if (isFinding(simplest) && lengthOf(first) > lengthOf(simplest)) {
    // Other stories would only show that the shop is broken.
    const lines = [...first.lines, "from then on, the simplest story breaks a law:", ...simplest.lines];
    return { confirmed: [{ finding: { ...first, lines }, isShortest: true, isLasting: true }], seenOnce: [] };
  }
  const confirmed: ConfirmedFinding[] = [];
  const seenOnce: Finding[] = [];
  for (const [, ofLaw] of Map.groupBy(findings.toSorted(byLength), ({ verdict }) => verdict.law)) {
    const result = await confirmLaw(setup, ofLaw);
    const isKnown = confirmed.some(({ finding }) => finding.verdict.law === result?.finding.verdict.law);
    if (result && !isKnown) confirmed.push(result);
    for (const finding of result ? [] : ofLaw) {
      if (!(await isStillWrong(setup, finding))) continue;
      seenOnce.push(finding);
      break;
    }
  }
  return { confirmed, seenOnce };
}
