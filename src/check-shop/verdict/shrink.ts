import { type Played, playStory, type Setup } from "../player/play.ts";
import type { Step, Story } from "../stories/story.ts";

/** A story that broke a law. */
export type Finding = Played & { readonly verdict: NonNullable<Played["verdict"]> };

/** How long one story is shortened, in milliseconds. */
const MAX_SHRINKING = 30_000;

/** How many times a race is played before it counts as seen once. One in ten is enough to be found. */
const REPLAYS = 25;

/** How many stories that break the same law are played again, until one breaks it again. */
const MAX_TRIED = 3;

/** Moves in which notifications arrive at the same moment. */
const RACES: readonly string[] = ["deliver ten times", "pay two"];

export const isFinding = (played: Played | undefined): played is Finding => played?.verdict !== undefined;

const breaks = (played: Played | undefined, { verdict: { law } }: Finding): played is Finding =>
  played?.verdict?.law === law;

/** Number of moves and faults. A race counts as more, because a story without one is easier to understand. */
const lengthOf = ({ story }: Finding): number =>
  story.reduce((sum, { moves, fault }) => {
    const races = moves.filter((name) => RACES.includes(name));
    return sum + moves.length + 3 * races.length + (fault === undefined ? 0 : 1);
  }, 0);

const byLength = (one: Finding, other: Finding): number => lengthOf(one) - lengthOf(other);

/** The first and the last step alone, and the story without a half, a quarter or an eighth of the others. */
function halvedStories(story: Story): Story[] {
  const size = story.length - 1;
  const parts = [2, 4, 8].filter((count) => size > count);
  const halves = parts.flatMap((count) => {
    const length = Math.ceil(size / count);
    return Array.from({ length: count }, (_, part) => story.toSpliced(1 + part * length, length));
  });
  return size > 1 ? [[story.slice(0, 1), story.slice(-1)].flat(), ...halves] : [];
}

/** The same story without a single step, move or fault. */
const shortenedStories = (story: Story): Story[] =>
  story.flatMap(({ moves, fault }, index) => {
    const replaced = (...steps: Step[]): Story => story.toSpliced(index, 1, ...steps);
    return [
      ...(index > 0 ? [replaced()] : []),
      ...(moves.length > 1
        ? moves.map((_, omitted) => replaced({ moves: moves.toSpliced(omitted, 1), fault }))
        : []),
      ...(fault === undefined ? [] : [replaced({ moves })]),
    ];
  });

/** The shortest story that breaks the same law. Each round leaves out more, until the time is over. */
async function shrink(setup: Setup, finding: Finding): Promise<Finding> {
  const { shop } = setup;
  const end = performance.now() + MAX_SHRINKING;
  const shortestOf = async (stories: readonly Story[], than: Finding): Promise<Finding | undefined> => {
    const played = await Promise.all(stories.map((story) => playStory(setup, story, shop.waitTime)));
    const broken = played.filter((each) => breaks(each, finding));
    return broken.filter((each) => lengthOf(each) < lengthOf(than)).sort(byLength)[0];
  };
  let shortest = finding;
  while (performance.now() < end && shop.timeLeft > 0) {
    const next =
      (await shortestOf(halvedStories(shortest.story), shortest)) ??
      (await shortestOf(shortenedStories(shortest.story), shortest));
    if (!next) return shortest;
    shortest = next;
  }
  return shortest;
}

/** Whether the break may depend on the moment, so that it may need several plays to happen again. */
const isRace = ({ story }: Finding): boolean =>
  story.some(
    ({ moves, fault }) =>
      moves.length > 1 || fault !== undefined || moves.some((name) => RACES.includes(name)),
  );

/** Plays a story again, alone and with the time that the shop may take. A race is played again until half of the time is over. */
async function replay(setup: Setup, finding: Finding): Promise<Finding | undefined> {
  const { shop } = setup;
  const half = shop.timeLeft / 2;
  for (let count = 0; count < (isRace(finding) ? REPLAYS : 1) && shop.timeLeft > half; count += 1) {
    const waitTime = Math.min(shop.timeout, Math.max(shop.waitTime, shop.timeLeft / 3));
    const again = await playStory(setup, finding.story, waitTime);
    if (breaks(again, finding)) return again;
  }
  return undefined;
}

/** Whether its orders are still wrong. An order that was only late is right by then. */
const isStillWrong = async ({ shop }: Setup, { verdict, judgeAgain }: Finding): Promise<boolean> => {
  if (verdict.isFinal) return true;
  const again = await judgeAgain(Math.min(shop.timeout, 0.8 * shop.timeLeft)).catch(() => verdict);
  return again?.law === verdict.law;
};

/** The shortest story that breaks a law when it is played alone. */
async function confirm(setup: Setup, findings: readonly Finding[]): Promise<Finding | undefined> {
  for (const finding of findings.slice(0, MAX_TRIED)) {
    const again = await replay(setup, finding);
    // The lines of the last play belong to the story that is reported.
    if (again) return (await replay(setup, await shrink(setup, again))) ?? again;
  }
  return undefined;
}

/** A finding, and whether its story broke the law again when it was played alone. Undefined if there was no time for it. */
export interface Result {
  readonly finding: Finding;
  readonly again: boolean | undefined;
}

/** One result for each law. What was seen once counts only if no story broke a law again, because it may have the same cause. */
export async function reduce(setup: Setup, findings: readonly Finding[]): Promise<Result[]> {
  const results: Result[] = [];
  for (const [, ofLaw] of Map.groupBy(findings.toSorted(byLength), ({ verdict }) => verdict.law)) {
    const { cutOff } = setup;
    const confirmed = await confirm(setup, ofLaw);
    if (confirmed) results.push({ finding: confirmed, again: true });
    const again = setup.cutOff === cutOff ? false : undefined;
    for (const finding of confirmed ? [] : ofLaw) {
      if (!(await isStillWrong(setup, finding))) continue;
      results.push({ finding, again });
      break;
    }
  }
  const isConfirmed = results.some(({ again }) => again === true);
  return results.filter(({ again }) => again !== false || !isConfirmed);
}
