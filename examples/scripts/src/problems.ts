/** Most problems kept in memory and shown. */
const SHOWN = 1000;

/** Problems by line. */
export class Problems {
  readonly #shown: { readonly line: number; readonly reason: string }[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(line: number, reason: string): void {
    this.#count += 1;
    if (this.#shown.length < SHOWN) this.#shown.push({ line, reason });
  }

  toString(): string {
    const lines = this.#shown
      .toSorted((a, b) => a.line - b.line)
      .map(({ line, reason }) => `line ${line}: ${reason}`);
    const hidden = this.#count - this.#shown.length;
    return [...lines, ...(hidden > 0 ? [`and ${hidden} more`] : [])].join("\n");
  }
}
