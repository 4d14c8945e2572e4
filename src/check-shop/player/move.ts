import type { OptionalFunction } from "../options.ts";
import type { PlannedMove } from "../stories/plan.ts";
import type { StoryRun } from "./story-run.ts";

/** Something that the customer, the gateway, the network or the shop's staff can do. */
export interface Move extends PlannedMove {
  readonly needs?: OptionalFunction;
  /** What to change if a story with it breaks a law. */
  readonly advice?: string;
  /** Whether it needs the time in which this shop was seen to fulfill an order. */
  readonly isTimed?: true;
  /** Whether no other story may play a step at the same moment. */
  readonly isAlone?: true;
  /** Whether it waits, so that other stories may use the shop. */
  readonly isWait?: true;
  /** Whether it stops the shop, so that no other story may be played meanwhile. */
  readonly stopsShop?: true;
  /** Whether the shop's job becomes slow, or stops in a wrong shop. */
  readonly slowsJob?: true;
  /** Whether it creates the token of an order. */
  readonly places?: true;
  /** Whether things happen at the same moment, so that a wrong shop may break a law in one play, and not in the next. */
  readonly isRace?: true;
  /** Whether it comes at the moment of another move of its step, so that the step is no race. */
  readonly isExact?: true;
  /** The name of the same move, made once. */
  readonly once?: string;
  /** Whether it can be made now. Default: always. */
  readonly isPossible?: (run: StoryRun) => boolean;
  /** Makes the move. @returns its line of the report. @throws ShopFunctionError */
  readonly play: (run: StoryRun) => Promise<string>;
}

export const canMake = ({ needs, isRepeated, isPossible }: Move, run: StoryRun): boolean => {
  const names = isRepeated ? run.shop.readers : run.shop.functions;
  return (needs === undefined || names.has(needs)) && isPossible?.(run) !== false;
};

/** A move that needs something, such as an open token, and is possible while `find` finds it. */
export const needing = <T>(
  find: (run: StoryRun) => T | undefined,
  play: (run: StoryRun, found: T) => Promise<string>,
): Pick<Move, "isPossible" | "play"> => ({
  isPossible: (run) => find(run) !== undefined,
  play: async (run) => {
    // Another move of the same moment may have used it.
    const found = find(run);
    return found === undefined ? "" : play(run, found);
  },
});
