#!/usr/bin/env node
import { access, constants } from "node:fs/promises";
import { dirname } from "node:path";
import { Sandbox, type SandboxServer } from "../sandbox/index.ts";
import { HELP, readArguments, type SandboxArguments } from "./arguments.ts";
import { deliverAloud } from "./deliver-aloud.ts";
import { greeting } from "./greeting.ts";
import { keepState, readState } from "./state-file.ts";

const sayError = (error: unknown): void => {
  console.error(`payments-sandbox: ${error instanceof Error ? error.message : String(error)}`);
};

/** A state that could not be kept would be missed only at the next start. */
async function checkFolder(file: string): Promise<void> {
  await access(dirname(file), constants.W_OK).catch(() => {
    throw new Error(`--state ${file}: its folder is not there, or cannot be written to`);
  });
}

/** Goes on from a file, where one is named. */
async function openSandbox({ shopId, secretKey, speed, state: file }: SandboxArguments): Promise<Sandbox> {
  const options = { shopId, secretKey, speed, deliver: deliverAloud(console.log) };
  if (file !== undefined) await checkFolder(file);
  const state = file === undefined ? undefined : await readState(file);
  try {
    return new Sandbox({ ...options, state });
  } catch (error) {
    void new Sandbox(options);
    throw new Error(`${file} is not what payments-sandbox wrote; it is left as it is`, { cause: error });
  }
}

/** Listens, and says of a port that is taken what to do. */
async function listen(sandbox: Sandbox, { port, host }: SandboxArguments): Promise<SandboxServer> {
  try {
    return await sandbox.listen({ port, host });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EADDRINUSE") throw new Error(`port ${port} is taken; choose another with --port`);
    if (code === "EACCES")
      throw new Error(`port ${port} is not allowed to you; choose one above 1023 with --port`);
    throw error;
  }
}

/** Ends at the first signal, with everything written. */
function endWith(server: SandboxServer, flush: () => Promise<void>): void {
  const end = async (): Promise<void> => {
    await server.close();
    await flush();
    process.exit();
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void end());
}

async function run(args: SandboxArguments): Promise<void> {
  const { state: file } = args;
  const sandbox = await openSandbox(args);
  const server = await listen(sandbox, args);
  endWith(server, file === undefined ? async () => undefined : keepState(sandbox, file, sayError));
  console.log(greeting(server.clientOptions, await sandbox.publicKey(), file));
}

try {
  const args = readArguments(process.argv.slice(2));
  if (args === "help") console.log(HELP);
  else await run(args);
} catch (error) {
  sayError(error);
  process.exitCode = 1;
}
