import { parseEnv } from "node:util";
import { VARIABLES } from "../../runtime/environment.ts";
import { isLocalHost } from "../../runtime/private-address.ts";
import { parseUrl } from "../../shared/parse-url.ts";
import { readIfPresent, writeAtomically } from "../regular-file.ts";

/** Matches the assignment of a variable in a `.env` file. A quoted value may have several lines. */
const assignmentOf = (name: string): RegExp =>
  new RegExp(String.raw`^[ \t]*(?:export[ \t]+)?${name}[ \t]*=[ \t]*(?:"[^"]*"|'[^']*')?.*$`, "gm");

/** Whether a local gateway wrote the variables of a file, because each address in it is local. */
function isOfLocalGateway(text: string): boolean {
  const values = parseEnv(text);
  const { baseUrl, checkoutUrl, gatewayUrl } = VARIABLES;
  const addresses = [baseUrl, checkoutUrl, gatewayUrl].flatMap((name) => values[name] || []);
  return addresses.length > 0 && addresses.every((address) => isLocalHost(parseUrl(address)?.hostname ?? ""));
}

export interface EnvChanges {
  readonly changed: readonly string[];
  readonly isKept: boolean;
}

/**
 * Sets variables in a `.env` file and keeps its other lines. Keeps the old lines as comments, unless they are from a local
 * gateway, because they may be the only copy of a key. Only the owner can read a new file.
 *
 * @param lines One `NAME=value` for each variable.
 * @throws Error if a value contains a line break.
 */
export async function writeEnv(file: string, lines: readonly string[]): Promise<EnvChanges> {
  // Some readers of `.env` files would read the second line of a quoted value as another variable.
  const broken = lines.find((line) => /[\r\n]/.test(line));
  if (broken) throw new Error(`${broken.slice(0, broken.indexOf("="))} must not contain a line break`);
  let text = (await readIfPresent(file)) ?? "";
  const isKept = !isOfLocalGateway(text);
  const changed = new Set<string>();
  for (const line of lines) {
    const name = line.slice(0, line.indexOf("="));
    const assignment = assignmentOf(name);
    const replace = (old: string): string => {
      if (old === line) return line;
      changed.add(name);
      return isKept ? `${old.replaceAll(/^/gm, "# ")}\n${line}` : line;
    };
    if (text.search(assignment) >= 0) text = text.replaceAll(assignment, replace);
    else text += `${text === "" || text.endsWith("\n") ? "" : "\n"}${line}\n`;
  }
  await writeAtomically(file, text);
  return { changed: [...changed], isKept };
}
