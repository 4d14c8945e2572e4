import { digitsOf, findTestCard, grouped, TEST_CARDS } from "../../gateway/cards/test-cards.ts";
import { CARD } from "../../gateway/transactions/offered-methods.ts";
import { type CheckoutSession, canTryAgain } from "../checkout-session.ts";
import { codeProblem, expiryProblem, holderProblem, numberProblem, readExpiry } from "./card-rules.ts";
import { cardTokenOf, holderOf, mayUseAnotherCard, purposeOf, savedCardOf } from "./cards.ts";
import { EMPTY_FORM, type Entries, type FormState, toProblems } from "./form.ts";

/** Reads the card form. A number that is not a test card's is neither stored nor passed on. */
const readNewCard = (session: CheckoutSession, entries: Entries) => {
  const { messages } = session;
  const isPayout = purposeOf(session.checkout.fields) === "payout";
  const sent = holderOf(session.settings);
  const holder = sent.isReadOnly ? sent.holder : (entries["holder"] ?? "");
  const number = digitsOf(entries["number"] ?? "");
  const { expiry = "", cvc = "" } = entries;
  const card = findTestCard(number);
  const problems = toProblems([
    ["number", numberProblem(session, number)],
    ["expiry", expiryProblem(session, expiry)],
    ["cvc", isPayout ? undefined : codeProblem(cvc, number, messages)],
    ["holder", sent.isReadOnly ? undefined : holderProblem(holder, messages)],
  ]);
  const date = readExpiry(expiry);
  if (!card || !date || problems.size > 0) return { input: undefined, problems };
  const saveCard = Object.hasOwn(entries, "save_card");
  const input = { card, holder, expMonth: date.month, expYear: date.year, saveCard, cvc };
  return { input, problems };
};

/** Reads the card: the saved one, for which only the security code is entered, or another. */
export const readCard = (session: CheckoutSession, entries: Entries) => {
  const saved = savedCardOf(session);
  const isAnother = mayUseAnotherCard(session.settings) && Object.hasOwn(entries, "another_card");
  if (!saved || isAnother) return readNewCard(session, entries);
  const isPayout = purposeOf(session.checkout.fields) === "payout";
  const problem = codeProblem(entries["saved_cvc"] ?? "", saved.card.number, session.messages);
  const problems = toProblems([["saved_cvc", isPayout ? undefined : problem]]);
  return { input: problems.size > 0 ? undefined : { ...saved, cvc: entries["saved_cvc"] }, problems };
};

/** The number to show in the form again: only a test card's, since another may be real. */
export const numberToKeep = (entries: Entries | undefined): string | undefined => {
  const card = findTestCard(entries?.["number"] ?? "");
  return card && grouped(card.number);
};

/**
 * The form after a declined attempt: with what was typed, but no security code. The number is not stored: it is that of
 * the test card with the digits that a transaction has.
 */
export const formAfterDecline = (session: CheckoutSession): FormState => {
  const card = session.transaction?.credit_card;
  if (!card || !canTryAgain(session)) return EMPTY_FORM;
  const tried = TEST_CARDS.find(
    ({ number }) => number.startsWith(card.bin ?? "none") && number.endsWith(card.last_4 ?? "none"),
  );
  const isSaved = savedCardOf(session) !== undefined && card.token === cardTokenOf(session.checkout.fields);
  const month = String(card.exp_month ?? "").padStart(2, "0");
  const typed = {
    number: tried?.number ?? "",
    expiry: `${month}/${String(card.exp_year ?? "").slice(-2)}`,
    holder: card.holder ?? "",
    another_card: "on",
  };
  const entries = { method: CARD, agreement: "on", ...(isSaved ? {} : typed) };
  return { ...EMPTY_FORM, entries };
};
