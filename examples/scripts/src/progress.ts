import type { WriteStream } from "node:tty";

/** Counts of an import so far. */
export interface Tally {
  created: number;
  alreadyThere: number;
  bad: number;
}

/** Milliseconds between two lines. */
const INTERVAL = 5000;

/** Prints how much of a file is imported, in a line every few seconds. */
export class Progress {
  readonly #stream: Pick<WriteStream, "write">;
  readonly #size: number;
  readonly #tally: Readonly<Tally>;
  #bytes = 0;
  #nextAt = 0;

  constructor(stream: Pick<WriteStream, "write">, size: number, tally: Readonly<Tally>) {
    this.#stream = stream;
    this.#size = size;
    this.#tally = tally;
  }

  /** Rows complete in any order, so the furthest position counts. */
  readTo(bytes: number): void {
    this.#bytes = Math.max(this.#bytes, bytes);
    const now = performance.now();
    if (now < this.#nextAt) return;
    this.#nextAt = now + INTERVAL;
    this.print();
  }

  print(): void {
    const share = this.#size === 0 ? 1 : Math.min(1, this.#bytes / this.#size);
    const { created, alreadyThere, bad } = this.#tally;
    this.#stream.write(
      `${Math.floor(share * 100)} %  ${created} created, ${alreadyThere} already there, ${bad} bad\n`,
    );
  }
}
