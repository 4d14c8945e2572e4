/** A repeated task that never runs concurrently with itself. */
export interface Worker {
  /** Runs it now, or once more after the current run. */
  kick(): void;
  /** Stops it after the current run. */
  stop(): Promise<void>;
}

/** @param seconds Interval. 0 runs only on `kick`. */
export function startWorker(name: string, seconds: number, work: (signal: AbortSignal) => unknown): Worker {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let isWanted = false;
  const run = async (): Promise<void> => {
    while (isWanted) {
      isWanted = false;
      try {
        await work(stopping.signal);
      } catch (error) {
        console.error(`${name} failed and will run again:`, error);
      }
    }
    running = undefined;
  };
  const kick = (): void => {
    isWanted = true;
    running ??= run();
  };
  const timer = seconds > 0 ? setInterval(kick, seconds * 1000) : undefined;
  return {
    kick,
    async stop() {
      clearInterval(timer);
      stopping.abort();
      isWanted = false;
      await running;
    },
  };
}
