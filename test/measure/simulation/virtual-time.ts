import { setImmediate as nextTurn } from "node:timers/promises";

/** A clock that only `runUntil` advances. `setTimeout` and `performance.now` use it until it is disposed. */
export interface VirtualTime extends Disposable {
  now(): number;
  /** Advances the clock millisecond by millisecond, running due timers and the promise callbacks that follow. */
  runUntil(milliseconds: number): Promise<void>;
}

/** A random number generator with a seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Replaces timers, `performance.now` and `Math.random`. Delays are whole milliseconds, at least one, as in Node. */
export function mockTime(random: () => number): VirtualTime {
  const originals = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };
  const originalRandom = Math.random;
  const due = new Map<number, Set<() => void>>();
  let now = 0;

  const setTimeout = (callback: () => void, delay = 0) => {
    const at = now + Math.max(1, Math.trunc(delay));
    const timers = due.get(at) ?? new Set();
    due.set(at, timers);
    const timer = () => callback();
    timers.add(timer);
    return { at, timer };
  };
  const clearTimeout = (set?: ReturnType<typeof setTimeout>): void => {
    if (set) due.get(set.at)?.delete(set.timer);
  };

  Object.assign(globalThis, { setTimeout, clearTimeout });
  Object.assign(performance, { now: () => now });
  Math.random = random;
  return {
    now: () => now,
    async runUntil(end) {
      await nextTurn();
      for (; now < end; now += 1) {
        const timers = due.get(now);
        due.delete(now);
        if (!timers?.size) continue;
        for (const timer of timers) timer();
        await nextTurn();
      }
    },
    [Symbol.dispose]() {
      Object.assign(globalThis, originals);
      Reflect.deleteProperty(performance, "now");
      Math.random = originalRandom;
    },
  };
}
