/** Tells whoever listens that something in a sandbox changed. */
export class Changes {
  readonly #listeners = new Set<() => void>();

  /** @returns what ends it. */
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
        // The listener failed, not the payment that it was told of.
      }
    }
  };
}
