import { type Played, playStory, type Setup, stepsOf } from "../run/play.ts";
import type { Step, Story } from "../scenario/story.ts";

/** A story that broke a law. */
export type Finding = Played & { readonly verdict: NonNullable<Played["verdict"]> };

/** How long one story is shortened, in milliseconds. */
const MAX_SHRINKING = 30_000;

/** How many times a story is played before its break of a law counts as not reproducible. */
const REPLAYS = 4;

export const isFinding = (played: Played): played is Finding => played.verdict !== undefined;

const breaks = (played: Played, { verdict: { law } }: Finding): played is Finding =>
  played.verdict?.law === law;

/** Number of moves and faults. */
const lengthOf = ({ story }: Finding): number =>
  story.reduce((sum, { moves, fault }) => sum + moves.length + (fault === undefined ? 0 : 1), 0);

const byLength = (one: Finding, other: Finding): number => lengthOf(one) - lengthOf(other);

/** The same story without some of its first steps, or without a single step, move or fault. */
function shorterStories(story: Story): Story[] {
  const [first, ...rest] = story;
  if (!first) return [];
  const ends = rest.slice(2).map((_, index) => [first, ...rest.slice(index + 2)]);
  const singles = story.flatMap(({ moves, fault }, index) => {
    const replaced = (...steps: Step[]): Story => story.toSpliced(index, 1, ...steps);
    const without = (omitted: number): Story =>
      replaced({ moves: moves.filter((_, kept) => kept !== omitted), fault });
    return [
      ...(index > 0 ? [replaced()] : []),
      ...(moves.length > 1 ? moves.map((_, omitted) => without(omitted)) : []),
      ...(fault === undefined ? [] : [replaced({ moves })]),
    ];
  });
  return [...ends, ...singles];
}

/** The shortest story that breaks the same law. Each round leaves out one thing more, until the time is over. */
async function shrink(setup: Setup, finding: Finding): Promise<Finding> {
  const end = performance.now() + MAX_SHRINKING;
  let shortest = finding;
  while (performance.now() < end) {
    const { waitTime } = setup.shop;
    const played = await Promise.all(
      shorterStories(shortest.story).map((story) => playStory(setup, stepsOf(story), waitTime)),
    );
    const [next] = played
      .filter((each) => breaks(each, finding))
      .filter((each) => lengthOf(each) < lengthOf(shortest))
      .sort(byLength);
    if (!next) return shortest;
    shortest = next;
  }
  return shortest;
}

/** Whether the break may depend on the moment, so that it may need several plays to happen again. */
const isRace = ({ story }: Finding): boolean =>
  story.some(
    ({ moves, fault }) => moves.length > 1 || fault !== undefined || moves.includes("deliver ten times"),
  );

/** Plays a story again, alone and with all the time that the shop may take. */
async function replay(setup: Setup, finding: Finding): Promise<Finding | undefined> {
  for (let count = 0; count < (isRace(finding) ? REPLAYS : 1); count += 1) {
    const again = await playStory(setup, stepsOf(finding.story), setup.shop.timeout);
    if (breaks(again, finding)) return again;
  }
  return undefined;
}

/** Whether its orders are still wrong. What was only late is right by then. */
const isStillWrong = async ({ verdict, judgeAgain }: Finding): Promise<boolean> =>
  !verdict.isFinal && (await judgeAgain())?.law === verdict.law;

/** One finding for each law: the shortest story that breaks it again. */
export async function reduce(setup: Setup, findings: readonly Finding[]): Promise<Finding[]> {
  const results: Finding[] = [];
  for (const finding of findings.toSorted(byLength)) {
    const { law } = finding.verdict;
    if (results.some(({ verdict }) => verdict.law === law)) continue;
    const again = await replay(setup, finding);
    if (again) results.push((await replay(setup, await shrink(setup, again))) ?? again);
    else if (law.isCertain || (await isStillWrong(finding))) results.push(finding);
  }
  return results;
}
