interface Waiting {
  readonly isAlone: boolean;
  readonly begin: () => void;
}

/** Lets tasks run side by side, or one alone, in the order in which they came: a restart must not disturb other stories. */
export class Turns {
  readonly #waiting: Waiting[] = [];
  #running = 0;
  #isAlone = false;

  sideBySide<T>(task: () => Promise<T>): Promise<T> {
    return this.#run(false, task);
  }

  alone<T>(task: () => Promise<T>): Promise<T> {
    return this.#run(true, task);
  }

  async #run<T>(isAlone: boolean, task: () => Promise<T>): Promise<T> {
    await new Promise<void>((begin) => {
      this.#waiting.push({ isAlone, begin });
      this.#next();
    });
    try {
      return await task();
    } finally {
      this.#running -= 1;
      this.#isAlone = false;
      this.#next();
    }
  }

  #next(): void {
    for (;;) {
      const [next] = this.#waiting;
      if (!next || this.#isAlone || (next.isAlone && this.#running > 0)) return;
      this.#waiting.shift();
      this.#running += 1;
      this.#isAlone = next.isAlone;
      next.begin();
    }
  }
}
