import { writeFile } from "node:fs/promises";
import { checkShop } from "../../check-shop/check-shop.ts";
import { environmentOf } from "../../sandbox/environment-lines.ts";
import { printError } from "../errors.ts";
import { openWithCachedKey } from "../sandbox/cached-key.ts";
import { listenAt } from "../sandbox/listen-at.ts";
import { type CheckShopArguments, readArguments } from "./arguments.ts";
import { loadShop, startShop } from "./load-shop.ts";

export { HELP } from "./arguments.ts";

/** How long the process may stay after the report, for what the shop's module left open, in milliseconds. */
const GRACE = 2000;

async function check(args: CheckShopArguments): Promise<boolean> {
  const { file, junit, port, shopId, secretKey, ...options } = args;
  const { start, stop, ...functions } = await loadShop(file);
  const sandbox = await openWithCachedKey({ shopId, secretKey }, printError);
  const server = await listenAt(sandbox, { port });
  const { clientOptions } = server;
  const publicKey = await sandbox.publicKey();
  try {
    console.log(`${file} at the sandbox ${server.url}\n`);
    const environment = environmentOf({ ...clientOptions, publicKey });
    await startShop(start, { clientOptions, publicKey, environment });
    const report = await checkShop({ ...functions, ...options, sandbox });
    console.log(String(report));
    if (junit !== undefined) await writeFile(junit, report.toJUnit());
    return report.passed;
  } finally {
    await stop?.();
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
