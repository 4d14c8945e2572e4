import { type PaymentsClient, PaymentsError, type ProductCreateParams } from "payments-client";
import { createProduct, type Outcome } from "./create-product.ts";
import type { Journal } from "./journal.ts";
import { Problems } from "./problems.ts";
import type { Tally } from "./progress.ts";
import { type Row, readRows } from "./read-rows.ts";
import { reconcile } from "./reconcile.ts";
import { checkColumns, keyOf, toProduct } from "./to-product.ts";

export interface ImportSettings {
  readonly file: string;
  readonly delimiter: string;
  /** Requests at the same time. */
  readonly concurrency: number;
  /** Milliseconds until the gateway has surely finished a request whose response was lost. */
  readonly settle: number;
  /** Makes test products. */
  readonly test: boolean;
}

interface ImportOptions extends ImportSettings {
  readonly payments: PaymentsClient;
  readonly journal: Journal;
  readonly tally: Tally;
  /** Called with the number of bytes that are imported. */
  readonly readTo: (bytes: number) => void;
}

/** Consecutive failures that count as an outage. More requests would only add unresolved rows. */
const OUTAGE = 10;

const UNRESOLVED = 'may have been created: run it again; if this stays, see "Unresolved rows" in the README';

/** Creates a product for each row of a CSV file, once. */
export class Importer {
  readonly problems = new Problems();
  readonly #options: ImportOptions;
  readonly #stop = new AbortController();
  #failures = 0;

  constructor(options: ImportOptions) {
    this.#options = options;
  }

  /** Completes requests in progress and starts no new ones. */
  stop(reason: string): void {
    this.#stop.abort(new Error(reason));
  }

  /** Why it stopped early. Undefined if it did not. */
  get stopped(): string | undefined {
    const { aborted, reason } = this.#stop.signal;
    return aborted ? reason.message : undefined;
  }

  /** Resolves rows of earlier runs first. At the end, resolves and reads again the rows that this run left unresolved. */
  async run(): Promise<void> {
    const { journal } = this.#options;
    await this.#settle();
    await this.#read((row, key) => this.#isNew(row, key));
    const again = await this.#settle();
    if (again.size > 0) await this.#read((_, key) => again.delete(key));
    for (const { line } of journal.unresolved()) this.problems.add(line, UNRESOLVED);
  }

  async #settle(): Promise<Set<string>> {
    const { journal, settle } = this.#options;
    try {
      return this.stopped === undefined ? await reconcile(journal, settle, this.#stop.signal) : new Set();
    } catch (error) {
      if (error instanceof PaymentsError) this.stop(error.message);
      if (this.stopped === undefined) throw error;
      return new Set();
    }
  }

  async #read(isWanted: (row: Row, key: string) => boolean): Promise<void> {
    const { file, delimiter, concurrency, readTo } = this.#options;
    const rows = this.#untilStopped(readRows(file, delimiter, checkColumns));
    const work = async (): Promise<void> => {
      for await (const row of rows) {
        await this.#import(row, isWanted);
        readTo(row.bytes);
      }
    };
    // An error is thrown after the other rows in progress are done.
    const results = await Promise.allSettled(Array.from({ length: concurrency }, work));
    const failed = results.find((result) => result.status === "rejected");
    if (failed) throw failed.reason;
  }

  async *#untilStopped(rows: AsyncGenerator<Row>): AsyncGenerator<Row> {
    for await (const row of rows) {
      if (this.stopped !== undefined) return;
      yield row;
    }
  }

  #isNew(row: Row, key: string): boolean {
    const { journal, tally } = this.#options;
    if (row.problem !== undefined) return this.#bad(row, row.problem);
    const claim = journal.claim(key, row.line);
    if (typeof claim === "number") return this.#bad(row, `repeats line ${claim}`);
    if (claim === "created") tally.alreadyThere += 1;
    return claim === "new";
  }

  #bad({ line }: Row, reason: string): false {
    this.#options.tally.bad += 1;
    this.problems.add(line, reason);
    return false;
  }

  async #import(row: Row, isWanted: (row: Row, key: string) => boolean): Promise<void> {
    const { payments, journal } = this.#options;
    const key = keyOf(row.fields);
    if (!isWanted(row, key)) return;
    const params = this.#paramsOf(row);
    if (params === undefined) return;
    const asked = { key, params };
    this.#count(row, await createProduct(payments, journal, asked, this.#stop.signal));
  }

  #paramsOf(row: Row): ProductCreateParams | undefined {
    try {
      return toProduct(row.fields, this.#options.test);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.#bad(row, error.message);
      return undefined;
    }
  }

  #count(row: Row, outcome: Outcome): void {
    if (outcome.is === "created") this.#options.tally.created += 1;
    if (outcome.is === "bad") this.#bad(row, outcome.error.message);
    if (outcome.is === "created" || outcome.is === "bad") {
      this.#failures = 0;
      return;
    }
    const { message } = outcome.error;
    if (outcome.is !== "unknown") this.problems.add(row.line, `not created: ${message}`);
    this.#failures += 1;
    if (outcome.is === "refused for all" || this.#failures >= OUTAGE) this.stop(message);
  }
}
