import type { WriteStream } from "node:tty";

/** Counts of an import so far. */
export interface Tally {
  created: number;
  alreadyThere: number;
  bad: number;
}

const WIDTH = 30;

const bar = (share: number): string => {
  const full = Math.floor(share * WIDTH);
  return `[${"#".repeat(full)}${"-".repeat(WIDTH - full)}]`;
};

/** Shows the progress of a file, as a bar in a terminal, or as a line every few seconds in a log. */
export class Progress {
  readonly #stream: Pick<WriteStream, "isTTY" | "write">;
  readonly #size: number;
  readonly #tally: Readonly<Tally>;
  #bytes = 0;
  #nextAt = 0;

  constructor(stream: Pick<WriteStream, "isTTY" | "write">, size: number, tally: Readonly<Tally>) {
    this.#stream = stream;
    this.#size = size;
    this.#tally = tally;
  }

  /** Rows complete in any order, so the furthest position counts. */
  readTo(bytes: number): void {
    this.#bytes = Math.max(this.#bytes, bytes);
    const now = performance.now();
    if (now < this.#nextAt) return;
    this.#nextAt = now + (this.#stream.isTTY ? 100 : 5000);
    this.#show();
  }

  end(): void {
    this.#show();
    if (this.#stream.isTTY) this.#stream.write("\n");
  }

  #show(): void {
    const share = this.#size === 0 ? 1 : Math.min(1, this.#bytes / this.#size);
    const { created, alreadyThere, bad } = this.#tally;
    const text = `${Math.floor(share * 100)} %  ${created} created, ${alreadyThere} already there, ${bad} bad`;
    this.#stream.write(this.#stream.isTTY ? `\r${bar(share)} ${text}\u001b[K` : `${text}\n`);
  }
}
