import type { Trial } from "./trial.ts";

/** One trouble that a shop must survive. */
export interface Scenario {
  readonly name: string;
  /** What is done, in a sentence. */
  readonly description: string;
  readonly expected: string;
  /** What to change where it fails, with the section of the guide. */
  readonly advice: string;
  /** @returns what was seen. @throws Failed, Skipped */
  readonly run: (trial: Trial) => Promise<string>;
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
