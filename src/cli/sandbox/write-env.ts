import { parseEnv } from "node:util";
import { VARIABLES } from "../../runtime/environment.ts";
import { isLoopbackHost } from "../../runtime/loopback.ts";
import { parseUrl } from "../../shared/parse-url.ts";
import { readIfPresent, writeAtomically } from "../regular-file.ts";

/**
 * Matches each assignment of a `.env` file, with what precedes the name. A quoted value may have several lines, which may
 * look like assignments.
 */
const ASSIGNMENT = /^([ \t]*(?:export[ \t]+)?)([\w.-]+)[ \t]*=[ \t]*(?:"[^"]*"|'[^']*'|`[^`]*`)?.*$/gm;

/**
 * Whether a local gateway wrote the variables of a file, because each address in it is loopback. Another private address
 * may be a proxy to the real gateway.
 */
function isOfLocalGateway(text: string): boolean {
  const values = parseEnv(text);
  const { baseUrl, checkoutUrl, gatewayUrl } = VARIABLES;
  const addresses = [baseUrl, checkoutUrl, gatewayUrl].flatMap((name) => values[name] || []);
  return (
    addresses.length > 0 && addresses.every((address) => isLoopbackHost(parseUrl(address)?.hostname ?? ""))
  );
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
  const given = (await readIfPresent(file)) ?? "";
  const isKept = !isOfLocalGateway(given);
  const changed = new Set<string>();
  const end = given.includes("\r\n") ? "\r\n" : "\n";
  const left = new Map(lines.map((line) => [line.slice(0, line.indexOf("=")), line]));
  const values = new Map(left);
  let text = given.replaceAll(ASSIGNMENT, (old: string, before: string, name: string) => {
    const line = values.get(name);
    if (line === undefined) return old;
    left.delete(name);
    const written = before + line;
    if (old === written) return old;
    changed.add(name);
    return isKept ? `# ${old.replaceAll("\n", "\n# ")}${end}${written}` : written;
  });
  for (const line of left.values()) text += `${text === "" || text.endsWith("\n") ? "" : end}${line}${end}`;
  await writeAtomically(file, text);
  return { changed: [...changed], isKept };
}
