/**
 * Lets tasks run side by side or alone. A task runs alone when no other is running. Tasks that come later may begin before, so
 * that the tasks that run alone gather, and the others seldom wait for them.
 */
export class Turns {
  #running = 0;
  readonly #waiting: (() => Promise<unknown>)[] = [];
  /** Settles when no task runs alone any more. */
  #alone: Promise<void> | undefined;

  async run<T>(task: () => Promise<T>, isAlone = false): Promise<T> {
    if (isAlone) {
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      this.#waiting.push(() => task().then(resolve, reject));
      this.#next();
      return promise;
    }
    while (this.#alone) await this.#alone;
    this.#running += 1;
    try {
      return await task();
    } finally {
      this.#running -= 1;
      this.#next();
    }
  }

  /** Begins a task that lasts until the returned function is called. */
  async begin(isAlone: boolean): Promise<() => void> {
    const begun = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    void this.run(() => {
      begun.resolve();
      return ended.promise;
    }, isAlone);
    await begun.promise;
    return ended.resolve;
  }

  #next(): void {
    if (this.#running === 0 && !this.#alone && this.#waiting.length > 0) this.#alone = this.#runWaiting();
  }

  async #runWaiting(): Promise<void> {
    // Not before the caller has the promise of its task.
    await undefined;
    for (const task of this.#waiting.splice(0)) await task();
    this.#alone = undefined;
    // After the tasks that waited for these, so that the next ones gather, too.
    setTimeout(() => this.#next());
  }
}
