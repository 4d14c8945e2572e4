import type { Law } from "../laws/law.ts";
import type { Setup } from "../player/play.ts";
import { contains, PAID, parseStory, storyText } from "../stories/story.ts";
import { breaks, byLength, type Finding, isFinding, isRace, lengthOf } from "./finding.ts";
import { disturbanceIn, playAlone, RACES, Replays } from "./replay.ts";
import { type Shortened, shorten } from "./shorten.ts";

/** How many stories that break the same law are played again once. The others may have broken it because of one of them. */
const MAX_TRIED = 20;

/** How many of them are played more often if they depend on the moment, and how often. */
const [MAX_TRIED_OFTEN, TIMES] = [3, 24];

/** A story that broke a law, and broke it again when it was played alone. */
export interface ConfirmedFinding extends Shortened {
  /** Whether the simplest story breaks a law since this story was played. */
  readonly isLasting?: boolean;
}

/** Whether its orders are still wrong. An order that was only late is right by then. */
const isStillWrong = async ({ shop }: Setup, { verdict, judgeAgain }: Finding): Promise<boolean> => {
  if (verdict.isFinal) return true;
  const again = await judgeAgain(shop.pace.timeout).catch(() => verdict);
  return again?.law === verdict.law;
};

/** Shortens a story. Each reported story was played alone. */
async function reporting(finding: Finding, replays: Replays): Promise<Shortened | undefined> {
  const shortened = await shorten(finding, replays);
  if (!shortened) return undefined;
  const isShorter = lengthOf(shortened.finding) < lengthOf(finding);
  const candidates = isShorter ? [shortened, { finding, isShortest: false }] : [shortened];
  for (const { finding: candidate, isShortest } of candidates) {
    const { story } = candidate;
    const races = Array.from({ length: isRace(story) ? RACES : 0 }, () => story);
    for (const stories of [[story], races]) {
      const again = (await replays.alone(stories)).find((played) => breaks(played, finding));
      if (again) return { finding: again, isShortest };
    }
  }
  return undefined;
}

/** The shortest story that breaks a law when it is played alone. @param found The shortest one first. */
async function confirmLaw(found: readonly Finding[], replays: Replays): Promise<Shortened | undefined> {
  // A race is played thirty times, and another story may have broken the law in each of them.
  const findings = [...Map.groupBy(found, ({ story }) => storyText(story)).values()].flatMap(
    ([each]) => each ?? [],
  );
  const [first] = findings;
  if (!first) return undefined;
  // What disturbs others may have broken the law in all shorter ones.
  for (const [shortest] of Map.groupBy(findings, ({ story }) => disturbanceIn(story)).values()) {
    const result = shortest && (await reporting(shortest, replays));
    if (result) return result;
  }
  const timed = findings
    .filter(({ story }) => isRace(story) || story.some(({ fault }) => fault))
    .slice(0, MAX_TRIED_OFTEN);
  const often = Array.from({ length: TIMES }, () => timed).flat();
  for (const round of [findings.slice(0, MAX_TRIED), often]) {
    const stories = round.map(({ story }) => story);
    const played = await replays.beside(stories, true);
    // Another law comes last. A story of the first play had done what breaks that one.
    const isOther = (each: Finding): number => Number(!breaks(each, first));
    const broken = played.toSorted((one, other) => isOther(one) - isOther(other) || byLength(one, other));
    for (const finding of broken.slice(0, MAX_TRIED_OFTEN)) {
      const again = await reporting(finding, replays);
      if (again || replays.isOver()) return again;
    }
  }
  return undefined;
}

/** Whether a story is a shorter one with more steps, which may have the same cause. */
const isWithin = (shorter: Finding, finding: Finding): boolean =>
  lengthOf(shorter) < lengthOf(finding) && contains(finding.story, shorter.story);

/** The findings whose story contains the story of no other one. */
export const ownOf = (results: readonly ConfirmedFinding[]): ConfirmedFinding[] =>
  results
    .filter(({ finding }) => !results.some((other) => isWithin(other.finding, finding)))
    .toSorted((one, other) => byLength(one.finding, other.finding));

/**
 * Plays the findings again, alone. @returns the stories that broke a law once and not again.
 * @param end In milliseconds of `performance.now()`.
 * @param onCertain Called with each story that broke a law again. A shorter story of the same law may follow.
 */
export async function confirm(
  setup: Setup,
  findings: readonly Finding[],
  end: number,
  onCertain: (result: ConfirmedFinding) => void,
): Promise<Finding[]> {
  const [first] = findings;
  if (!first) return [];
  const replays = new Replays(setup, end);
  const simplest = await playAlone(setup, parseStory(PAID), () => false);
  if (isFinding(simplest) && lengthOf(first) > lengthOf(simplest)) {
    // Other stories would only show that the shop is broken.
    const lines = [...first.lines, "from then on, the simplest story breaks a law:", ...simplest.lines];
    onCertain({ finding: { ...first, lines }, isShortest: true, isLasting: true });
    return [];
  }
  const certain = new Set<Law>();
  const note = (result: ConfirmedFinding | undefined): void => {
    if (!result) return;
    certain.add(result.finding.verdict.law);
    onCertain(result);
  };
  const sorted = findings.toSorted(byLength);
  const [shortest = first] = sorted;
  // One finding is certain soon, before any is shortened.
  const again = await playAlone(setup, shortest.story, replays.isOver);
  if (isFinding(again)) note({ finding: again, isShortest: false });
  const laws = Map.groupBy(sorted, ({ verdict }) => verdict.law);
  await Promise.all(Array.from(laws.values(), (ofLaw) => confirmLaw(ofLaw, replays).then(note)));
  const seenOnce: Finding[] = [];
  for (const [law, ofLaw] of laws) {
    if (certain.has(law)) continue;
    const tried = ofLaw.slice(0, MAX_TRIED);
    const areWrong = await Promise.all(tried.map((finding) => isStillWrong(setup, finding)));
    seenOnce.push(...tried.filter((_, index) => areWrong[index]).slice(0, 1));
  }
  return seenOnce;
}
