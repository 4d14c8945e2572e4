import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { isExplained, isHarmless } from "./survivors.ts";

interface Place {
  readonly line: number;
  readonly column: number;
}

/** A mutant of Stryker's report. */
interface Mutant {
  readonly status: string;
  readonly replacement?: string;
  readonly location: { readonly start: Place; readonly end: Place };
}

interface Report {
  readonly files: Record<string, { readonly mutants: readonly Mutant[]; readonly source: string }>;
}

const MISSED = ["Survived", "NoCoverage"];
const NOTICED = ["Killed", "Timeout"];

/** Where a mutant is and what it changes, without the line's number, so that the text stays the same if lines move. */
function textOf(
  file: string,
  source: string,
  { location: { start, end }, replacement = "" }: Mutant,
): string {
  const lines = source.split("\n").slice(start.line - 1, end.line);
  const line = lines[0]?.trim() ?? "";
  const from = lines.length === 1 ? lines[0]?.slice(start.column - 1, end.column - 1) : `${line} …`;
  return `${basename(file)}: ${line} | ${from} -> ${replacement.replaceAll(/\s+/g, " ")}`;
}

/** What the report of a folder says: its score in percent without harmless mutants, and the mutants that no list explains. */
export async function readScore(name: string): Promise<{ score: number; unexplained: readonly string[] }> {
  const { files }: Report = JSON.parse(await readFile(`reports/${name}.json`, "utf8"));
  const all = Object.entries(files).flatMap(([file, { mutants, source }]) =>
    mutants.map((mutant) => ({ status: mutant.status, text: textOf(file, source, mutant) })),
  );
  const missed = all.filter(({ status }) => MISSED.includes(status)).map(({ text }) => text);
  const noticed = all.filter(({ status }) => NOTICED.includes(status)).length;
  const counted = noticed + missed.filter((text) => !isHarmless(text)).length;
  return {
    score: counted === 0 ? 100 : (100 * noticed) / counted,
    unexplained: missed.filter((text) => !isExplained(text)),
  };
}
