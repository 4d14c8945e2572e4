import { JournalFile } from "./journal-file.ts";

/** A row whose request was sent, with an unknown result. */
export interface Unresolved {
  /** Line in the CSV file. */
  readonly line: number;
  readonly fingerprint: string;
  /** Milliseconds since 1970, by our clock. */
  readonly at: number;
}

/** What a journal belongs to. A journal of the sandbox must not be used for the real gateway. */
export interface Import {
  readonly gateway: string;
  readonly shopId: string;
  readonly test: boolean;
}

/** Line of a row that an earlier run created. */
const EARLIER = 0;

/**
 * State of every row, synced to disk before each request:
 *
 *     {"intent":KEY,"line":2,"fingerprint":"…","at":1793000000000}   the request is sent next
 *     {"done":KEY,"id":"prd_…"}                                   it was created
 *     {"none":KEY}                                                it was not created
 *
 * An intent without `done` or `none` after it is unresolved.
 */
export class Journal {
  readonly #file: JournalFile;
  readonly #lines = new Map<string, number>();
  readonly #unresolved = new Map<string, Unresolved>();

  private constructor(file: JournalFile) {
    this.#file = file;
  }

  /** @throws Error when the file belongs to another import. */
  static async open(path: string, given: Import): Promise<Journal> {
    const file = await JournalFile.open(path);
    const journal = new Journal(file);
    let isNew = true;
    for await (const entry of file.entries()) {
      if (isNew && JSON.stringify(entry) !== JSON.stringify({ import: given })) {
        await file.close();
        throw new Error(`${path} is the journal of another import: ${JSON.stringify(entry)}`);
      }
      isNew = false;
      journal.#take(entry);
    }
    if (isNew) await file.append({ import: given });
    return journal;
  }

  get unresolved(): ReadonlyMap<string, Unresolved> {
    return this.#unresolved;
  }

  /** @returns the line that has the same key in this run, 0 for an earlier run, undefined when the row is new. */
  claim(key: string, line: number): number | undefined {
    const other = this.#lines.get(key);
    if (other === undefined) this.#lines.set(key, line);
    return other;
  }

  async intend(key: string, line: number, fingerprint: string): Promise<void> {
    const intent = { intent: key, line, fingerprint, at: Date.now() };
    this.#take(intent);
    await this.#file.append(intent);
  }

  /** Not awaited: if the entry is lost, the row is looked up in the next run. */
  done(key: string, id: string): void {
    this.#file.append({ done: key, id }).catch(() => "the next append fails too");
    this.#take({ done: key });
  }

  /** As `done`. */
  none(key: string): void {
    this.#file.append({ none: key }).catch(() => "the next append fails too");
    this.#take({ none: key });
  }

  /** Which of these products were created from a row. Read from disk, since it is needed at most twice a run. */
  async known(ids: ReadonlySet<string>): Promise<Set<unknown>> {
    const known = new Set<unknown>();
    for await (const { id } of this.#file.entries()) if (ids.has(String(id))) known.add(id);
    return known;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#file.close();
  }

  #take({ intent, done, none, line, fingerprint, at }: Record<string, unknown>): void {
    if (typeof intent === "string") {
      this.#unresolved.set(intent, { line: Number(line), fingerprint: String(fingerprint), at: Number(at) });
    }
    this.#unresolved.delete(String(done ?? none));
    if (typeof done === "string" && !this.#lines.has(done)) this.#lines.set(done, EARLIER);
  }
}
