import { copyFile, link, mkdir, readFile, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import type { SandboxState } from "../../sandbox/gateway/orders/store.ts";
import { PARTS, Sandbox } from "../../sandbox/sandbox.ts";
import type { SandboxOptions } from "../../sandbox/sandbox-options.ts";
import { messageOf } from "../../shared/values.ts";
import { codeOf, describeError, printError } from "../errors.ts";
import { readIfPresent, writeAtomically, writeDraft } from "../regular-file.ts";
import type { Terminal } from "../terminal.ts";

/** Minimum milliseconds between two writes. */
const WRITE_INTERVAL = 50;

const unusedName = (file: string, why: string): string =>
  `${file}.${why}-${new Date().toISOString().replaceAll(":", "-")}`;

export interface OpenedFile {
  readonly sandbox: Sandbox;
  /** The content of the file. Undefined if it is missing. */
  readonly saved?: string | undefined;
}

/** Opens a sandbox with a state. Returns undefined if it cannot be read, or is not a state. */
async function tryOpen(
  options: SandboxOptions,
  read: () => SandboxState | Promise<SandboxState>,
): Promise<Sandbox | undefined> {
  try {
    const sandbox = new Sandbox({ ...options, state: await read() });
    // A sandbox parses its keys only when it signs, so a wrong key is found here.
    await sandbox.sign("");
    return sandbox;
  } catch {
    return undefined;
  }
}

const parseState = (text: string, options: SandboxOptions) => tryOpen(options, () => JSON.parse(text));

/** Opens an empty sandbox with the key of a damaged state, so that shops can keep their public key. */
const openWithKeyOf = (text: string, options: SandboxOptions) =>
  tryOpen(options, async () => ({ ...(await new Sandbox(options).state()), key: JSON.parse(text).key }));

/**
 * Opens a sandbox with the state in a file, or an empty sandbox if the file does not exist. Renames a damaged file and
 * keeps its signing key if possible.
 *
 * @param warn Called with the name of the renamed file.
 * @throws ConfigurationError for a wrong option.
 */
export async function openFromFile(
  file: string,
  options: SandboxOptions,
  warn: (line: string) => void,
): Promise<OpenedFile> {
  const text = await readIfPresent(file).catch((error: unknown) => {
    throw new Error(`--state ${file}: ${describeError(error)}`);
  });
  const empty = new Sandbox(options);
  if (text === undefined) return { sandbox: empty };
  const sandbox = await parseState(text, options);
  if (sandbox !== undefined) return { sandbox, saved: text };
  const kept = unusedName(file, "damaged");
  await rename(file, kept);
  const withKey = await openWithKeyOf(text, options);
  const start = withKey ? "starting empty, with its key" : "starting empty, with a new public key";
  warn(`${file} does not contain the state of a local gateway. It was renamed to ${kept}, ${start}`);
  return { sandbox: withKey ?? empty };
}

/**
 * Writes every change to a file. If another process changed the file, writes to a new file, so that no state is lost.
 *
 * @returns A function that resolves when all changes are written.
 */
export function writeChanges(
  { sandbox, saved }: OpenedFile,
  file: string,
  warn: (line: string) => void,
): () => Promise<void> {
  let [target, last] = [file, saved];
  let isChanged = true;
  let writing: Promise<void> | undefined;
  let wasEmpty = true;
  /** Keeps a copy of the file before "Clear everything" empties it. */
  const keepCleared = async (): Promise<void> => {
    const { orders, products } = sandbox[PARTS].store;
    const isEmpty = orders.size + products.size === 0;
    if (isEmpty && !wasEmpty) {
      const kept = unusedName(target, "cleared");
      await copyFile(target, kept).then(
        () => warn(`Everything was cleared. The state before is in ${kept}`),
        () => undefined,
      );
    }
    wasEmpty = isEmpty;
  };
  const isOwn = async (): Promise<boolean> => {
    const found = await readIfPresent(target);
    return found === undefined || found === last;
  };
  const save = async (): Promise<void> => {
    const text = JSON.stringify(await sandbox.state());
    await keepCleared();
    if (!(await writeAtomically(target, text, isOwn))) {
      const foreign = target;
      target = unusedName(file, "own");
      warn(
        `${foreign} was changed by another process. From now on, this local gateway is saved in ${target}`,
      );
      await writeAtomically(target, text);
    }
    last = text;
  };
  const write = async (): Promise<void> => {
    while (isChanged) {
      isChanged = false;
      const isSaved = await save().then(
        () => true,
        (error: unknown) => warn(`${target} was not saved: ${describeError(error)}`),
      );
      await new Promise((resolve) => setTimeout(resolve, WRITE_INTERVAL));
      // Another process may have replaced the file after the rename.
      if (isSaved && !(await isOwn().catch(() => true))) isChanged = true;
    }
    writing = undefined;
  };
  const start = (): Promise<void> => {
    writing ??= write();
    return writing;
  };
  sandbox.onChange(() => {
    isChanged = true;
    void start();
  });
  void start();
  return start;
}

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
