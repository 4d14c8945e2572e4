import type { Move } from "../moves/move.ts";
import { MOVES } from "../moves/moves.ts";
import type { Stage } from "../stage/stage.ts";
import type { NextStep, Theatre } from "./play.ts";
import { Random } from "./random.ts";

/** Bounds of the number of steps after the order is placed. */
const [MIN_STEPS, MAX_STEPS] = [3, 9];

/**
 * How often a step has two moves at the same moment, how often the gateway fails in a step in which the shop calls it, and
 * how often while an order is placed: then no other story can go on.
 */
const [TOGETHER, FAULTY, FAULTY_ORDER] = [0.2, 0.3, 0.05];

/** Makes up a story while it is played: each step is one that is possible then. The same seed makes the same choices. */
export function makeUp({ merchant, callers, faults }: Theatre, seed: number): NextStep {
  const random = new Random(seed);
  const length = MIN_STEPS + Math.floor(random.next() * (MAX_STEPS - MIN_STEPS + 1));
  const faultChoices = faults.map(({ name }) => ({
    name,
    weight: name === "hang" || name === "slow" ? 0.1 : 1,
  }));
  const possible = (stage: Stage): Move[] =>
    [...MOVES.values()].filter(
      ({ weight, needs, isPossible }) =>
        weight > 0 && (needs === undefined || merchant.has(needs)) && isPossible(stage),
    );
  const faultFor = (moves: readonly string[], probability = FAULTY): string | undefined =>
    moves.some((name) => callers.has(name)) && random.chance(probability)
      ? random.pick(faultChoices)?.name
      : undefined;
  return (stage) => {
    if (stage.orders.length === 0) return { moves: ["order"], fault: faultFor(["order"], FAULTY_ORDER) };
    if (stage.step >= length) return undefined;
    const choices = possible(stage);
    const chosen = [random.pick(choices), ...(random.chance(TOGETHER) ? [random.pick(choices)] : [])];
    const moves = chosen.flatMap((move) => move?.name ?? []);
    return { moves, fault: faultFor(moves) };
  };
}
