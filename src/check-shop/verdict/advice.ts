import { FAULTS } from "../player/moves/faults.ts";
import { MOVES } from "../player/moves/moves.ts";
import { playStory, type Setup } from "../player/play.ts";
import type { Story } from "../stories/story.ts";
import type { Result } from "./confirm.ts";
import { breaks } from "./finding.ts";

/** The advice of each move and fault, the last first, and the story without it. */
const advicesIn = (story: Story): [advice: string, without: Story][] =>
  story
    .flatMap(({ moves, fault }, index): [string | undefined, Story][] => [
      ...moves.map((name, omitted): [string | undefined, Story] => {
        const others = moves.toSpliced(omitted, 1);
        const steps = others.length === 0 ? [] : [{ moves: others, fault }];
        return [MOVES.get(name)?.advice, story.toSpliced(index, 1, ...steps)];
      }),
      [FAULTS.find(({ name }) => name === fault)?.advice, story.toSpliced(index, 1, { moves })],
    ])
    .flatMap(([advice, without]): [string, Story][] => (advice === undefined ? [] : [[advice, without]]))
    .reverse();

/** The advice of the law, or of the last move or fault without which the story breaks no law. */
export async function adviceOf(setup: Setup, { finding, isShortest, isLasting }: Result): Promise<string> {
  const { law, observed } = finding.verdict;
  const own = typeof law.advice === "string" ? law.advice : law.advice(observed);
  if (law.isAdviceBest || isLasting) return own;
  for (const [advice, without] of advicesIn(finding.story)) {
    // Each step of the shortest story was left out before.
    if (isShortest || !breaks(await playStory(setup, without, setup.shop.pace.waitTime), finding))
      return advice;
  }
  return own;
}
