import type { LoggedCall } from "./calls.ts";
import type { Clock } from "./clock.ts";

/** What happens to the records of `sandbox.state()`. */
type StateKind =
  | "product"
  | "token"
  | "transaction"
  | "change"
  | "expired"
  | "card"
  | "request id"
  | "delivery"
  | "posting"
  | "postponed"
  | "signature"
  | "answer"
  | "cleared";

/** Something that happened in the local gateway. */
export interface JournalLine {
  /** ISO 8601. */
  readonly at: string;
  /** `refusal`: of a web page's request. `plan`: the plan of failures or disturbances changed. */
  readonly kind: "call" | "refusal" | "plan" | StateKind;
  /** The payment token that it concerns, or the `uid` of a payment without one. A call contains its orders itself. */
  readonly order?: string | undefined;
  /** Identifier of the record: a product, token, transaction, delivery or call. */
  readonly id?: string | undefined;
  /** The transaction that a delivery is about. */
  readonly uid?: string | undefined;
}

/** Whether a line is about something that `sandbox.state()` contains. */
export const isInState = ({ kind }: JournalLine): boolean =>
  kind !== "call" && kind !== "refusal" && kind !== "plan";

const MAX_CALLS = 1000;

export class Journal {
  /** The lines of each order, the oldest first. */
  readonly orders = new Map<string, JournalLine[]>();
  /** The newest API calls by their id, the oldest of them first. */
  readonly calls = new Map<string, LoggedCall>();
  /** How many calls are no longer kept. */
  dropped = 0;
  /** How many requests of web pages of another origin, or to another host's name, were refused. They are not kept. */
  refused = 0;
  readonly #clock: Clock;
  readonly #listeners = new Set<(line: JournalLine) => void>();
  #count = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  append(kind: JournalLine["kind"], about: Omit<JournalLine, "at" | "kind"> = {}): void {
    if (kind === "refusal") this.refused += 1;
    const line = { at: this.#clock.now().toISOString(), kind, ...about };
    this.keep(line);
    for (const listener of this.#listeners) {
      try {
        listener(line);
      } catch {
        // A failing listener must not fail the payment.
      }
    }
  }

  /** Keeps a line of an order without calling back. */
  keep(line: JournalLine): void {
    const { order } = line;
    if (order === undefined) return;
    const lines = this.orders.get(order);
    if (lines) lines.push(line);
    else this.orders.set(order, [line]);
  }

  addCall(call: Omit<LoggedCall, "id">): void {
    this.#count += 1;
    const id = String(this.#count);
    this.calls.set(id, { ...call, id });
    if (this.calls.delete(String(this.#count - MAX_CALLS))) this.dropped += 1;
    this.append("call", { id });
  }

  clear(): void {
    this.orders.clear();
    this.calls.clear();
    this.refused = 0;
    this.dropped = 0;
    this.append("cleared");
  }

  /** @returns a function that removes the listener. */
  subscribe(listener: (line: JournalLine) => void): () => void {
    const own = (line: JournalLine) => listener(line);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }
}
