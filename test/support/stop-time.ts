import { vi } from "vitest";

interface StoppedTime extends Disposable {
  /** Runs the timers of the next milliseconds. */
  readonly advance: (milliseconds: number) => Promise<unknown>;
  /** Waits for real events until a condition is true, and runs the timers of so many milliseconds between them. Default 0. */
  readonly until: (isTrue: () => boolean, milliseconds?: number) => Promise<void>;
}

/** Stops timers, but not sockets, until the end of the block. A slow machine then changes no result. */
export function stopTime(): StoppedTime {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const advance = (milliseconds: number): Promise<unknown> => vi.advanceTimersByTimeAsync(milliseconds);
  return {
    advance,
    until: async (isTrue, milliseconds = 0) => {
      while (!isTrue()) {
        await advance(milliseconds);
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    [Symbol.dispose]: () => vi.useRealTimers(),
  };
}
