import { lstat } from "node:fs/promises";

/** Returns the message's words for anything else than a regular file. */
const kindOf = (stats: Awaited<ReturnType<typeof lstat>>): string | undefined => {
  if (stats.isFile()) return undefined;
  if (stats.isSymbolicLink()) return "a symbolic link. Name the target of the link";
  return stats.isDirectory() ? "a folder. Name a file in it" : "not a regular file";
};

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
