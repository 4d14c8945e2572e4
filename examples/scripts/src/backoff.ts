/** Factor between two delays. */
const GROWTH = 1.5;

/** Largest random share taken off a delay, so that many clients do not retry at the same time. */
const JITTER = 0.3;

/** An endless sequence of delays in milliseconds, up to `longest`, by exponential backoff with jitter. */
export function* backoff(
  first: number,
  longest: number,
  random: () => number = Math.random,
): Generator<number, never> {
  for (let interval = first; ; interval = Math.min(interval * GROWTH, longest)) {
    yield interval * (1 - JITTER * random());
  }
}
