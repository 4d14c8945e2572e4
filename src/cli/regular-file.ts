import { lstat } from "node:fs/promises";

/** What is not a regular file, as the message names it. */
const kindOf = (stats: Awaited<ReturnType<typeof lstat>>): string | undefined => {
  if (stats.isFile()) return undefined;
  if (stats.isSymbolicLink()) return "a symbolic link. Name the file that it leads to";
  return stats.isDirectory() ? "a folder. Name a file in it" : "not a regular file";
};

/**
 * Checks a file before it is written. A write replaces the file, and would replace a device or a link too.
 *
 * @throws Error if it exists and is not a regular file. The message begins with the option.
 */
export async function checkRegularFile(option: string, file: string): Promise<void> {
  const stats = await lstat(file).catch(() => undefined);
  const kind = stats && kindOf(stats);
  if (kind !== undefined) throw new Error(`${option} ${file} is ${kind}`);
}
