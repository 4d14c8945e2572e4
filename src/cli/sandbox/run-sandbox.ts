import { randomBytes } from "node:crypto";
import { access, constants } from "node:fs/promises";
import { dirname } from "node:path";
import { ConfigurationError } from "../../errors/configuration-error.ts";
import { environmentLines, environmentOf } from "../../sandbox/environment-lines.ts";
import { onAnswer } from "../../sandbox/internals.ts";
import { PARTS } from "../../sandbox/sandbox.ts";
import { isPublicUrl } from "../../sandbox/sandbox-options.ts";
import { describeError, printError } from "../errors.ts";
import { checkRegularFile } from "../regular-file.ts";
import type { Terminal } from "../terminal.ts";
import { readArguments, type SandboxArguments, withFlag } from "./arguments.ts";
import { greeting } from "./greeting.ts";
import { addressesOf, listenAt } from "./listen-at.ts";
import { callLine, deliveryLines } from "./log-lines.ts";
import { runShop } from "./run-shop.ts";
import { type OpenedFile, openFromFile, openWithCachedKey, writeChanges } from "./state-file.ts";
import { writeEnv } from "./write-env.ts";

export { HELP } from "./arguments.ts";

/** Checks the folder of the file at the start, instead of failing at the first write. */
async function checkStateFile(file: string): Promise<void> {
  await access(dirname(file), constants.W_OK).catch(() => {
    throw new Error(`--state ${file}: the folder does not exist or is not writable`);
  });
  await checkRegularFile("--state", file);
}

async function openSandbox(args: SandboxArguments, terminal: Terminal): Promise<OpenedFile> {
  const { shopId, shopName, shopUrl, speed, variants, state: file } = args;
  const isPublic = isPublicUrl(args.publicUrl);
  const secretKey = args.secretKey ?? (isPublic ? randomBytes(24).toString("base64url") : undefined);
  const options = { shopId, secretKey, shopName, shopUrl, speed, variants };
  if (file === undefined) return { sandbox: await openWithCachedKey(options, terminal) };
  await checkStateFile(file);
  return openFromFile(file, options, (line) => printError(terminal, line));
}

/** Runs a sandbox. Exits after the state is saved, at the first signal or with the command of the shop. */
async function start(args: SandboxArguments, terminal: Terminal): Promise<void> {
  const { state: file, run: shop } = args;
  const { program } = terminal;
  if (args.env !== undefined) await checkRegularFile("--env", args.env);
  const opened = await openSandbox(args, terminal);
  const { sandbox } = opened;
  const server = await listenAt(sandbox, args, "payments-client sandbox");
  if (!args.quiet) {
    sandbox.onRequest((call) => terminal.print(callLine(call, terminal)));
    onAnswer(sandbox[PARTS], (delivery) =>
      terminal.print(deliveryLines(delivery, server.dashboardUrl, terminal).join("\n")),
    );
  }
  const environment = { ...server.clientOptions, publicKey: await sandbox.publicKey() };
  const lines = environmentLines(environment);
  const changes =
    args.env === undefined
      ? undefined
      : await writeEnv(args.env, lines).catch(async (error: unknown) => {
          await server.close();
          throw new Error(`--env ${args.env}: ${describeError(error)}`);
        });
  const flush = file && writeChanges(opened, file, (line) => printError(terminal, line));
  const addresses = addressesOf(server.url, args.host);
  terminal.print(greeting({ ...args, server, lines, changes, addresses }, terminal));
  const exit = async (status?: number): Promise<void> => {
    await server.close();
    if (flush) await flush();
    program.exit(status);
  };
  if (shop !== undefined) runShop(shop, environmentOf(environment), terminal, (status) => void exit(status));
  else for (const signal of ["SIGINT", "SIGTERM"] as const) program.once(signal, () => void exit());
}

export async function run(args: string[], terminal: Terminal): Promise<number> {
  await start(readArguments(args), terminal).catch((error: unknown) => {
    throw error instanceof ConfigurationError ? new Error(withFlag(error.message)) : error;
  });
  return 0;
}
