import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { SHOP_DEFAULTS } from "../../check-shop/options.ts";
import { tryAgain } from "../../check-shop/player/shop.ts";
import type { Progress } from "../../check-shop/verdict/report.ts";
import { run as search } from "../../check-shop/verdict/run.ts";
import { variableOf } from "../../runtime/environment.ts";
import { withTimeout } from "../../runtime/with-timeout.ts";
import { environmentOf } from "../../sandbox/environment-lines.ts";
import { messageOf, namesOf } from "../../shared/values.ts";
import { printError } from "../errors.ts";
import { checkRegularFile, writeRegularFile } from "../regular-file.ts";
import { listenAt } from "../sandbox/listen-at.ts";
import { openWithCachedKey } from "../sandbox/state-file.ts";
import { type Terminal, toJson } from "../terminal.ts";
import { type CheckShopArguments, readArguments } from "./arguments.ts";
import { loadShop } from "./load-shop.ts";
import { showProgress, terminalReport } from "./terminal-report.ts";

export { HELP } from "./arguments.ts";

/** Time after the report in which the shop's module may close what it opened, in milliseconds. */
const GRACE = 2000;

/** Exit status of a command that could not check the shop, and of each verdict. */
const [BROKEN, EXIT] = [2, { passed: 0, failed: 1, incomplete: 3 }] as const;

/** Exit status of a command that a signal ended, as shells use it. */
const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** How long `stop` may take, with further tries, in milliseconds. */
const STOP_TIMEOUT = 10_000;

/** Bytes of new objects above which V8 gives them no more memory. It would use 128 MiB, and a check would not be faster. */
const MAX_NEW_SPACE = 32 << 20;

/** Lets the memory of new objects grow only up to the limit. V8 reads its own limit when the process starts. */
function limitNewSpace(): void {
  try {
    const space = getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space");
    const isFull = space !== undefined && space.space_size >= MAX_NEW_SPACE;
    setFlagsFromString(`--semi-space-growth-factor=${isFull ? 1 : 2}`);
  } catch {
    // A runtime without V8.
  }
}

/** The variables with which a shop sends a request again soon. The caller's own have priority. */
const shopDefaults = (): Record<string, string> => {
  const limits = Object.entries(SHOP_DEFAULTS).map(([name, value]) => [variableOf(name) ?? name, value]);
  return Object.fromEntries(limits.map(([name, value]) => [name, process.env[`${name}`] ?? `${value}`]));
};

/** Calls a function of the shop's module. @throws Error that names the function. */
async function callShop(name: "start" | "stop", run: () => unknown): Promise<void> {
  try {
    await run();
  } catch (error) {
    throw new Error(`The function ${name} failed: ${messageOf(error)}`);
  }
}

const stopsLate = (): never => {
  throw new Error(`it took longer than ${STOP_TIMEOUT / 1000} s`);
};

async function check(args: CheckShopArguments, terminal: Terminal, signal: AbortSignal): Promise<number> {
  const { file, junit, isJson, port, shopId, secretKey, given: _, variants, ...options } = args;
  if (junit !== undefined) await checkRegularFile("--junit", junit);
  const { start, stop, ...functions } = await loadShop(file);
  const sandbox = await openWithCachedKey({ shopId, secretKey, variants }, terminal);
  const server = await listenAt(sandbox, { port }, `payments-client check-shop ${file}`);
  const { clientOptions } = server;
  const publicKey = await sandbox.publicKey();
  try {
    if (!isJson) terminal.print(`${file} at the local gateway ${server.url}\n`);
    const environment = { ...environmentOf({ ...clientOptions, publicKey }), ...shopDefaults() };
    await callShop("start", () => start?.({ clientOptions, publicKey, environment }));
    signal.throwIfAborted();
    const { update, remove } = showProgress(terminal);
    const onProgress = (progress: Progress): void => {
      limitNewSpace();
      update(progress);
    };
    const shop = { ...functions, ...options, sandbox };
    const report = await search(shop, { onProgress, signal }).finally(remove);
    if (junit !== undefined) await writeRegularFile("--junit", junit, report.toJUnit());
    terminal.print(isJson ? toJson(report) : terminalReport(String(report), args, terminal));
    return EXIT[report.verdict];
  } finally {
    // The report is already known, so the last error of several tries is only printed.
    const stopped = tryAgain(async () => stop?.());
    await callShop("stop", () => withTimeout(stopped, STOP_TIMEOUT, stopsLate)).catch((error: unknown) =>
      printError(terminal, error),
    );
    await server.close();
  }
}

export async function run(args: string[], terminal: Terminal): Promise<number> {
  const { program } = terminal;
  const controller = new AbortController();
  let isOver = false;
  let status: number = BROKEN;
  for (const signal of namesOf(SIGNALS))
    program.once(signal, () => {
      if (isOver) return program.exit();
      status = SIGNALS[signal];
      return controller.abort(new Error(`stopped by ${signal}, before the verdict`));
    });
  try {
    return await check(readArguments(args), terminal, controller.signal);
  } catch (error) {
    printError(terminal, error, args.includes("--json"), "check_shop");
    return status;
  } finally {
    isOver = true;
    setTimeout(() => program.exit(), GRACE).unref();
  }
}
