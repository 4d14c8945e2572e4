import type { LoggedCall } from "./calls.ts";

export interface JournalLine {
  /**
   * `refusal` is the refused request of a web page, and `plan` a change of the planned failures or disturbances. `answer` is
   * the shop's answer to a post. It and `state` change the records in `sandbox.state()`.
   */
  readonly kind: "call" | "refusal" | "plan" | "answer" | "state";
  /** Id of the call, or of the answered delivery. */
  readonly id?: string | undefined;
}

/** The most calls that are kept, and the most characters of their bodies. */
const [MAX_CALLS, MAX_CHARACTERS] = [1000, 4_000_000];

const lengthOf = ({ bodyText, answerText }: Pick<LoggedCall, "bodyText" | "answerText">): number =>
  bodyText.length + answerText.length;

export class Journal {
  readonly calls = new Map<string, LoggedCall>();
  dropped = 0;
  /** Number of refused requests, from a page of another origin or for another host name. */
  refused = 0;
  readonly #listeners = new Set<(line: JournalLine) => void>();
  #count = 0;
  #characters = 0;

  append(kind: JournalLine["kind"], id?: string): void {
    if (kind === "refusal") this.refused += 1;
    const line = { kind, id };
    for (const listener of this.#listeners) {
      try {
        listener(line);
      } catch {
        // An error of a listener must not affect the payment.
      }
    }
  }

  addCall(call: Omit<LoggedCall, "id">): void {
    this.#count += 1;
    const id = String(this.#count);
    this.calls.set(id, { ...call, id });
    this.#characters += lengthOf(call);
    for (const [oldest, each] of this.calls) {
      if (this.calls.size <= MAX_CALLS && this.#characters <= MAX_CHARACTERS) break;
      this.calls.delete(oldest);
      this.#characters -= lengthOf(each);
      this.dropped += 1;
    }
    this.append("call", id);
  }

  clear(): void {
    this.calls.clear();
    this.#characters = 0;
    this.refused = 0;
    this.dropped = 0;
    this.append("state");
  }

  /** @returns A function that removes the listener. */
  subscribe(listener: (line: JournalLine) => void): () => void {
    const own = (line: JournalLine) => listener(line);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }
}
