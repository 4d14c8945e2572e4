/** What an attempt ends with when its time is over. */
export class OutOfTime extends Error {}

/**
 * Runs a task until it is done, its time in milliseconds is over or the caller aborts. The task's signal is
 * aborted then, and what comes of a task that does not mind it is dropped.
 */
export async function within<Result>(
  timeout: number,
  caller: AbortSignal | null | undefined,
  task: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  // Whoever aborts in the tick that began the call wants nothing sent.
  await null;
  caller?.throwIfAborted();
  const controller = new AbortController();
  const { signal } = controller;
  const abort = (): void => controller.abort(caller?.reason);
  const timer = setTimeout(() => controller.abort(new OutOfTime()), timeout);
  caller?.addEventListener("abort", abort);
  try {
    const end = new Promise<never>((_, reject) => {
      // A turn later: an answer that has just come is told, also where a hook that saw it aborts.
      signal.addEventListener("abort", () => setTimeout(reject, 0, signal.reason));
    });
    return await Promise.race([task(signal), end]);
  } finally {
    clearTimeout(timer);
    caller?.removeEventListener("abort", abort);
  }
}
