/** Notifies listeners of changes in a sandbox, each with an event if it has one. */
export class Changes<Event = void> {
  readonly #listeners = new Set<(event: Event) => void>();

  /** @returns a function that removes the listener. */
  subscribe(listener: (event: Event) => void): () => void {
    const own = (event: Event) => listener(event);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  readonly emitChange = (event: Event): void => {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch {
        // A failing listener must not fail the payment.
      }
    }
  };
}
