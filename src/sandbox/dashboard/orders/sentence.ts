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
  | { readonly page: `/${string}`; readonly name: string }
  | Step;

export type Sentence = readonly Part[];
