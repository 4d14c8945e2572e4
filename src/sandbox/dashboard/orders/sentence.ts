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

export type Sentence = readonly Part[];

const textOfPart = (part: Part): string => {
  if (typeof part === "string") return part;
  if ("at" in part) return `${timeText(part.at)} UTC`;
  if ("page" in part) return part.page.name;
  return part.press === "Pay" ? part.as : part.press;
};

/** A sentence where nothing can be pressed, with its times in UTC. */
export const textOfSentence = (sentence: Sentence): string => sentence.map(textOfPart).join("");
