import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";

/** Longest possible line, in bytes. */
const LONGEST_LINE = 65_536;

/** Drops a last line that a kill cut short. No request was sent for it: a line is synced before its request. */
async function dropTornLine(handle: FileHandle): Promise<void> {
  const { size } = await handle.stat();
  const position = Math.max(0, size - LONGEST_LINE);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(LONGEST_LINE), 0, LONGEST_LINE, position);
  await handle.truncate(position + buffer.subarray(0, bytesRead).lastIndexOf("\n") + 1);
}

/** A new file survives a power cut only when its folder is synced too. Not possible on Windows. */
async function syncFolder(file: string): Promise<void> {
  if (process.platform === "win32") return;
  await using folder = await open(dirname(file), "r");
  await folder.sync();
}

/** An append-only file of JSON lines. Resolved appends are synced to disk. */
export class JournalFile {
  readonly #handle: FileHandle;
  #lines: string[] = [];
  #writing = Promise.resolve();

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  static async open(file: string): Promise<JournalFile> {
    const handle = await open(file, "a+", 0o600);
    await dropTornLine(handle);
    await syncFolder(file);
    return new JournalFile(handle);
  }

  /** All entries so far. */
  async *entries(): AsyncGenerator<Record<string, unknown>> {
    await this.#writing;
    for await (const line of this.#handle.readLines({ start: 0, autoClose: false })) yield JSON.parse(line);
  }

  /** Appends during a sync are written together: one sync per line would be slow. */
  append(entry: Record<string, unknown>): Promise<void> {
    this.#lines.push(`${JSON.stringify(entry)}\n`);
    this.#writing = this.#writing.then(() => this.#flush());
    return this.#writing;
  }

  /** @throws the error of a failed append, after which all later ones fail too. */
  async close(): Promise<void> {
    try {
      await this.#writing;
    } finally {
      await this.#handle.close();
    }
  }

  async #flush(): Promise<void> {
    if (this.#lines.length === 0) return;
    const text = this.#lines.join("");
    this.#lines = [];
    await this.#handle.appendFile(text);
    await this.#handle.datasync();
  }
}
