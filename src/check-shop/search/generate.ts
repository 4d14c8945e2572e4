import type { NextStep, Setup } from "../run/play.ts";
import { canMake } from "../scenario/story-run.ts";
import { MOVES } from "../steps/moves.ts";

/** Creates a function that returns numbers from 0 to 1 (mulberry32). */
const createRandom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** Picks an item in proportion to the weights. @param random From 0 to 1. */
function pick<T extends { readonly weight: number }>(items: readonly T[], random: number): T | undefined {
  let left = random * items.reduce((sum, { weight }) => sum + weight, 0);
  return items.find(({ weight }) => {
    left -= weight;
    return left < 0;
  });
}

/** Bounds of the number of steps after the order is placed. */
const [MIN_STEPS, MAX_STEPS] = [3, 9];

/**
 * Probability of two moves at the same moment, of a fault in a step with calls to the gateway, and of a fault while an order is
 * placed, which stops all other stories.
 */
const [TOGETHER, FAULTY, FAULTY_ORDER] = [0.2, 0.3, 0.05];

/** Generates a story while it is played, so that each step is possible. */
function generate({ callers, faults }: Setup, seed: number): NextStep {
  const random = createRandom(seed);
  const length = MIN_STEPS + Math.floor(random() * (MAX_STEPS - MIN_STEPS + 1));
  const choices = faults.map(({ name, weight = 1 }) => ({ name, weight }));
  const faultFor = (moves: readonly string[], probability: number): string | undefined =>
    moves.some((name) => callers.has(name)) && random() < probability
      ? pick(choices, random())?.name
      : undefined;
  return (run) => {
    if (run.orders.length === 0) return { moves: ["order"], fault: faultFor(["order"], FAULTY_ORDER) };
    if (run.step >= length) return undefined;
    const possible = [...MOVES.values()].filter((move) => move.weight > 0 && canMake(move, run));
    const picked = [pick(possible, random()), ...(random() < TOGETHER ? [pick(possible, random())] : [])];
    const moves = picked.flatMap((move) => move?.name ?? []);
    return { moves, fault: faultFor(moves, FAULTY) };
  };
}

/** Generates stories. The same seed makes the same choices. */
export function* generateStories(setup: Setup, seed: number, count: number): Generator<NextStep> {
  for (let index = 0; index < count; index += 1) yield generate(setup, Math.imul(seed, 0x9e3779b1) + index);
}
