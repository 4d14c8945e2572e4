import { copyFile, readFile, rename, stat } from "node:fs/promises";
import { PARTS, Sandbox } from "../../sandbox/sandbox.ts";
import type { SandboxOptions } from "../../sandbox/sandbox-options.ts";
import { codeOf, describeError } from "../errors.ts";
import { writeAtomically } from "../regular-file.ts";

/** Minimum milliseconds between two writes. */
const WRITE_INTERVAL = 50;

export const isMissing = (error: unknown): boolean => codeOf(error) === "ENOENT";

/** Identifies a version of a file. Undefined if the file is missing. */
type Version = string | undefined;

async function versionOf(file: string): Promise<Version> {
  try {
    const { ino, mtimeNs, size } = await stat(file, { bigint: true });
    return [ino, mtimeNs, size].join(" ");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

const unusedName = (file: string, why: string): string =>
  `${file}.${why}-${new Date().toISOString().replaceAll(":", "-")}`;

export interface OpenedFile {
  readonly sandbox: Sandbox;
  readonly version?: Version;
}

/** Opens a sandbox with a saved state. Returns undefined if the text is not a state. */
export async function parseState(text: string, options: SandboxOptions): Promise<Sandbox | undefined> {
  try {
    const sandbox = new Sandbox({ ...options, state: JSON.parse(text) });
    // A sandbox parses its keys only when it signs, so a wrong key is found here.
    await sandbox.sign("");
    return sandbox;
  } catch {
    return undefined;
  }
}

/** Opens an empty sandbox with the key of a damaged state, so that shops can keep their public key. */
async function openWithKeyOf(text: string, options: SandboxOptions): Promise<Sandbox | undefined> {
  try {
    const { key } = JSON.parse(text);
    return await parseState(JSON.stringify({ ...(await new Sandbox(options).state()), key }), options);
  } catch {
    return undefined;
  }
}

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
  const version = await versionOf(file);
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw new Error(`--state ${file}: ${describeError(error)}`);
  });
  const empty = new Sandbox(options);
  if (text === undefined) return { sandbox: empty };
  const sandbox = await parseState(text, options);
  if (sandbox !== undefined) return { sandbox, version };
  const kept = unusedName(file, "damaged");
  await rename(file, kept);
  const withKey = await openWithKeyOf(text, options);
  const start = withKey ? "starting empty, with its key" : "starting empty, with a new public key";
  warn(`${file} does not contain the state of a sandbox. It was renamed to ${kept}, ${start}`);
  return { sandbox: withKey ?? empty };
}

/**
 * Writes every change to a file. If another process changed the file, writes to a new file, so that no state is lost.
 *
 * @returns A function that resolves when all changes are written.
 */
export function writeChanges(
  { sandbox, version }: OpenedFile,
  file: string,
  warn: (line: string) => void,
): () => Promise<void> {
  let [target, last] = [file, version];
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
  const save = async (): Promise<string> => {
    const text = JSON.stringify(await sandbox.state());
    await keepCleared();
    const isOwn = await writeAtomically(target, text, async () => {
      const found = await versionOf(target);
      return found === undefined || found === last;
    });
    if (!isOwn) {
      const foreign = target;
      target = unusedName(file, "own");
      warn(`${foreign} was changed by another process. From now on, this sandbox is saved in ${target}`);
      await writeAtomically(target, text);
    }
    last = await versionOf(target);
    return text;
  };
  /** Writes again if another process replaced the file after the rename, because `last` may be that process's version. */
  const check = async (saved: string): Promise<void> => {
    const found = await readFile(target, "utf8").catch(() => saved);
    if (found === saved) return;
    last = "";
    isChanged = true;
  };
  const write = async (): Promise<void> => {
    while (isChanged) {
      isChanged = false;
      const saved = await save().catch((error: unknown) =>
        warn(`${target} was not saved: ${describeError(error)}`),
      );
      await new Promise((resolve) => setTimeout(resolve, WRITE_INTERVAL));
      if (saved !== undefined) await check(saved);
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
