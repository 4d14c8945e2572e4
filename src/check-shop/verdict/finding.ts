import type { Played } from "../player/play.ts";

/** A story that broke a law. */
export type Finding = Played & { readonly verdict: NonNullable<Played["verdict"]> };

/** Moves in which notifications arrive at the same moment. */
const RACES: readonly string[] = ["deliver ten times", "pay two"];

export const isFinding = (played: Played | undefined): played is Finding => played?.verdict !== undefined;

/** Whether a story broke the same law. */
export const breaks = (played: Played, { verdict: { law } }: Finding): played is Finding =>
  played.verdict?.law === law;

/** Number of moves and faults. A race counts as more, because a story without one is easier to understand. */
export const lengthOf = ({ story }: Finding): number =>
  story.reduce((sum, { moves, fault }) => {
    const races = moves.filter((name) => RACES.includes(name));
    return sum + moves.length + 3 * races.length + (fault === undefined ? 0 : 1);
  }, 0);

export const byLength = (one: Finding, other: Finding): number => lengthOf(one) - lengthOf(other);

/** Whether the break may depend on the moment, so that it may need several plays to happen again. */
export const isRace = ({ story }: Finding): boolean =>
  story.some(
    ({ moves, fault }) =>
      moves.length > 1 || fault !== undefined || moves.some((name) => RACES.includes(name)),
  );
