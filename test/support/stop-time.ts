import { vi } from "vitest";

interface StoppedTime extends Disposable {
  /** Runs the timers of the next milliseconds. */
  readonly advance: (milliseconds: number) => Promise<unknown>;
  /** Waits for real events until a condition is true, and runs the timers of so many milliseconds between them. Default 0. */
  readonly until: (isTrue: () => boolean, milliseconds?: number) => Promise<void>;
  /** Waits until work waits for timers, runs those of the next milliseconds, and returns the result of the work. */
  readonly pass: <T>(work: Promise<T>, isWaiting: () => boolean, milliseconds: number) => Promise<T>;
}

/** Stops clocks and timers, but not sockets, until the end of the block. A slow machine then changes no result. */
export function stopTime(): StoppedTime {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] });
  const advance = (milliseconds: number): Promise<unknown> => vi.advanceTimersByTimeAsync(milliseconds);
  const until = async (isTrue: () => boolean, milliseconds = 0): Promise<void> => {
    while (!isTrue()) {
      await advance(milliseconds);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return {
    advance,
    until,
    pass: async (work, isWaiting, milliseconds) => {
      await until(isWaiting);
      await advance(milliseconds);
      return work;
    },
    [Symbol.dispose]: () => vi.useRealTimers(),
  };
}
