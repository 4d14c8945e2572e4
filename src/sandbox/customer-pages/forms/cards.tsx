import {
  AMEX,
  brandName,
  type CardPayment,
  codeLength,
  digitsOf,
  findSavedCard,
  findTestCard,
  grouped,
} from "../../gateway/cards/test-cards.ts";
import { type Fields, sectionOf, textOf } from "../../gateway/input/section.ts";
import { CARD, isExcludedBrand, offeredMethods } from "../../gateway/methods/methods.ts";
import { type CheckoutSession, canTryAgain } from "../checkout-session.ts";
import { messages } from "../messages.ts";
import {
  Checkbox,
  EMPTY_FORM,
  type Entries,
  Field,
  type FormProps,
  type FormState,
  isChecked,
  toProblems,
} from "./fields.tsx";
import { methodName } from "./method-choice.tsx";
import { sampleCard, TestCards } from "./test-card-list.tsx";

export const sentCardToken = ({ payment_method: method }: Fields): string | undefined =>
  textOf(sectionOf(sectionOf(method)["credit_card"])["token"]);

/** Returns the merchant's saved card. Undefined if its token is unknown or the card is not offered. */
export const savedCardOf = ({ gateway, checkout: { fields } }: CheckoutSession): CardPayment | undefined => {
  const record = gateway.store.cards.get(sentCardToken(fields) ?? "");
  const card = record && findSavedCard(record);
  if (!card || !offeredMethods(fields).includes(CARD) || isExcludedBrand(fields, card.brand))
    return undefined;
  const { holder, expMonth, expYear } = record;
  return { card, holder, expMonth, expYear };
};

/** The purpose of the card form. Fields and texts depend on it. */
export type CardPurpose = "payment" | "payout" | "tokenization";

export const purposeOf = ({ transaction_type: type }: Fields): CardPurpose =>
  type === "payout" || type === "tokenization" ? type : "payment";

const holderOf = (settings: Fields): { readonly holder: string; readonly isReadOnly: boolean } => {
  const { holder, read_only: readOnly } = sectionOf(settings["credit_card_fields"]);
  return {
    holder: textOf(holder) ?? "",
    isReadOnly: Array.isArray(readOnly) && readOnly.includes("holder") && textOf(holder) !== undefined,
  };
};

const mayUseAnotherCard = (settings: Fields): boolean =>
  sectionOf(settings["another_card_toggle"])["display"] !== false;

/** Whether the check digit of a card number is wrong (Luhn). */
const isMistyped = (number: string): boolean => {
  if (/\D/.test(number)) return false;
  const sum = [...number].reverse().reduce((total, character, index) => {
    const digit = Number(character) * (index % 2 === 1 ? 2 : 1);
    return total + (digit > 9 ? digit - 9 : digit);
  }, 0);
  return sum % 10 !== 0;
};

const numberProblem = ({ checkout }: CheckoutSession, number: string): string | undefined => {
  const { problems } = messages;
  if (number === "") return problems.number;
  if (number.length < (AMEX.test(number) ? 15 : 16)) return problems.incomplete;
  const card = findTestCard(number);
  if (card) return isExcludedBrand(checkout.fields, card.brand) ? problems.brand : undefined;
  if (isMistyped(number)) return problems.mistyped;
  return problems.testCardsOnly(grouped(sampleCard(checkout.fields)?.number ?? ""));
};

const EXPIRY = /^(\d?\d) ?\/? ?(?:20)?(\d\d)$/;

/** Parses the month and year of an expiry date. Undefined if it has another format. The month may not exist. */
const readExpiry = (expiry: string): { readonly month: number; readonly year: number } | undefined => {
  const [, month, year] = EXPIRY.exec(expiry) ?? [];
  return month === undefined ? undefined : { month: Number(month), year: 2000 + Number(year) };
};

/** Returns the problem of an expiry date. Cards are valid until the end of the month. */
const expiryProblem = ({ gateway }: CheckoutSession, expiry: string): string | undefined => {
  const { problems } = messages;
  const date = readExpiry(expiry);
  if (!date) return problems.expiry;
  if (date.month < 1 || date.month > 12) return problems.month;
  return Date.UTC(date.year, date.month) <= gateway.clock.now().getTime() ? problems.expired : undefined;
};

const codeProblem = (code: string, number: string): string | undefined =>
  /^\d+$/.test(code) && code.length === codeLength(number)
    ? undefined
    : messages.problems.codeOf(codeLength(number));

const HOLDER = /^\p{L}[\p{L}\p{M} .'’-]{0,99}$/u;

const holderProblem = (holder: string): string | undefined =>
  HOLDER.test(holder) ? undefined : messages.problems.holder;

/** Reads the card form. Numbers of other cards than test cards are neither stored nor passed on. */
const readNewCard = (session: CheckoutSession, entries: Entries) => {
  const isPayout = purposeOf(session.checkout.fields) === "payout";
  const sent = holderOf(session.settings);
  const holder = sent.isReadOnly ? sent.holder : (entries["holder"] ?? "");
  const number = digitsOf(entries["number"] ?? "");
  const { expiry = "", cvc = "" } = entries;
  const card = findTestCard(number);
  const problems = toProblems([
    ["number", numberProblem(session, number)],
    ["expiry", expiryProblem(session, expiry)],
    ["cvc", isPayout ? undefined : codeProblem(cvc, number)],
    ["holder", sent.isReadOnly ? undefined : holderProblem(holder)],
  ]);
  const date = readExpiry(expiry);
  if (!card || !date || problems.size > 0) return { input: undefined, problems };
  const saveCard = Object.hasOwn(entries, "save_card");
  const input = { card, holder, expMonth: date.month, expYear: date.year, saveCard, cvc };
  return { input, problems };
};

export const readCardForm = (session: CheckoutSession, entries: Entries) => {
  const saved = savedCardOf(session);
  const isAnother = mayUseAnotherCard(session.settings) && Object.hasOwn(entries, "another_card");
  if (!saved || isAnother) return readNewCard(session, entries);
  const isPayout = purposeOf(session.checkout.fields) === "payout";
  const problem = codeProblem(entries["saved_cvc"] ?? "", saved.card.number);
  const problems = toProblems([["saved_cvc", isPayout ? undefined : problem]]);
  return { input: problems.size > 0 ? undefined : { ...saved, cvc: entries["saved_cvc"] }, problems };
};

/** Returns the number for the form. Only numbers of test cards, because others may be real. */
const numberToKeep = (entries: Entries | undefined): string | undefined => {
  const card = findTestCard(entries?.["number"] ?? "");
  return card && grouped(card.number);
};

/** Returns the form after a declined attempt, with the holder and without the declined card. */
export const formAfterDecline = (session: CheckoutSession): FormState => {
  const card = session.transaction?.credit_card;
  if (!card || !canTryAgain(session)) return EMPTY_FORM;
  const isSaved = savedCardOf(session) !== undefined && card.token === sentCardToken(session.checkout.fields);
  const typed = { holder: card.holder ?? "", another_card: "on" };
  const entries = { method: CARD, agreement: "on", ...(isSaved ? {} : typed) };
  return { ...EMPTY_FORM, entries };
};

/** Prevents browsers from filling in a real card. */
const OFF = { autocomplete: "off" };

const DIGITS = { ...OFF, inputmode: "numeric" } as const;

/** The field for the security code. Payouts do not have it. No page contains a code, so a right one is entered again. */
const CodeField = ({ session, form, name }: FormProps & { readonly name: "cvc" | "saved_cvc" }) => {
  const { checkout } = session;
  if (purposeOf(checkout.fields) === "payout") return null;
  const hint = form.problems.size > 0 && form.entries?.[name] ? messages.cardCodeAgain : undefined;
  return <Field name={name} form={form} label={messages.cardCode} hint={hint} input={DIGITS} />;
};

const SaveCardCheckbox = ({ session: { settings, checkout }, form }: FormProps) => {
  const { display, text, hint } = sectionOf(settings["save_card_toggle"]);
  if (display === false || purposeOf(checkout.fields) !== "payment") return null;
  return (
    <Checkbox name="save_card" isOn={isChecked(form, "save_card", false)} form={form} hint={textOf(hint)}>
      {textOf(text) ?? messages.saveCard}
    </Checkbox>
  );
};

const NewCard = ({ session, form }: FormProps) => {
  const { settings } = session;
  const { holder, isReadOnly } = holderOf(settings);
  return (
    <div class="new-card">
      <Field
        name="number"
        label={messages.cardNumber}
        form={form}
        value={numberToKeep(form.entries)}
        input={{
          ...DIGITS,
          // 19 digits and the spaces between them.
          maxlength: 23,
          "aria-describedby": form.problems.has("number") ? "number-problem" : "number-hint",
        }}
      />
      <div class="pair">
        <Field
          name="expiry"
          label={messages.cardExpiry}
          form={form}
          hint={messages.cardExpiryHint}
          value={form.entries?.["expiry"]}
          input={{ ...DIGITS, placeholder: messages.cardExpiryHint }}
        />
        <CodeField name="cvc" session={session} form={form} />
      </div>
      <Field
        name="holder"
        label={messages.cardHolder}
        form={form}
        value={isReadOnly ? holder : (form.entries?.["holder"] ?? holder)}
        input={{ ...OFF, readonly: isReadOnly }}
      />
      <SaveCardCheckbox session={session} form={form} />
    </div>
  );
};

export const CardFieldset = ({ session, form }: FormProps) => {
  const { settings } = session;
  const card = savedCardOf(session)?.card;
  const mayUseAnother = mayUseAnotherCard(settings);
  const hasNewCard = !card || mayUseAnother;
  return (
    <>
      {hasNewCard && <TestCards session={session} />}
      <fieldset class="card-form" aria-label={methodName(CARD)}>
        {card && (
          <div class="saved-card">
            <p>{messages.savedCardNumber(brandName(card.brand), card.number.slice(-4))}</p>
            <CodeField name="saved_cvc" session={session} form={form} />
          </div>
        )}
        {card && mayUseAnother && (
          <Checkbox name="another_card" isOn={isChecked(form, "another_card", false)} form={form}>
            {messages.anotherCard}
          </Checkbox>
        )}
        {hasNewCard && <NewCard session={session} form={form} />}
      </fieldset>
    </>
  );
};
