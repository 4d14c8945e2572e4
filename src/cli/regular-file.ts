import { constants, lstat, open } from "node:fs/promises";

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

/** Writes a file, but not through a link that was made after the check. @throws Error if the path is not a regular file. */
export async function writeRegularFile(option: string, file: string, text: string): Promise<void> {
  await checkRegularFile(option, file);
  const { O_CREAT, O_NOFOLLOW = 0, O_TRUNC, O_WRONLY } = constants;
  const handle = await open(file, O_CREAT | O_NOFOLLOW | O_TRUNC | O_WRONLY, 0o666);
  try {
    await handle.writeFile(text);
  } finally {
    await handle.close();
  }
}
