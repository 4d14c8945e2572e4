import { open, readFile, rename, rm } from "node:fs/promises";
import { Sandbox, type SandboxOptions } from "../../sandbox/index.ts";

/** How long changes are collected before they are written once, in milliseconds. */
const PAUSE = 50;

export const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ENOENT";

/** A sandbox with a saved state; undefined if the text does not hold one. */
export async function parseState(text: string, options: SandboxOptions): Promise<Sandbox | undefined> {
  try {
    const sandbox = new Sandbox({ ...options, state: JSON.parse(text) });
    // The keys are only read when something is signed.
    await sandbox.sign("");
    return sandbox;
  } catch {
    return undefined;
  }
}

/**
 * Opens a sandbox with the state in a file. A file that does not exist is an empty state; one that is damaged is
 * renamed, and the sandbox starts empty.
 *
 * @param warn Gets a line that names the renamed file.
 * @throws ConfigurationError for a wrong option.
 */
export async function openFromFile(
  file: string,
  options: SandboxOptions,
  warn: (line: string) => void,
): Promise<Sandbox> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  const empty = new Sandbox(options);
  if (text === undefined) return empty;
  const sandbox = await parseState(text, options);
  if (sandbox !== undefined) return sandbox;
  const kept = `${file}.damaged-${new Date().toISOString().replaceAll(":", "-")}`;
  await rename(file, kept);
  warn(`${file} does not hold a sandbox's state; renamed to ${kept}, starting empty`);
  return empty;
}

/**
 * Replaces a file as a whole: a reader never sees half of it. The text goes through a new file, which is created and
 * never followed as a link, and only its owner can read it.
 */
export async function writeAtomically(file: string, text: string): Promise<void> {
  const draft = `${file}.tmp`;
  try {
    // A draft that a killed process left.
    await rm(draft, { force: true });
    const handle = await open(draft, "wx", 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Writes every change to a file. @returns a function that resolves when everything is written. */
export function writeChanges(
  sandbox: Sandbox,
  file: string,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let isChanged = true;
  let writing: Promise<void> | undefined;
  const write = async (): Promise<void> => {
    while (isChanged) {
      isChanged = false;
      await writeAtomically(file, JSON.stringify(await sandbox.state())).catch(onError);
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
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
