import { setImmediate as turn } from "node:timers/promises";

/** A clock that moves only as it is told: `setTimeout` and `performance.now` follow it until it is disposed of. */
export interface VirtualTime extends Disposable {
  now(): number;
  /** Calls what falls due, millisecond by millisecond, with all that follows from it. */
  runUntil(milliseconds: number): Promise<void>;
}

/** A chance that is the same at every run (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Takes over time, and chance. Timers wait whole milliseconds, one at least, as Node's do. */
export function takeOverTime(random: () => number): VirtualTime {
  const originals = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };
  const chance = Math.random;
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
      await turn();
      for (; now < end; now += 1) {
        const timers = due.get(now);
        due.delete(now);
        if (!timers?.size) continue;
        for (const timer of timers) timer();
        await turn();
      }
    },
    [Symbol.dispose]() {
      Object.assign(globalThis, originals);
      Reflect.deleteProperty(performance, "now");
      Math.random = chance;
    },
  };
}
