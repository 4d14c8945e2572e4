/** Answers, requests and notifications of every kind and size up to 32 MiB, each in a process with 1 GB. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const script = join(import.meta.dirname, "any-size-call.ts");

const ANSWERS = ["list", "error", "error in a 200", "field"];
const OTHERS = [
  ...["request's field", "request's list", "request's positions", "notification", "notification's field"],
];

/** Each kind as two answers, and as a request or a notification: one of them as large as can be, the others a quarter of it. */
const KINDS = [
  ...["numbers", "fractions", "words", "objects", "known fields", "empty objects", "text", "escapes"],
  ...["deep", "deep objects"],
];
const fixed = KINDS.flatMap((kind, index) =>
  [ANSWERS[index % 4], ANSWERS[(index + 1) % 4], OTHERS[index % 5]].map(
    (use = "", place) => [kind, use, place === index % 3 ? 32 : 8] as const,
  ),
);

interface Outcome {
  readonly isOwn: boolean;
  readonly failure: string;
  readonly spent: number;
  readonly parsed: number;
  /** The peak of its memory, in MiB. */
  readonly used: number;
}

async function outcomeOf(kind: string, use: string, megabytes: number): Promise<Outcome> {
  const args = ["--max-old-space-size=1000", script, kind, use, String(megabytes)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { encoding: "utf8" });
  if (process.env["ANY_SIZE_FIGURES"]) console.log(kind, use, megabytes, stdout.trim());
  return JSON.parse(stdout);
}

/** What a process needs beside the content, in MiB. */
const START = 250;

test.each(fixed)(
  "content %s as a %s, up to %i MiB, causes a result or an error of the SDK, told to onError",
  async (kind, use, megabytes) => {
    const { isOwn, failure, spent, parsed, used } = await outcomeOf(kind, use, megabytes);
    expect(isOwn, failure).toBe(true);
    expect(spent).toBeLessThanOrEqual(6 * parsed + 1.5);
    if (used <= START + (650 * megabytes) / 32) return;
    // JSON.parse alone needs more for some texts: 1.2 GB for 32 MiB of `{}`.
    const alone = await outcomeOf(kind, "JSON.parse", megabytes);
    expect(used).toBeLessThanOrEqual(1.4 * alone.used);
  },
  // Beside other tests, the collector waits for its own threads: 32 MiB of `{}` have taken over a minute.
  180_000,
);
