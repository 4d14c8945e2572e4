import type { Trial } from "./trial.ts";

/** One trouble that a shop must survive. */
export interface Scenario {
  readonly name: string;
  /** What is done, in a sentence. */
  readonly description: string;
  readonly expected: string;
  /** What to change where it fails, with the section of the guide. */
  readonly advice: string;
  /** The function of the shop without which it is skipped. */
  readonly needs?: "reconcile" | "refund" | "restart";
  /** @returns what was seen. @throws Failed, Skipped */
  readonly run: (trial: Trial) => Promise<string>;
}
