import type { Setup } from "../player/play.ts";
import { type Step, type Story, storyText } from "../stories/story.ts";
import { breaks, byLength, type Finding, isRace, lengthOf } from "./finding.ts";
import { playApart } from "./replay.ts";

/** How long a story is shortened, in milliseconds. */
const MAX_SHORTENING = 30_000;

/** The most steps of which every selection is played. */
const MAX_SELECTED = 5;

/** How often a race is played before a step counts as necessary. */
const RACES = 3;

/** The story without some steps between the first and the last: any of a few, a half, a quarter or an eighth of many. */
function partsOf(story: Story): Story[] {
  const [first, middle, last] = [story.slice(0, 1), story.slice(1, -1), story.slice(-1)];
  const { length } = middle;
  const selected =
    length <= MAX_SELECTED
      ? Array.from({ length: 2 ** length }, (_, bits) => middle.filter((_step, index) => bits & (1 << index)))
      : [2, 4, 8].flatMap((count) => {
          const size = Math.ceil(length / count);
          return Array.from({ length: count }, (_, part) => middle.toSpliced(part * size, size));
        });
  return selected.map((some) => [...first, ...some, ...last]);
}

const TWICE = " twice";

/** The same story without a single step, move, fault or repetition. */
const shortenedStories = (story: Story): Story[] =>
  story.flatMap(({ moves, fault }, index) => {
    const replaced = (...steps: Step[]): Story => story.toSpliced(index, 1, ...steps);
    return [
      ...(index > 0 ? [replaced()] : []),
      ...(moves.length > 1
        ? moves.map((_, omitted) => replaced({ moves: moves.toSpliced(omitted, 1), fault }))
        : []),
      ...(fault === undefined ? [] : [replaced({ moves })]),
      ...moves.flatMap((name, at) =>
        name.endsWith(TWICE)
          ? [replaced({ moves: moves.with(at, name.slice(0, -TWICE.length)), fault })]
          : [],
      ),
    ];
  });

/** The shortest story that breaks the same law. Each round leaves out more, until the time is over. */
export async function shorten(
  setup: Setup,
  finding: Finding,
): Promise<{ readonly finding: Finding; readonly isShortest: boolean }> {
  const end = performance.now() + MAX_SHORTENING;
  const isOver = (): boolean => performance.now() >= end;
  const tried = new Set([storyText(finding.story)]);
  let shortest = finding;
  while (!isOver()) {
    const candidates = [...partsOf(shortest.story), ...shortenedStories(shortest.story)];
    const untried = candidates.filter((story) => {
      const text = storyText(story);
      return !tried.has(text) && tried.add(text);
    });
    const stories = untried.flatMap((story) =>
      Array.from({ length: isRace(story) ? RACES : 1 }, () => story),
    );
    const played = await playApart(setup, stories, { waitTime: () => setup.shop.pace.waitTime, isOver });
    const [next] = played.filter((each) => breaks(each, finding)).sort(byLength);
    if (!next || lengthOf(next) >= lengthOf(shortest)) return { finding: shortest, isShortest: !isOver() };
    shortest = next;
  }
  return { finding: shortest, isShortest: false };
}
