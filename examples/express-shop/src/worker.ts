/** Something that is done again and again, never twice at once. */
export interface Worker {
  /** Does it now, or once more after what is being done. */
  kick(): void;
  /** Ends it, after what is being done. */
  stop(): Promise<void>;
}

/** @param seconds Between two runs; 0 runs only when it is kicked. */
export function startWorker(name: string, seconds: number, work: () => unknown): Worker {
  let running: Promise<void> | undefined;
  let isWanted = false;
  const run = async (): Promise<void> => {
    while (isWanted) {
      isWanted = false;
      try {
        await work();
      } catch (error) {
        console.error(`${name} failed and is tried again:`, error);
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
      isWanted = false;
      await running;
    },
  };
}
