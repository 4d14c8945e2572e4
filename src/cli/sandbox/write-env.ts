import { readFile } from "node:fs/promises";
import { isMissing, writeAtomically } from "./state-file.ts";

/** Matches the assignment of a variable in a `.env` file. A quoted value may have several lines. */
const assignmentOf = (name: string): RegExp =>
  new RegExp(String.raw`^[ \t]*(?:export[ \t]+)?${name}[ \t]*=[ \t]*(?:"[^"]*"|'[^']*')?.*$`, "gm");

/**
 * Sets variables in a `.env` file and keeps its other lines. Only the owner can read a new file.
 *
 * @param lines One `NAME=value` for each variable.
 * @throws Error if a value contains a line break.
 */
export async function writeEnv(file: string, lines: readonly string[]): Promise<void> {
  // Some readers of `.env` files would read the second line of a quoted value as another variable.
  const broken = lines.find((line) => /[\r\n]/.test(line));
  if (broken) throw new Error(`${broken.slice(0, broken.indexOf("="))} must not contain a line break`);
  let text = await readFile(file, "utf8").catch((error: unknown) => {
    if (isMissing(error)) return "";
    throw error;
  });
  for (const line of lines) {
    const assignment = assignmentOf(line.slice(0, line.indexOf("=")));
    if (text.search(assignment) >= 0) text = text.replaceAll(assignment, () => line);
    else text += `${text === "" || text.endsWith("\n") ? "" : "\n"}${line}\n`;
  }
  await writeAtomically(file, text);
}
