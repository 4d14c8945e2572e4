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
export function progressOf(stream: Pick<WriteStream, "write">, size: number, tally: Readonly<Tally>) {
  let [bytes, nextAt] = [0, 0];
  const print = (): void => {
    const share = size === 0 ? 1 : Math.min(1, bytes / size);
    const { created, alreadyThere, bad } = tally;
    stream.write(
      `${Math.floor(share * 100)} %  ${created} created, ${alreadyThere} already there, ${bad} bad\n`,
    );
  };
  return {
    print,
    /** Rows complete in any order, so the furthest position counts. */
    readTo(position: number): void {
      bytes = Math.max(bytes, position);
      const now = performance.now();
      if (now < nextAt) return;
      nextAt = now + INTERVAL;
      print();
    },
  };
}
