/** Notifies listeners of changes in a sandbox. */
export class Changes {
  readonly #listeners = new Set<() => void>();

  /** @returns a function that removes the listener. */
  subscribe(listener: () => void): () => void {
    const own = () => listener();
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  readonly emitChange = (): void => {
    for (const listener of this.#listeners) {
      try {
        listener();
      } catch {
        // A failing listener must not fail the payment.
      }
    }
  };
}
