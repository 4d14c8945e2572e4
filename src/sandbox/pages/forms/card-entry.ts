import { isExcludedBrand } from "../../gateway/payments/offered-methods.ts";
import type { CardPayment } from "../../gateway/payments/payment-input.ts";
import { findTestCard } from "../../gateway/payments/test-cards.ts";
import type { CheckoutSession } from "../checkout-session.ts";
import type { Messages } from "../i18n/messages.ts";
import { holderOf, mayUseAnotherCard, purposeOf, savedCardOf } from "./cards.ts";
import type { Entries } from "./form.ts";

/** A card that was entered, or what is wrong with it. */
export interface CardEntry {
  readonly input: CardPayment | undefined;
  readonly problems: ReadonlyMap<string, string>;
}

interface Expiry {
  readonly month: number;
  readonly year: number;
}

const readExpiry = (text: string): Expiry | undefined => {
  const [, month, year] = /^(0?[1-9]|1[0-2]) ?\/? ?(?:20)?(\d\d)$/.exec(text) ?? [];
  return month === undefined ? undefined : { month: Number(month), year: 2000 + Number(year) };
};

const isPast = ({ month, year }: Expiry, now: Date): boolean =>
  year < now.getUTCFullYear() || (year === now.getUTCFullYear() && month < now.getUTCMonth() + 1);

const codeProblem = (code: string, { problems }: Messages): string | undefined =>
  /^\d{3,4}$/.test(code) ? undefined : problems.code;

const numberProblem = (number: string, { checkout, messages }: CheckoutSession): string | undefined => {
  if (number === "") return messages.problems.required(messages.cardNumber);
  const card = findTestCard(number);
  if (!card) return messages.problems.testCardsOnly;
  return isExcludedBrand(checkout.fields, card.brand) ? messages.problems.brand : undefined;
};

const expiryProblem = (
  expiry: Expiry | undefined,
  { shop, messages }: CheckoutSession,
): string | undefined => {
  if (!expiry) return messages.problems.expiry;
  return isPast(expiry, shop.clock.now()) ? messages.problems.expired : undefined;
};

const found = (problems: Readonly<Record<string, string | undefined>>): Map<string, string> =>
  new Map(Object.entries(problems).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])));

/** Reads the card form. A number that belongs to no test card goes nowhere from here. */
const readNewCard = (session: CheckoutSession, entries: Entries): CardEntry => {
  const { settings, messages, checkout } = session;
  const sent = holderOf(settings);
  const holder = sent.isReadOnly ? sent.holder : (entries["holder"] ?? "");
  const number = entries["number"] ?? "";
  const expiry = readExpiry(entries["expiry"] ?? "");
  const purpose = purposeOf(checkout.fields);
  const problems = found({
    number: numberProblem(number, session),
    expiry: expiryProblem(expiry, session),
    cvc: purpose === "payout" ? undefined : codeProblem(entries["cvc"] ?? "", messages),
    holder:
      /^\p{L}[\p{L}\p{M} .'’-]{0,99}$/u.test(holder) || sent.isReadOnly
        ? undefined
        : messages.problems.holder,
  });
  const card = findTestCard(number);
  if (!card || !expiry || problems.size > 0) return { input: undefined, problems };
  const saveCard = Object.hasOwn(entries, "save_card");
  return { input: { card, holder, expMonth: expiry.month, expYear: expiry.year, saveCard }, problems };
};

/** Reads the card that is paid with: the saved one, of which only the code is asked, or another. */
export const readCard = (session: CheckoutSession, entries: Entries): CardEntry => {
  const saved = savedCardOf(session);
  const isAnother = mayUseAnotherCard(session.settings) && Object.hasOwn(entries, "another_card");
  if (!saved || isAnother) return readNewCard(session, entries);
  const isPayout = purposeOf(session.checkout.fields) === "payout";
  const code = entries["saved_cvc"] ?? "";
  const problems = found({ saved_cvc: isPayout ? undefined : codeProblem(code, session.messages) });
  return { input: problems.size > 0 ? undefined : saved, problems };
};
