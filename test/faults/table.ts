/** Prints the result of a call under every fault, as observed; `--write` puts it into the documentation, `--check` compares. */
import { readFileSync, writeFileSync } from "node:fs";
import type { Section } from "./fault.ts";
import { sections } from "./faults.ts";
import { type Observation, observe, productCalls, trustTestCa } from "./observe.ts";

// No retry delays.
Math.random = () => 0;
trustTestCa();

/** The page that shows the table. */
const PAGE = new URL("../../docs/reference/reliability.md", import.meta.url);
const BLOCK = /(?<=<!-- faults -->\n).*(?=<!-- \/faults -->)/s;

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;

/** The result of a call in words. */
function outcome({ gets, error, requests, attempts }: Observation): string {
  const tried = requests < attempts ? `${counted(attempts, "attempt")}, ` : "";
  const sent = `${tried}${counted(requests, "request")}`;
  return error
    ? `\`${gets}\`, ${sent}${error.safeToRetry ? "" : ", **not safe to retry**"}`
    : `${gets}, ${sent}`;
}

/** GET and PUT share a cell, as they rarely differ. */
function cells([get = "", put = "", post = ""]: readonly string[]): string {
  return `${get === put ? get : `${get}; PUT: ${put}`} | ${post}`;
}

/** The rows of a section; faults with the same result share one. */
async function rowsOf({ title, faults }: Section): Promise<string[]> {
  const namesByOutcome = new Map<string, string[]>();
  const observed = faults.map((fault) => async () => {
    const outcomes: string[] = [];
    for (const call of productCalls) outcomes.push(outcome(await observe(fault, call)));
    return [fault.name, cells(outcomes)] as const;
  });
  // The clock is global: its faults run one at a time.
  const results = faults.some(({ clockJump }) => clockJump)
    ? await observed.reduce<Promise<(readonly [string, string])[]>>(
        async (before, next) => [...(await before), await next()],
        Promise.resolve([]),
      )
    : await Promise.all(observed.map((next) => next()));
  for (const [name, cell] of results) namesByOutcome.set(cell, [...(namesByOutcome.get(cell) ?? []), name]);
  return Array.from(namesByOutcome, ([cell, names]) => `| **${title}:** ${names.join("; ")} | ${cell} |`);
}

const rows: string[] = [];
for (const section of sections) rows.push(...(await rowsOf(section)));
const total = sections.flatMap(({ faults }) => faults).length;
const table = [
  "| fault | GET, PUT | POST |",
  "| --- | --- | --- |",
  ...rows,
  "",
  `${total} faults, each tried with all three, most of them also with the POST of a payment token and of a refund. Requests are those that the server saw.`,
  "",
].join("\n");

const [mode] = process.argv.slice(2);
if (mode === undefined) console.log(table);
const text = readFileSync(PAGE, "utf8");
if (mode === "--write") {
  writeFileSync(
    PAGE,
    text.replace(BLOCK, () => table),
  );
} else if (mode === "--check" && BLOCK.exec(text)?.[0] !== table) {
  console.error("docs/reference/reliability.md differs from what was observed: run npm run faults");
  process.exitCode = 1;
}
