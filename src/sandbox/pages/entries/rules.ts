/** A pattern that a field has to match, and the text for a value that does not. */
export interface Rule {
  /** No flags but `u`: fields.js builds it again from its source. */
  readonly pattern: RegExp;
  readonly text: string;
  /** The numbers of the cards that it applies to. Default: all. */
  readonly numbers?: RegExp | undefined;
}

export const filled = (text: string): Rule => ({ pattern: /\S/u, text });

export const problemOf = (value: string, rules: readonly Rule[] = [], number = ""): string | undefined =>
  rules.find(({ pattern, numbers }) => !pattern.test(value) && (numbers?.test(number) ?? true))?.text;
