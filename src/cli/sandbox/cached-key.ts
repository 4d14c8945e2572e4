import { link, mkdir, readFile, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { Sandbox } from "../../sandbox/sandbox.ts";
import type { SandboxOptions } from "../../sandbox/sandbox-options.ts";
import { codeOf, messageOf, printError } from "../errors.ts";
import { writeDraft } from "../regular-file.ts";
import type { Terminal } from "../terminal.ts";
import { parseState } from "./state-file.ts";

function cacheFolder({ XDG_CACHE_HOME, LOCALAPPDATA }: NodeJS.ProcessEnv): string {
  if (XDG_CACHE_HOME && isAbsolute(XDG_CACHE_HOME)) return XDG_CACHE_HOME;
  if (process.platform === "win32") return LOCALAPPDATA || join(homedir(), "AppData", "Local");
  return process.platform === "darwin" ? join(homedir(), "Library", "Caches") : join(homedir(), ".cache");
}

/**
 * Saves the state of an empty sandbox, which contains the key, unless another start has saved its key in the meantime.
 *
 * @param damaged The text of the file that is replaced. Empty if it is missing.
 * @returns the saved text of the first start.
 */
async function saveKey(file: string, sandbox: Sandbox, damaged: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeDraft(file, JSON.stringify(await sandbox.state()), async (draft) => {
    if (damaged !== "" && (await readFile(file, "utf8")) === damaged) await rm(file);
    await link(draft, file).catch((error: unknown) => {
      if (codeOf(error) !== "EEXIST") throw error;
    });
  });
  return readFile(file, "utf8");
}

/**
 * Opens an empty sandbox with the key pair in the user's cache folder, so that the public key stays the same. Replaces a
 * missing or damaged file.
 *
 * @throws ConfigurationError for a wrong option.
 */
export async function openWithCachedKey(options: SandboxOptions, terminal: Terminal): Promise<Sandbox> {
  const sandbox = new Sandbox(options);
  try {
    const file = join(cacheFolder(terminal.program.env), "payments-client", "sandbox-key.json");
    const text = await readFile(file, "utf8").catch(() => "");
    const cached = await parseState(text, options);
    return cached ?? (await parseState(await saveKey(file, sandbox, text), options)) ?? sandbox;
  } catch (error) {
    const reason = messageOf(error);
    printError(terminal, `the public key could not be saved and will change at the next start: ${reason}`);
    return sandbox;
  }
}
