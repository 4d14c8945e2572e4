import type { Clock } from "./clock.ts";
import type { RequestIdRecord } from "./records/records.ts";

/** How long a `RequestID` is kept, in milliseconds. Source: gateway documentation, "Idempotent requests". */
const LIFETIME = 24 * 60 * 60 * 1000;

/** What a request led to: a transaction, or its refusal. */
type Result = Pick<RequestIdRecord, "uid" | "problems">;

/** The requests for transactions that had a `RequestID`: a second one with the same id gets the result of the first. */
export class RequestIds {
  readonly #records: Map<string, RequestIdRecord>;
  readonly #clock: Clock;
  readonly #emitChange: () => void;

  constructor(records: Map<string, RequestIdRecord>, clock: Clock, emitChange: () => void) {
    this.#records = records;
    this.#clock = clock;
    this.#emitChange = emitChange;
  }

  /** The result of the first request with this id. `process` is synchronous: of two at once, one is processed. */
  once(id: string | undefined, process: () => Result): Result {
    if (!id) return process();
    this.#removeOld();
    const known = this.#records.get(id);
    if (known) return known;
    const result = process();
    this.#records.set(id, { id, at: this.#clock.now().toISOString(), ...result });
    this.#emitChange();
    return result;
  }

  /** They are in the order of their time. */
  #removeOld(): void {
    const now = this.#clock.now();
    for (const { id, at } of this.#records.values()) {
      if (now < this.#clock.endOf(new Date(at), LIFETIME)) return;
      this.#records.delete(id);
    }
  }
}
