/** The table of faults in the documentation: what `faults.test.ts` expects of each. `npm run faults` writes it. */
import { readFileSync, writeFileSync } from "node:fs";
import { kinds } from "./faults.ts";

/** The page that shows the table. */
const PAGE = new URL("../../../docs/reference/reliability.md", import.meta.url);
const BLOCK = /(?<=<!-- faults -->\n).*(?=<!-- \/faults -->)/s;

/** The rows of a kind; faults with the same results share one. */
const rows = Object.entries(kinds).flatMap(([kind, faults]) =>
  Array.from(
    Map.groupBy(faults, ({ expected: { GET, PUT, POST } }) => {
      // GET and PUT share a cell, as they rarely differ.
      return `${GET === PUT ? GET : `${GET}. PUT: ${PUT}`} | ${POST}`;
    }),
    ([cells, alike]) => `| **${kind}:** ${alike.map(({ name }) => name).join(", or ")} | ${cells} |`,
  ),
);

const table = ["| fault | GET, PUT | POST |", "| --- | --- | --- |", ...rows, ""].join("\n");

/** The page, and how it is with the table of these faults. */
export function readPage(): { shown: string; expected: string } {
  const shown = readFileSync(PAGE, "utf8");
  return { shown, expected: shown.replace(BLOCK, () => table) };
}

if (import.meta.main) writeFileSync(PAGE, readPage().expected);
