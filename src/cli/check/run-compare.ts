import { lstat, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { printable } from "../../shared/printable.ts";
import { describeError } from "../errors.ts";
import { writeRegularFile } from "../regular-file.ts";
import { type Terminal, toJson } from "../terminal.ts";
import { compareGateways } from "./compare/compare-gateways.ts";
import type { GroupedDifference } from "./compare/differences.ts";
import type { Exchange } from "./compare/exchange.ts";
import { fileHint, lineOf } from "./finding.ts";

/** Maximum number of calls and fields in a line. `--json` prints all. */
const MAX_LISTED = 6;

function list(names: readonly string[]): string {
  const more = names.length - MAX_LISTED;
  return names.slice(0, MAX_LISTED).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

const differenceLine = ({ paths, finding, calls }: GroupedDifference, { wrapped }: Terminal): string =>
  wrapped(printable(`${paths.length > 0 ? `${list(paths)}: ` : ""}${finding} (${list(calls)})`), 2);

async function save(folder: string, exchanges: readonly Exchange[]): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    if ((await lstat(folder)).isSymbolicLink())
      throw new Error("it is a symbolic link. Name the target of the link");
    for (const exchange of exchanges) {
      const file = join(folder, `${exchange.name.replaceAll(/[^\w.]+/g, "-")}.json`);
      await writeRegularFile("the file", file, `${JSON.stringify(exchange, null, 2)}\n`);
    }
  } catch (error) {
    throw new Error(`--save ${folder} cannot be written: ${describeError(error)}`);
  }
}

interface Options {
  readonly testCard: string | undefined;
  readonly save: string | undefined;
  readonly isJson: boolean;
  readonly isFileRead: boolean;
}

/** Prints the differences of the gateway and the local gateway. Returns the exit status. */
export async function runCompare(
  environment: NodeJS.ProcessEnv,
  { testCard, save: folder, isJson, isFileRead }: Options,
  terminal: Terminal,
): Promise<number> {
  const { findings, differences, exchanges } = await compareGateways(environment, testCard);
  if (folder !== undefined) await save(folder, exchanges);
  const isSame = differences.length === 0 && findings.every(({ state }) => state !== "failed");
  const count = differences.length === 1 ? "1 difference" : `${differences.length} differences`;
  const summary = `${count} from the local gateway ("here") in ${exchanges.length} calls`;
  const lines = [
    ...findings.map((finding) => lineOf(finding, terminal)),
    ...differences.map((difference) => differenceLine(difference, terminal)),
    ...(findings.length + differences.length > 0 ? [""] : []),
    ...(isFileRead ? [] : fileHint(findings, "check --compare", terminal)),
    terminal.colored(isSame ? "green" : "red", summary),
  ];
  const result = { same: isSame, calls: exchanges.length, differences, findings };
  terminal.print(isJson ? toJson(result) : lines.join("\n"));
  return isSame ? 0 : 1;
}
