import { MOVES } from "../player/moves/moves.ts";
import type { Played } from "../player/play.ts";
import type { Story } from "../stories/story.ts";

export type Finding = Played & { readonly verdict: NonNullable<Played["verdict"]> };

export const isFinding = (played: Played): played is Finding => played.verdict !== undefined;

export const breaks = (played: Played, { verdict: { law } }: Finding): played is Finding =>
  played.verdict?.law === law;

/** Whether things happen at the same moment, so that a wrong shop may break a law in one play, and not in the next. */
export const isRace = (story: Story): boolean =>
  story.some(({ moves, variant }) => {
    if (variant !== undefined) return false;
    const others = moves.filter((name) => !MOVES.get(name)?.isExact);
    return others.length !== 1 || others.some((name) => MOVES.get(name)?.isRace);
  });

/** How many moves a race and a fault count for. An everyday story is easier to understand, even if it has more moves. */
const RARE = 10;

/** Number of moves and variants, with more for races and faults. */
export const lengthOf = ({ story }: Finding): number =>
  story.reduce(
    (sum, step) =>
      sum + (step.variant ? 1 : step.moves.length) + (isRace([step]) ? RARE : 0) + (step.fault ? RARE : 0),
    0,
  );

export const byLength = (one: Finding, other: Finding): number => lengthOf(one) - lengthOf(other);
