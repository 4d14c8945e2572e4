import type { Played } from "../player/play.ts";
import type { Story } from "../stories/story.ts";

/** A story that broke a law. */
export type Finding = Played & { readonly verdict: NonNullable<Played["verdict"]> };

export const isFinding = (played: Played): played is Finding => played.verdict !== undefined;

/** Whether a story broke the same law. */
export const breaks = (played: Played, { verdict: { law } }: Finding): played is Finding =>
  played.verdict?.law === law;

/** Moves that do something several times at the same moment, and kills, which come in the middle of the shop's work. */
const RACES = /twice$|ten times$|^pay two|^restart/;

/** A kill at the moment when the other move of its step sends a POST. */
const EXACT = "restart at post";

/** Whether things happen at the same moment, so that a wrong shop may break a law in one play, and not in the next. */
export const isRace = (story: Story): boolean =>
  story.some(({ moves }) => {
    const others = moves.filter((name) => name !== EXACT);
    return others.length !== 1 || others.some((name) => RACES.test(name));
  });

/** Number of moves. A race and a fault count as more, because a story without them is easier to understand. */
export const lengthOf = ({ story }: Finding): number =>
  story.reduce((sum, step) => sum + step.moves.length + (isRace([step]) ? 3 : 0) + (step.fault ? 2 : 0), 0);

export const byLength = (one: Finding, other: Finding): number => lengthOf(one) - lengthOf(other);
