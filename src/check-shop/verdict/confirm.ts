import type { Setup } from "../player/play.ts";
import { PAID, parseStory, storyText } from "../stories/story.ts";
import { breaks, byLength, type Finding, isFinding, isRace, lengthOf } from "./finding.ts";
import { disturbanceIn, playAlone, RACES } from "./replay.ts";
import { playRounds, type Rounds } from "./rounds.ts";
import { shortening } from "./shorten.ts";

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
function* reporting(finding: Finding): Rounds<ConfirmedFinding | undefined> {
  const shortened = yield* shortening(finding);
  if (!shortened) return undefined;
  const isShorter = lengthOf(shortened.finding) < lengthOf(finding);
  for (const { finding: each, isShortest } of [
    shortened,
    ...(isShorter ? [{ finding, isShortest: false }] : []),
  ]) {
    const { story } = each;
    const isBroken = (played: Finding): boolean => breaks(played, finding);
    const alone = (yield { stories: [story] }).own.find(isBroken);
    if (alone) return { finding: alone, isShortest };
    if (!isRace(story)) continue;
    const stories = Array.from({ length: RACES }, () => story);
    const wanted = { stories, end: performance.now() + MAX_CONFIRMING, isPatient: true };
    const again = (yield wanted).own.find(isBroken);
    if (again) return { finding: again, isShortest };
  }
  return undefined;
}

/** The shortest story that breaks a law when it is played alone. @param found The shortest one first. */
function* confirming(found: readonly Finding[]): Rounds<ConfirmedFinding | undefined> {
  // A race is played thirty times, and another story may have broken the law in each of them.
  const findings = [...Map.groupBy(found, ({ story }) => storyText(story)).values()].flatMap(
    ([each]) => each ?? [],
  );
  const [first] = findings;
  if (!first) return undefined;
  // What disturbs others may have broken the law in all shorter ones.
  for (const [shortest] of Map.groupBy(findings, ({ story }) => disturbanceIn(story)).values()) {
    const result = shortest && (yield* reporting(shortest));
    if (result) return result;
  }
  const end = performance.now() + MAX_CONFIRMING;
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
    const { own } = yield { stories: round.map(({ story }) => story), end, isPatient: true };
    // Another law comes last. A story of the first play had done what breaks that one.
    const isOther = (each: Finding): number => Number(!breaks(each, first));
    const broken = own.toSorted((one, other) => isOther(one) - isOther(other) || byLength(one, other));
    for (const finding of broken.slice(0, MAX_TRIED_OFTEN)) {
      const again = yield* reporting(finding);
      if (again || performance.now() >= end) return again;
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
  const laws = Map.groupBy(findings.toSorted(byLength), ({ verdict }) => verdict.law);
  const results = await playRounds(setup, Array.from(laws.values(), confirming));
  const confirmed: ConfirmedFinding[] = [];
  const seenOnce: Finding[] = [];
  for (const [index, ofLaw] of [...laws.values()].entries()) {
    const result = results[index];
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
