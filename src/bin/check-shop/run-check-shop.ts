import { writeFile } from "node:fs/promises";
import { resultText, summaryText } from "../../sandbox/check-shop/report.ts";
import { environmentOf } from "../../sandbox/environment-lines.ts";
import { checkShop, type Sandbox, type ShopReport } from "../../sandbox/index.ts";
import { printError } from "../errors.ts";
import { openWithCachedKey } from "../sandbox/cached-key.ts";
import { listenAt } from "../sandbox/listen-at.ts";
import { type CheckShopArguments, readArguments } from "./arguments.ts";
import { loadShop, type ShopModule, startShop } from "./load-shop.ts";

export { HELP } from "./arguments.ts";

/** How long the process may stay after the report, for what the shop's module left open, in milliseconds. */
const GRACE = 2000;

async function checkAt(
  sandbox: Sandbox,
  { start: _start, stop: _stop, ...functions }: ShopModule,
  { only, timeout }: CheckShopArguments,
): Promise<ShopReport> {
  const report = await checkShop({
    ...functions,
    sandbox,
    only,
    timeout,
    onResult: (result) => console.log(resultText(result)),
  });
  console.log(`\n${summaryText(report.scenarios)}`);
  return report;
}

async function check(args: CheckShopArguments): Promise<boolean> {
  const shop = await loadShop(args.file);
  const { shopId, secretKey } = args;
  const sandbox = await openWithCachedKey({ shopId, secretKey }, printError);
  const server = await listenAt(sandbox, { port: args.port });
  const { clientOptions } = server;
  const publicKey = await sandbox.publicKey();
  try {
    console.log(`${args.file} at the sandbox ${server.url}\n`);
    const environment = environmentOf({ ...clientOptions, publicKey });
    await startShop(shop, { clientOptions, publicKey, environment });
    const report = await checkAt(sandbox, shop, args);
    if (args.junit !== undefined) await writeFile(args.junit, report.toJUnit());
    return report.passed;
  } finally {
    await shop.stop?.();
    await server.close();
  }
}

export async function run(args: string[]): Promise<number> {
  const read = readArguments(args);
  try {
    return (await check(read)) ? 0 : 1;
  } finally {
    setTimeout(() => process.exit(), GRACE).unref();
  }
}
