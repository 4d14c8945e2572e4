#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { access, constants, lstat } from "node:fs/promises";
import { dirname } from "node:path";
import { ConfigurationError } from "../errors/configuration-error.ts";
import { Sandbox, type SandboxServer } from "../sandbox/index.ts";
import { HELP, readArguments, type SandboxArguments, withFlag } from "./arguments.ts";
import { greeting } from "./greeting.ts";
import { lockFile } from "./lock-file.ts";
import { logDelivery } from "./log-delivery.ts";
import { openFromFile, writeChanges } from "./state-file.ts";

const messageOf = (error: unknown): string => {
  if (error instanceof ConfigurationError) return withFlag(error.message);
  return error instanceof Error ? error.message : String(error);
};

const printError = (error: unknown): void => {
  console.error(`payments-sandbox: ${messageOf(error)}`);
};

/** The package's version: its manifest is two folders up, in the source and in the build. */
const versionOf = (): string =>
  JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).version;

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

function checkNode(): void {
  if (Number.parseInt(process.versions.node, 10) < 22)
    throw new Error(`Node 22 or newer is needed; this is ${process.version}`);
}

async function openSandbox(args: SandboxArguments): Promise<Sandbox> {
  const { shopId, secretKey, shopName, shopUrl, speed, state: file } = args;
  const options = { shopId, secretKey, shopName, shopUrl, speed, deliver: logDelivery(console.log) };
  if (file === undefined) return new Sandbox(options);
  await checkStateFile(file);
  lockFile(file);
  return openFromFile(file, options, printError);
}

/** Listens; the error for a port that cannot be used says what to do. */
async function listen(sandbox: Sandbox, { port, host, publicUrl }: SandboxArguments): Promise<SandboxServer> {
  try {
    return await sandbox.listen({ port, host, publicUrl });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EADDRINUSE") throw new Error(`port ${port} is taken; choose another with --port`);
    if (code === "EACCES")
      throw new Error(`port ${port} needs privileges; choose one above 1023 with --port`);
    throw error;
  }
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

async function run(args: SandboxArguments): Promise<void> {
  const { state: file } = args;
  const sandbox = await openSandbox(args);
  const server = await listen(sandbox, args);
  exitOnSignal(server, file === undefined ? async () => undefined : writeChanges(sandbox, file, printError));
  console.log(greeting(server.clientOptions, await sandbox.publicKey(), args));
}

try {
  checkNode();
  const args = readArguments(process.argv.slice(2));
  if (args === "help") console.log(HELP);
  else if (args === "version") console.log(versionOf());
  else await run(args);
} catch (error) {
  printError(error);
  process.exitCode = 1;
}
