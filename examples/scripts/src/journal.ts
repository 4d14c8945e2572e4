import { JournalFile } from "./journal-file.ts";

/** A row whose product was asked for, with nobody knowing whether it was made. */
export interface Doubt {
  /** Where it was in the CSV file. */
  readonly line: number;
  readonly likeness: string;
  /** Milliseconds since 1970, by our clock. */
  readonly at: number;
}

/** What a journal belongs to: one of the sandbox must never keep a row from the gateway. */
export interface Import {
  readonly gateway: string;
  readonly shopId: string;
  readonly test: boolean;
}

/** In an earlier run. */
const EARLIER = 0;

/**
 * What became of every row, on the disk before and after each request:
 *
 *     {"intent":KEY,"line":2,"likeness":"…","at":1793000000000}   the product is asked for next
 *     {"done":KEY,"id":"prd_…"}                                   it was made
 *     {"none":KEY}                                                it was not made
 *
 * An intent with neither behind it is a doubt.
 */
export class Journal {
  readonly #file: JournalFile;
  readonly #lines = new Map<string, number>();
  readonly #doubts = new Map<string, Doubt>();

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

  get doubts(): ReadonlyMap<string, Doubt> {
    return this.#doubts;
  }

  /** @returns where else the row is: its line in this run, 0 for an earlier run; undefined when it is new. */
  claim(key: string, line: number): number | undefined {
    const other = this.#lines.get(key);
    if (other === undefined) this.#lines.set(key, line);
    return other;
  }

  async intend(key: string, line: number, likeness: string): Promise<void> {
    const intent = { intent: key, line, likeness, at: Date.now() };
    this.#take(intent);
    await this.#file.append(intent);
  }

  /** Written with the next intent, and not waited for: were it lost, the row would be looked up. */
  done(key: string, id: string): void {
    this.#file.append({ done: key, id }).catch(() => "what comes next fails too");
    this.#take({ done: key });
  }

  /** As `done`. */
  none(key: string): void {
    this.#file.append({ none: key }).catch(() => "what comes next fails too");
    this.#take({ none: key });
  }

  /** Those of some products that are known to come from a row. Read from the disk: it is asked once a run. */
  async known(ids: ReadonlySet<string>): Promise<Set<unknown>> {
    const known = new Set<unknown>();
    for await (const { id } of this.#file.entries()) if (ids.has(String(id))) known.add(id);
    return known;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#file.close();
  }

  #take({ intent, done, none, line, likeness, at }: Record<string, unknown>): void {
    if (typeof intent === "string") {
      this.#doubts.set(intent, { line: Number(line), likeness: String(likeness), at: Number(at) });
    }
    this.#doubts.delete(String(done ?? none));
    if (typeof done === "string" && !this.#lines.has(done)) this.#lines.set(done, EARLIER);
  }
}
