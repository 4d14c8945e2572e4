import { WORKS } from "../../check-shop/laws/laws.ts";
import { SHOP_DEFAULTS } from "../../check-shop/options.ts";
import type { ShopReport } from "../../check-shop/verdict/report.ts";
import { run as search } from "../../check-shop/verdict/search.ts";
import { variableOf } from "../../runtime/environment.ts";
import { environmentOf } from "../../sandbox/environment-lines.ts";
import { printError } from "../errors.ts";
import { checkRegularFile, writeRegularFile } from "../regular-file.ts";
import { openWithCachedKey } from "../sandbox/cached-key.ts";
import { listenAt } from "../sandbox/listen-at.ts";
import { type Terminal, toJson } from "../terminal.ts";
import { type CheckShopArguments, readArguments } from "./arguments.ts";
import { loadShop, startShop } from "./load-shop.ts";
import { showProgress, terminalReport } from "./terminal-report.ts";

export { HELP } from "./arguments.ts";

/** How long the process may stay after the report, for what the shop's module left open, in milliseconds. */
const GRACE = 2000;

/** Exit status of a command that could not check the shop. */
const BROKEN = 2;

const hasFailedFunction = ({ failures }: ShopReport): boolean =>
  failures.some(({ law }) => law === WORKS.text);

/** The variables with which a shop sends a request again soon. The caller's own have priority. */
const shopDefaults = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(SHOP_DEFAULTS).map(([name, milliseconds]) => {
      const variable = variableOf(name) ?? name;
      return [variable, process.env[variable] ?? String(milliseconds)];
    }),
  );

/** @throws Error if a function of the shop failed, and the report is printed as JSON. */
async function check(args: CheckShopArguments, terminal: Terminal): Promise<number> {
  const { file, junit, isJson, port, shopId, secretKey, ...options } = args;
  if (junit !== undefined) await checkRegularFile("--junit", junit);
  const { start, stop, ...functions } = await loadShop(file);
  const sandbox = await openWithCachedKey({ shopId, secretKey }, terminal);
  const server = await listenAt(sandbox, { port }, `payments-client check-shop ${file}`);
  const { clientOptions } = server;
  const publicKey = await sandbox.publicKey();
  const { update, remove } = showProgress(terminal.program);
  try {
    if (!isJson) terminal.print(`${file} at the local gateway ${server.url}\n`);
    const environment = { ...environmentOf({ ...clientOptions, publicKey }), ...shopDefaults() };
    await startShop(start, { clientOptions, publicKey, environment });
    const report = await search({ ...functions, ...options, sandbox }, update).finally(remove);
    if (junit !== undefined) await writeRegularFile("--junit", junit, report.toJUnit());
    const isBroken = hasFailedFunction(report);
    if (isJson && isBroken) throw new Error(report.failures[0]?.observed);
    terminal.print(isJson ? toJson(report) : terminalReport(String(report), terminal));
    return isBroken ? BROKEN : Number(!report.passed);
  } finally {
    await stop?.();
    await server.close();
  }
}

export async function run(args: string[], terminal: Terminal): Promise<number> {
  try {
    return await check(readArguments(args), terminal);
  } catch (error) {
    printError(terminal, error, args.includes("--json"), "check_shop");
    return BROKEN;
  } finally {
    setTimeout(() => terminal.program.exit(), GRACE).unref();
  }
}
