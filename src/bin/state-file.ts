import { open, readFile, rename, rm } from "node:fs/promises";
import type { Sandbox, SandboxState } from "../sandbox/index.ts";

/** What a burst of changes waits for, so that it is written once, in milliseconds. */
const PAUSE = 50;

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ENOENT";

/**
 * What a file holds; undefined when there is none yet.
 *
 * @throws Error that names the file when it holds something else.
 */
export async function readState(file: string): Promise<SandboxState | undefined> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    throw new Error(`${file} is no JSON; it is left as it is`);
  }
}

/** All of it or nothing: a reader never sees half a file, whenever the process or the machine ends. */
async function writeAtomically(file: string, text: string): Promise<void> {
  const draft = `${file}.tmp`;
  try {
    const handle = await open(draft, "w", 0o600);
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

/** Writes every change to a file. @returns what writes what is not written yet. */
export function keepState(
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
