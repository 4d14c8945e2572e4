/** So many are shown: a file that is bad from end to end must not fill the memory. */
const SHOWN = 1000;

/** What was wrong with which line. */
export class Problems {
  readonly #kept: { readonly line: number; readonly reason: string }[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(line: number, reason: string): void {
    this.#count += 1;
    if (this.#kept.length < SHOWN) this.#kept.push({ line, reason });
  }

  toString(): string {
    const lines = this.#kept
      .toSorted((a, b) => a.line - b.line)
      .map(({ line, reason }) => `line ${line}: ${reason}`);
    const hidden = this.#count - this.#kept.length;
    return [...lines, ...(hidden > 0 ? [`and ${hidden} more`] : [])].join("\n");
  }
}
