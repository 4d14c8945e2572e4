import { MOVES } from "../player/moves/moves.ts";
import { type Step, type Story, storyText } from "../stories/story.ts";
import { breaks, byLength, type Finding, isRace, lengthOf } from "./finding.ts";
import type { Replays } from "./replay.ts";

/** The most steps of which every selection is played. */
const MAX_SELECTED = 5;

/** How often a race is played before a step counts as necessary. */
const RACES = 3;

/** The story without some steps after the first: any of a few, a half, a quarter or an eighth of many. */
function partsOf([first, ...steps]: Story): Story[] {
  const { length } = steps;
  const selected =
    length <= MAX_SELECTED
      ? Array.from({ length: 2 ** length }, (_, bits) => steps.filter((_step, index) => bits & (1 << index)))
      : [2, 4, 8].flatMap((count) => {
          const size = Math.ceil(length / count);
          return Array.from({ length: count }, (_, part) => steps.toSpliced(part * size, size));
        });
  return selected.map((some) => (first ? [first, ...some] : some));
}

/** The same story without a single step, move, fault or repetition. */
export const shortenedStories = (story: Story): Story[] =>
  story.flatMap(({ moves, fault }, index) => {
    const replaced = (...steps: Step[]): Story => story.toSpliced(index, 1, ...steps);
    return [
      ...(index > 0 ? [replaced()] : []),
      ...(moves.length > 1
        ? moves.map((_, omitted) => replaced({ moves: moves.toSpliced(omitted, 1), fault }))
        : []),
      ...(fault === undefined ? [] : [replaced({ moves })]),
      ...moves.flatMap((name, at) => {
        const once = MOVES.get(name)?.once;
        return once === undefined ? [] : [replaced({ moves: moves.with(at, once), fault })];
      }),
    ];
  });

/** A story that broke a law again, and whether each step of it was left out, and the law held. */
export interface Shortened {
  readonly finding: Finding;
  readonly isShortest: boolean;
}

/** The shortest story that breaks the same law. Each round leaves out more. @returns undefined if it was not broken again. */
export async function shorten(finding: Finding, replays: Replays): Promise<Shortened | undefined> {
  const tried = new Set<string>();
  let { story } = finding;
  let shortest: Finding | undefined;
  for (;;) {
    const untried = [story, ...partsOf(story), ...shortenedStories(story)].filter((each) => {
      const text = storyText(each);
      return !tried.has(text) && tried.add(text);
    });
    const stories = untried.flatMap((each) => Array.from({ length: isRace(each) ? RACES : 1 }, () => each));
    const broken = stories.length > 0 ? await replays.beside(stories) : [];
    const isOver = performance.now() >= replays.shorteningEnd;
    const [next] = broken.filter((each) => breaks(each, finding)).sort(byLength);
    const isBetter = next && (!shortest || lengthOf(next) < lengthOf(shortest));
    if (isBetter) shortest = next;
    if (!isBetter || isOver) return shortest && { finding: shortest, isShortest: !isOver };
    ({ story } = next);
  }
}
