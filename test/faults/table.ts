/** The table of faults in the documentation: what `faults.test.ts` expects of each. `npm run faults` writes it. */
import { readFileSync, writeFileSync } from "node:fs";
import type { Expected, Section } from "./fault.ts";
import { sections } from "./faults.ts";

/** The page that shows the table. */
const PAGE = new URL("../../docs/reference/reliability.md", import.meta.url);
const BLOCK = /(?<=<!-- faults -->\n).*(?=<!-- \/faults -->)/s;

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;

/** The result of a call in words. */
function outcome({ gets, safeToRetry, requests, attempts }: Expected): string {
  const tried = requests < attempts ? `${counted(attempts, "attempt")}, ` : "";
  const sent = `${tried}${counted(requests, "request")}`;
  return safeToRetry === undefined
    ? `${gets}, ${sent}`
    : `\`${gets}\`, ${sent}${safeToRetry ? "" : ", **not safe to retry**"}`;
}

/** GET and PUT share a cell, as they rarely differ. */
function cells([get, put, post]: readonly string[]): string {
  return `${get === put ? get : `${get}; PUT: ${put}`} | ${post}`;
}

/** The rows of a section; faults with the same result share one. */
function rowsOf({ title, faults }: Section): string[] {
  const byCells = Map.groupBy(faults, ({ expected: { GET, PUT, POST } }) =>
    cells([GET, PUT, POST].map(outcome)),
  );
  return Array.from(
    byCells,
    ([cell, alike]) => `| **${title}:** ${alike.map(({ name }) => name).join("; ")} | ${cell} |`,
  );
}

const total = sections.flatMap(({ faults }) => faults).length;
const table = [
  "| fault | GET, PUT | POST |",
  "| --- | --- | --- |",
  ...sections.flatMap(rowsOf),
  "",
  `${total} faults, each tried with all three, most of them also with the POST of a payment token and of a refund. Requests are those that the server saw.`,
  "",
].join("\n");

/** The page, and how it is with the table of these faults. */
export function readPage(): { shown: string; expected: string } {
  const shown = readFileSync(PAGE, "utf8");
  return { shown, expected: shown.replace(BLOCK, () => table) };
}

if (import.meta.main) writeFileSync(PAGE, readPage().expected);
