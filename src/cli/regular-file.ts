import { randomBytes } from "node:crypto";
import { lstat, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { codeOf } from "./errors.ts";

/** Returns the message's words for anything else than a regular file. */
const kindOf = (stats: Awaited<ReturnType<typeof lstat>>): string | undefined => {
  if (stats.isFile()) return undefined;
  if (stats.isSymbolicLink()) return "a symbolic link. Name the target of the link";
  return stats.isDirectory() ? "a folder. Name a file in it" : "not a regular file";
};

/** Reads a file. Undefined if there is none. */
export const readIfPresent = (file: string): Promise<string | undefined> =>
  readFile(file, "utf8").catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  });

/**
 * Checks a file before it is written, because a write would replace a device or a link.
 *
 * @throws Error if the path exists and is not a regular file. The message begins with the option.
 */
export async function checkRegularFile(option: string, file: string): Promise<void> {
  const stats = await lstat(file).catch(() => undefined);
  const kind = stats && kindOf(stats);
  if (kind !== undefined) throw new Error(`${option} ${file} is ${kind}`);
}

/** The files whose old drafts were removed by this process. */
const cleaned = new Set<string>();

/** Whether a process runs. A process of another user also does. */
const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
};

/** Removes the drafts of processes that were killed, because they contain the key. */
async function removeDrafts(file: string): Promise<void> {
  if (cleaned.has(file)) return;
  cleaned.add(file);
  const folder = dirname(file);
  for (const name of await readdir(folder).catch(() => [])) {
    const [, pid] = /\.(\d+)\.[0-9a-f]{8}\.tmp$/.exec(name) ?? [];
    if (pid && name.startsWith(`${basename(file)}.`) && !isRunning(Number(pid)))
      await rm(join(folder, name), { force: true }).catch(() => undefined);
  }
}

/**
 * Writes a temporary file, which `publish` renames or links, so that a reader never gets an incomplete file. Only the owner
 * can read it.
 */
export async function writeDraft<T>(
  file: string,
  text: string,
  publish: (draft: string) => Promise<T>,
): Promise<T> {
  await removeDrafts(file);
  const draft = `${file}.${process.pid}.${randomBytes(4).toString("hex")}.tmp`;
  try {
    // Not `open`, because the handles of Yarn's PnP cannot be synced.
    await writeFile(draft, text, { flag: "wx", mode: 0o600, flush: true });
    return await publish(draft);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Replaces a file by a complete file. @param mayReplace Called after the temporary file is on the disk. */
export async function writeAtomically(
  file: string,
  text: string,
  mayReplace = async (): Promise<boolean> => true,
): Promise<boolean> {
  return writeDraft(file, text, async (draft) => {
    const isReplaced = await mayReplace();
    if (isReplaced) await rename(draft, file);
    return isReplaced;
  });
}

/** Writes a complete file. @throws Error if the path is not a regular file. The message begins with the option. */
export async function writeRegularFile(option: string, file: string, text: string): Promise<void> {
  await checkRegularFile(option, file);
  await writeAtomically(file, text);
}
