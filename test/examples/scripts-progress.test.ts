import { expect, test } from "vitest";
import { backoff } from "../../examples/scripts/src/backoff.ts";
import { Progress } from "../../examples/scripts/src/progress.ts";

/** A stream that records what is written to it. */
const openLog = () => {
  const written: string[] = [];
  return { written, write: (text: string | Uint8Array) => written.push(String(text)) > 0 };
};

const tally = { created: 7, alreadyThere: 2, bad: 1 };

test("progress is a line every few seconds, and never decreases", () => {
  const log = openLog();
  const progress = new Progress(log, 1000, tally);
  for (const bytes of [300, 1000, 200]) progress.readTo(bytes);
  progress.print();
  expect(log.written).toEqual([
    "30 %  7 created, 2 already there, 1 bad\n",
    "100 %  7 created, 2 already there, 1 bad\n",
  ]);
});

test("an empty file is at 100 % immediately", () => {
  const log = openLog();
  new Progress(log, 0, tally).print();
  expect(log.written).toEqual(["100 %  7 created, 2 already there, 1 bad\n"]);
});

test("backoff delays grow up to the limit, with jitter", () => {
  const take = (random: number) =>
    Array.from(
      { length: 6 },
      (
        (intervals) => () =>
          intervals.next().value
      )(backoff(1, 4, () => random)),
    );
  expect(take(0)).toEqual([1, 1.5, 2.25, 3.375, 4, 4]);
  expect(take(1).map((interval) => Number(interval.toFixed(2)))).toEqual([0.7, 1.05, 1.57, 2.36, 2.8, 2.8]);
});
