import { randomBytes } from "node:crypto";
import { access, constants, lstat } from "node:fs/promises";
import { dirname } from "node:path";
import { ConfigurationError } from "../../errors/configuration-error.ts";
import { environmentLines } from "../../sandbox/environment-lines.ts";
import type { Sandbox, SandboxServer } from "../../sandbox/index.ts";
import { printError } from "../print-error.ts";
import { HELP, readArguments, type SandboxArguments, withFlag } from "./arguments.ts";
import { openWithCachedKey } from "./cached-key.ts";
import { greeting } from "./greeting.ts";
import { listenAt } from "./listen-at.ts";
import { lockFile } from "./lock-file.ts";
import { logDelivery } from "./log-delivery.ts";
import { logUndocumented } from "./log-undocumented.ts";
import { openFromFile, writeChanges } from "./state-file.ts";
import { writeEnv } from "./write-env.ts";

/** Fails now rather than at the first write. A write replaces a link, and would not change the file that it leads to. */
async function checkStateFile(file: string): Promise<void> {
  await access(dirname(file), constants.W_OK).catch(() => {
    throw new Error(`--state ${file}: the folder does not exist or is not writable`);
  });
  const stats = await lstat(file).catch(() => undefined);
  if (stats?.isSymbolicLink()) {
    throw new Error(`--state ${file} is a symbolic link; name the file that it leads to`);
  }
}

async function openSandbox(args: SandboxArguments): Promise<Sandbox> {
  const { shopId, shopName, shopUrl, speed, state: file } = args;
  const secretKey = args.secretKey ?? (args.publicUrl && randomBytes(24).toString("base64url"));
  const options = { shopId, secretKey, shopName, shopUrl, speed, deliver: logDelivery(console.log) };
  if (file === undefined) return openWithCachedKey(options, printError);
  await checkStateFile(file);
  lockFile(file);
  return openFromFile(file, options, printError);
}

/** Exits at the first signal, after everything is written. */
function exitOnSignal(server: SandboxServer, flush: () => Promise<void>): void {
  const exit = async (): Promise<void> => {
    await server.close();
    await flush();
    process.exit();
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void exit());
}

async function saveEnvironment(file: string, lines: readonly string[], server: SandboxServer): Promise<void> {
  try {
    await writeEnv(file, lines);
  } catch (error) {
    await server.close();
    throw new Error(`--env ${file}: ${error instanceof Error ? error.message : error}`);
  }
}

async function start(args: SandboxArguments): Promise<void> {
  const { state: file } = args;
  const sandbox = await openSandbox(args);
  const server = await listenAt(sandbox, args);
  const lines = environmentLines({ ...server.clientOptions, publicKey: await sandbox.publicKey() });
  if (args.env !== undefined) await saveEnvironment(args.env, lines, server);
  exitOnSignal(server, file === undefined ? async () => undefined : writeChanges(sandbox, file, printError));
  sandbox.onRequest(logUndocumented(console.log));
  console.log(greeting(server.clientOptions, lines, args));
}

/** `payments-client sandbox`: runs until a signal ends the process. */
export async function runSandbox(given: readonly string[]): Promise<number> {
  const args = readArguments(given);
  if (args === "help") console.log(HELP);
  else {
    await start(args).catch((error: unknown) => {
      throw error instanceof ConfigurationError ? new Error(withFlag(error.message)) : error;
    });
  }
  return 0;
}
