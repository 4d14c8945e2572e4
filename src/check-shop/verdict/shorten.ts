import { playStory, type Setup } from "../player/play.ts";
import type { Step, Story } from "../stories/story.ts";
import { breaks, byLength, type Finding, lengthOf } from "./finding.ts";

/** How long a story is shortened, in milliseconds. */
const MAX_SHORTENING = 30_000;

/** The first and the last step with none or one of the others, and the story without a half, a quarter or an eighth of the others. */
function partsOf(story: Story): Story[] {
  const [first, middle, last] = [story.slice(0, 1), story.slice(1, -1), story.slice(-1)];
  if (middle.length < 2) return [];
  const halves = [2, 4, 8]
    .filter((count) => middle.length >= count)
    .flatMap((count) => {
      const length = Math.ceil(middle.length / count);
      return Array.from({ length: count }, (_, part) => middle.toSpliced(part * length, length));
    });
  return [[], ...middle.map((step) => [step]), ...halves].map((some) => [...first, ...some, ...last]);
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
export async function shorten(
  setup: Setup,
  finding: Finding,
): Promise<{ readonly finding: Finding; readonly isShortest: boolean }> {
  const end = performance.now() + MAX_SHORTENING;
  const shortestOf = async (stories: readonly Story[], than: Finding): Promise<Finding | undefined> => {
    const played = await Promise.all(
      stories.map(async (story) =>
        performance.now() < end ? playStory(setup, story, setup.shop.pace.waitTime) : undefined,
      ),
    );
    const broken = played.flatMap((each) => (each && breaks(each, finding) ? [each] : []));
    return broken.filter((each) => lengthOf(each) < lengthOf(than)).sort(byLength)[0];
  };
  let shortest = finding;
  for (let isFirst = true; performance.now() < end; isFirst = false) {
    const next =
      (isFirst ? await shortestOf(partsOf(shortest.story), shortest) : undefined) ??
      (await shortestOf(shortenedStories(shortest.story), shortest));
    if (!next) return { finding: shortest, isShortest: performance.now() < end };
    shortest = next;
  }
  return { finding: shortest, isShortest: false };
}
