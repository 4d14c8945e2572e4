/** By how much an interval grows. */
const GROWTH = 1.5;

/** Up to so much of an interval is left out by chance, so that many watchers do not ask at once. */
const JITTER = 0.3;

/** Milliseconds between one look and the next, without an end: growing up to the longest. */
export function* growingIntervals(
  first: number,
  longest: number,
  random: () => number = Math.random,
): Generator<number, never> {
  for (let interval = first; ; interval = Math.min(interval * GROWTH, longest)) {
    yield interval * (1 - JITTER * random());
  }
}
