/** A seeded random number generator, from 0 to 1 (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Chooses a name at random, by weight. */
export function choose<Name extends string>(
  random: () => number,
  weights: readonly (readonly [Name, number])[],
): Name {
  let left = random() * weights.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [name, weight] of weights) {
    left -= weight;
    if (left < 0) return name;
  }
  throw new RangeError("There is no name with a weight");
}
