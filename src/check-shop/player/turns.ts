/** Lets tasks run side by side or alone. They begin in the order in which they came. */
export class Turns {
  /** The last task that runs alone, and the tasks that run side by side. */
  #alone: Promise<unknown> = Promise.resolve();
  readonly #sideBySide = new Set<Promise<unknown>>();

  /** Does a task while others like it go on, or alone. */
  async run<T>(task: () => Promise<T>, isAlone = false): Promise<T> {
    const before = isAlone ? [this.#alone, ...this.#sideBySide] : [this.#alone];
    const running = Promise.allSettled(before).then(task);
    if (isAlone) {
      this.#alone = running.catch(() => undefined);
      return running;
    }
    this.#sideBySide.add(running);
    return running.finally(() => this.#sideBySide.delete(running));
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
}
