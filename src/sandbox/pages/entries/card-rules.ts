import { AMEX, type TestCard } from "../../gateway/cards/test-cards.ts";
import { excludedBrands } from "../../gateway/transactions/offered-methods.ts";
import type { CheckoutSession } from "../checkout-session.ts";
import type { Messages } from "../i18n.ts";
import { brandOf } from "./brands.ts";
import { acceptedCards } from "./cards.ts";
import { filled, type Rule } from "./rules.ts";

/** How many digits the security code of a card has. */
export const codeLength = (number: string): 3 | 4 => (AMEX.test(number) ? 4 : 3);

/** A code of that length. */
export const sampleCode = (number: string): string => "1234".slice(0, codeLength(number));

/** Month and the last two digits of the year. */
export const EXPIRY = /^(0?[1-9]|1[0-2]) ?\/? ?(?:20)?(\d\d)$/u;

const numbersFrom = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);

/** Matches an `EXPIRY` in a later year, or in this year and not before this month. */
const notPast = (now: Date): RegExp => {
  const [month, year] = [now.getUTCMonth() + 1, now.getUTCFullYear() % 100];
  const later = numbersFrom(year + 1, 99).join("|");
  const months = numbersFrom(month, 12).join("|0?");
  return new RegExp(`(?:${later})$|^(?:0?${months})\\D*(?:20)?${year}$`, "u");
};

const brandRules = ({ checkout, messages }: CheckoutSession): Rule[] => {
  const prefixes = excludedBrands(checkout.fields).flatMap((brand) => brandOf(brand)?.prefix ?? []);
  return prefixes.map((prefix) => ({
    pattern: new RegExp(`^(?!${prefix})`, "u"),
    text: messages.problems.brand,
  }));
};

const exactly = (digits: number, { problems }: Messages, numbers?: RegExp): Rule => ({
  pattern: new RegExp(`^\\d{${digits}}$`, "u"),
  text: problems.codeOf(digits),
  numbers,
});

const codeRules = (messages: Messages): Rule[] => [
  exactly(4, messages, AMEX),
  exactly(3, messages, new RegExp(`^(?!${AMEX.source})\\d`, "u")),
  { pattern: /^\d{3,4}$/u, text: messages.problems.code },
];

export const savedCodeRules = ({ number }: TestCard, messages: Messages): Rule[] => [
  exactly(codeLength(number), messages),
];

export const cardRules = (session: CheckoutSession) => {
  const { checkout, messages, shop } = session;
  const { problems } = messages;
  const numbers = acceptedCards(checkout.fields).map(({ number }) => number);
  const accepted = new RegExp(`^(?:${numbers.join("|")})$`, "u");
  return {
    number: [
      filled(problems.required(messages.cardNumber)),
      ...brandRules(session),
      { pattern: accepted, text: problems.mistyped, isCheckDigit: true },
      { pattern: accepted, text: problems.testCardsOnly },
    ],
    expiry: [
      { pattern: EXPIRY, text: problems.expiry },
      { pattern: notPast(shop.clock.now()), text: problems.expired },
    ],
    cvc: codeRules(messages),
    holder: [{ pattern: /^\p{L}[\p{L}\p{M} .'’-]{0,99}$/u, text: problems.holder }],
  } satisfies Readonly<Record<string, readonly Rule[]>>;
};
