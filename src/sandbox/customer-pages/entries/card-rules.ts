import { AMEX, findTestCard } from "../../gateway/cards/test-cards.ts";
import { isExcludedBrand } from "../../gateway/transactions/offered-methods.ts";
import type { CheckoutSession } from "../checkout-session.ts";
import type { Messages } from "../i18n.ts";

/** How many digits the security code of a card has. */
const codeLength = (number: string): 3 | 4 => (AMEX.test(number) ? 4 : 3);

/** A code of that length. */
export const sampleCode = (number: string): string => "1234".slice(0, codeLength(number));

/** Whether a card number's last digit is wrong by the formula of Luhn. */
const isMistyped = (number: string): boolean => {
  if (!/^\d{12,19}$/.test(number)) return false;
  const sum = [...number].reverse().reduce((total, character, index) => {
    const digit = Number(character) * (index % 2 === 1 ? 2 : 1);
    return total + (digit > 9 ? digit - 9 : digit);
  }, 0);
  return sum % 10 !== 0;
};

export const numberProblem = (
  { checkout, messages }: CheckoutSession,
  number: string,
): string | undefined => {
  const { problems, cardNumber } = messages;
  if (number === "") return problems.required(cardNumber);
  const card = findTestCard(number);
  if (card) return isExcludedBrand(checkout.fields, card.brand) ? problems.brand : undefined;
  return isMistyped(number) ? problems.mistyped : problems.testCardsOnly;
};

/** The month and year of an expiry date; undefined if it is none. */
export const readExpiry = (expiry: string): { readonly month: number; readonly year: number } | undefined => {
  const [, month, year] = /^(0?[1-9]|1[0-2]) ?\/? ?(?:20)?(\d\d)$/.exec(expiry) ?? [];
  return month === undefined ? undefined : { month: Number(month), year: 2000 + Number(year) };
};

/** A card is valid until the end of its month. */
export const expiryProblem = ({ shop, messages }: CheckoutSession, expiry: string): string | undefined => {
  const { problems } = messages;
  const date = readExpiry(expiry);
  if (!date) return problems.expiry;
  return Date.UTC(date.year, date.month) <= shop.clock.now().getTime() ? problems.expired : undefined;
};

export const codeProblem = (code: string, number: string, { problems }: Messages): string | undefined =>
  /^\d+$/.test(code) && code.length === codeLength(number) ? undefined : problems.codeOf(codeLength(number));

/** Letters of any alphabet. */
export const holderProblem = (holder: string, { problems }: Messages): string | undefined =>
  /^\p{L}[\p{L}\p{M} .'’-]{0,99}$/u.test(holder) ? undefined : problems.holder;
