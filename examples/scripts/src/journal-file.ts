import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";

/** No line is longer. */
const LONGEST_LINE = 65_536;

/** A line that a kill cut short was not acted upon: nothing happens before its line is on the disk. */
async function dropTornLine(handle: FileHandle): Promise<void> {
  const { size } = await handle.stat();
  const position = Math.max(0, size - LONGEST_LINE);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(LONGEST_LINE), 0, LONGEST_LINE, position);
  await handle.truncate(position + buffer.subarray(0, bytesRead).lastIndexOf("\n") + 1);
}

/** A new file is there after a power cut only when its folder is on the disk too. Windows can't do that. */
async function syncFolder(file: string): Promise<void> {
  if (process.platform === "win32") return;
  await using folder = await open(dirname(file), "r");
  await folder.sync();
}

/** A file of JSON lines that only grows. What was appended is on the disk. */
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

  /** Everything that was appended so far. */
  async *entries(): AsyncGenerator<Record<string, unknown>> {
    await this.#writing;
    for await (const line of this.#handle.readLines({ start: 0, autoClose: false })) yield JSON.parse(line);
  }

  /** Lines that come while the disk is busy are written together: a sync for each would be slow. */
  append(entry: Record<string, unknown>): Promise<void> {
    this.#lines.push(`${JSON.stringify(entry)}\n`);
    this.#writing = this.#writing.then(() => this.#flush());
    return this.#writing;
  }

  /** @throws what an append threw: one that failed lets all later ones fail. */
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
