/** Lets tasks run side by side or alone. They begin in the order in which they came. */
export class Turns {
  /** The last task that runs alone, and the tasks that run side by side. */
  #alone: Promise<unknown> = Promise.resolve();
  readonly #sideBySide = new Set<Promise<unknown>>();

  /** Does a task while others like it go on. */
  async sideBySide<T>(task: () => Promise<T>): Promise<T> {
    const running = this.#alone.then(task);
    this.#sideBySide.add(running);
    return running.finally(() => this.#sideBySide.delete(running));
  }

  /** Does a task while no other goes on. */
  async alone<T>(task: () => Promise<T>): Promise<T> {
    const running = Promise.allSettled([this.#alone, ...this.#sideBySide]).then(task);
    this.#alone = running.catch(() => undefined);
    return running;
  }

  /** Begins a task that lasts until the returned function is called. */
  async begin(isAlone: boolean): Promise<() => void> {
    const begun = Promise.withResolvers<void>();
    const { promise, resolve } = Promise.withResolvers<void>();
    const task = async (): Promise<void> => {
      begun.resolve();
      await promise;
    };
    void (isAlone ? this.alone(task) : this.sideBySide(task));
    await begun.promise;
    return resolve;
  }
}
