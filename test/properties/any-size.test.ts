/** Answers, requests and notifications of every kind and size up to 32 MiB, each in a process with 1 GB. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const script = join(import.meta.dirname, "any-size-call.ts");

const ANSWERS = ["list", "error", "error in a 200", "field"];
const OTHERS = [
  "request's field",
  "request's list",
  "request's positions",
  "notification",
  "notification's field",
];

/** Each kind as two answers, and as a request or a notification. */
const KINDS = [
  "numbers",
  "fractions",
  "words",
  "objects",
  "empty objects",
  "text",
  "escapes",
  "deep",
  "deep objects",
];
const fixed = KINDS.flatMap((kind, index) =>
  [ANSWERS[index % 4], ANSWERS[(index + 1) % 4], OTHERS[index % 5]].map((use = "") => [kind, use] as const),
);

/** Seeds of mixed content; each also decides its size. */
const mixed = [...ANSWERS, ...OTHERS].flatMap((use, index) =>
  [index, index + 11 * (index + 1) + 5].map((seed) => [String(seed), use] as const),
);

interface Outcome {
  readonly isOwn: boolean;
  readonly failure: string;
  readonly spent: number;
  readonly parsed: number;
  readonly megabytes: number;
}

async function outcomeOf(kind: string, use: string): Promise<Outcome> {
  const args = ["--max-old-space-size=1000", script, kind, use];
  const { stdout } = await promisify(execFile)(process.execPath, args, { encoding: "utf8" });
  if (process.env["ANY_SIZE_FIGURES"]) console.log(kind, use, stdout.trim());
  return JSON.parse(stdout);
}

test.each([...fixed, ...mixed])(
  "content %s as a %s causes a result or an error of the SDK, told to onError",
  async (kind, use) => {
    const { isOwn, failure, spent, parsed, megabytes } = await outcomeOf(kind, use);
    expect(isOwn, failure).toBe(true);
    expect(spent).toBeLessThanOrEqual(6 * parsed + 1.5);
    if (megabytes <= 900) return;
    // JSON.parse alone needs more for some texts: 1.2 GB for 32 MiB of `{}`.
    const alone = await outcomeOf(kind, "JSON.parse");
    expect(megabytes).toBeLessThanOrEqual(1.4 * alone.megabytes);
  },
  60_000,
);
