/** The pages with links from sentences and other pages. */
export const LINKED_PAGES = {
  log: { address: "/sandbox/log", name: "API calls" },
  products: { address: "/sandbox/products", name: "Products" },
  failures: { address: "/sandbox/failures", name: "Failures" },
  environment: { address: "/sandbox/environment", name: "Environment" },
  guide: { address: "/sandbox/environment#verify", name: "Verify notifications" },
} as const;

/** Returns what a plan is for, such as `next call` or `next 3 calls`. */
export const nextText = (times: number, what: string): string =>
  times === 1 ? `next ${what}` : `next ${times} ${what}s`;

export const slug = (name: string): string => name.toLowerCase().replaceAll(/[^a-z\d]+/g, "-");

/** An action for an order. The sentence shows it as a button, a form or a link. */
export type NextStep =
  | { readonly press: "Send again"; readonly delivery: string }
  | { readonly press: "Complete" | "Fail"; readonly uid: string }
  | { readonly press: "Capture" | "Void"; readonly uid: string }
  | { readonly press: "Create it again" }
  | { readonly press: "Pay"; readonly as: string }
  | { readonly press: "the payment page" };

/** A part of a sentence, which is a text, a time in ISO 8601, a page of the dashboard, an order, or an action. */
export type Phrase =
  | string
  | { readonly at: string }
  | { readonly page: (typeof LINKED_PAGES)[keyof typeof LINKED_PAGES] }
  | { readonly order: string; readonly name: string }
  | NextStep;

/** An explanation, and the next actions on the page. A terminal shows commands in place of the actions. */
export interface Sentence {
  readonly says: readonly Phrase[];
  readonly next: readonly Phrase[];
  /** Whether the sentence only adds a detail. */
  readonly isQuiet?: boolean;
}

/** A text, or a time that each reader formats in its zone. */
type Text = string | { readonly at: string };

const textOfPart = (part: Phrase): Text => {
  if (typeof part === "string" || "at" in part) return part;
  if ("page" in part) return `${part.page.name} of the dashboard`;
  if ("order" in part) return part.name;
  return part.press === "Pay" ? part.as : part.press;
};

const isStep = (part: Phrase): part is NextStep => typeof part === "object" && "press" in part;

export const textsOfSentence = ({ says }: Sentence): Text[] => says.map(textOfPart);

export const stepsOf = ({ next }: Sentence): NextStep[] => next.filter(isStep);

export const toSentence = (says: string | readonly Phrase[], next: readonly Phrase[] = []): Sentence => ({
  says: typeof says === "string" ? [says] : says,
  next,
});
