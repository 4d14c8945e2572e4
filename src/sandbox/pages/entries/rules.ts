/** Whether a card number's last digit is wrong by the formula of Luhn. */
const isMistyped = (number: string): boolean => {
  if (!/^\d{12,19}$/.test(number)) return false;
  const sum = [...number].reverse().reduce((total, character, index) => {
    const digit = Number(character) * (index % 2 === 1 ? 2 : 1);
    return total + (digit > 9 ? digit - 9 : digit);
  }, 0);
  return sum % 10 !== 0;
};

/** A pattern that a field has to match, and the text for a value that does not. */
export interface Rule {
  /** No flags but `u`: fields.js builds it again from its source. */
  readonly pattern: RegExp;
  readonly text: string;
  /** The numbers of the cards that it applies to. Default: all. */
  readonly numbers?: RegExp | undefined;
  /** Whether it applies only to numbers whose check digit is wrong. */
  readonly isCheckDigit?: boolean;
}

export const filled = (text: string): Rule => ({ pattern: /\S/u, text });

export const problemOf = (value: string, rules: readonly Rule[] = [], number = ""): string | undefined =>
  rules.find(
    ({ pattern, numbers, isCheckDigit }) =>
      !pattern.test(value) && (numbers?.test(number) ?? true) && (!isCheckDigit || isMistyped(value)),
  )?.text;
