/** The result of a scenario. */
export interface ScenarioResult {
  /** For `only`, such as `notified twice`. */
  readonly name: string;
  /** What was done, in a sentence. */
  readonly description: string;
  /** False for one that failed or was skipped. */
  readonly passed: boolean;
  /** Whether it does not apply to the shop, or needs a function that was not given. */
  readonly skipped: boolean;
  /** What the shop was expected to do. */
  readonly expected: string;
  /** What it did, or why the scenario was skipped. */
  readonly observed: string;
  /** What to change, or a remark about a scenario that passed; undefined if there is neither. */
  readonly advice: string | undefined;
  /** How long it took, in milliseconds. */
  readonly durationMs: number;
}

/** The shop did not do what is expected; the message says what was seen. */
export class Failed extends Error {
  /** What to change, if it is not what the scenario advises. */
  readonly advice: string | undefined;

  constructor(observed: string, advice?: string) {
    super(observed);
    this.advice = advice;
  }
}

/** A scenario does not apply to the shop, or needs a function that was not given; the message says which. */
export class Skipped extends Error {}
