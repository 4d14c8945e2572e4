import type { LINKED_PAGES } from "../page.ts";

/** `2026-11-20 21:46:07`; the page says that times are UTC. */
export const timeText = (at: string): string => at.slice(0, 19).replace("T", " ");

/** What can be done with an order by a press in the sentence that names it. */
export type Step =
  | { readonly press: "Send again"; readonly delivery: string }
  | { readonly press: "Complete" | "Fail"; readonly uid: string }
  | { readonly press: "Capture" | "Void"; readonly uid: string }
  | { readonly press: "Pay"; readonly as: string }
  | { readonly press: "the payment page" };

/** A part of a sentence: text, a time in ISO 8601, a page of the dashboard, or what can be done. */
export type Part =
  | string
  | { readonly at: string }
  | { readonly page: (typeof LINKED_PAGES)[keyof typeof LINKED_PAGES] }
  | Step;

/** What happened, and what can be done on the page: a terminal has commands in place of buttons. */
export interface Sentence {
  readonly says: readonly Part[];
  readonly next: readonly Part[];
}

const textOfPart = (part: Part): string => {
  if (typeof part === "string") return part;
  if ("at" in part) return `${timeText(part.at)} UTC`;
  if ("page" in part) return `${part.page.name} of the dashboard`;
  return part.press === "Pay" ? part.as : part.press;
};

const isStep = (part: Part): part is Step => typeof part === "object" && "press" in part;

/** What happened, with times in UTC. */
export const textOfSentence = ({ says }: Sentence): string => says.map(textOfPart).join("");

/** What can be done, in the order of the sentence. */
export const stepsOf = ({ next }: Sentence): Step[] => next.filter(isStep);

/** A sentence about what happened, with what can be done. */
export const toSentence = (says: readonly Part[], next: readonly Part[] = []): Sentence => ({ says, next });
