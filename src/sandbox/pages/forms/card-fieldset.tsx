import type { TestCard } from "../../gateway/cards/test-cards.ts";
import { sectionOf, textOf } from "../../gateway/input/section.ts";
import { brandName } from "../entries/brands.ts";
import { numberToKeep } from "../entries/card-entry.ts";
import { cardRules, codeLength, sampleCode, savedCodeRules } from "../entries/card-rules.ts";
import { acceptedCards, holderOf, mayUseAnotherCard, purposeOf, savedCardOf } from "../entries/cards.ts";
import { isChecked } from "../entries/form.ts";
import type { Rule } from "../entries/rules.ts";
import { type FormProps, TextField, Toggle } from "./fields.tsx";

interface CodeProps extends FormProps {
  readonly name: "cvc" | "saved_cvc";
  readonly rules: readonly Rule[];
  /** The numbers of the cards that it may belong to. */
  readonly numbers: readonly string[];
}

/** The security code. A payout does not ask for it. */
const CodeField = ({ session: { messages, checkout }, numbers, ...field }: CodeProps) => {
  if (purposeOf(checkout.fields) === "payout") return null;
  const [first = 3, ...others] = new Set(numbers.map(codeLength));
  return (
    <TextField
      {...field}
      label={messages.cardCode}
      hint={others.length > 0 ? messages.cardCodeHint : messages.cardCodeDigits(first)}
      input={{ inputmode: "numeric", autocomplete: "cc-csc", maxlength: 4, dir: "ltr" }}
    />
  );
};

const NumberField = ({ session, form }: FormProps) => {
  const { messages, checkout } = session;
  const cards = acceptedCards(checkout.fields);
  const number = cards[0]?.number ?? "";
  return (
    <TextField
      name="number"
      label={messages.cardNumber}
      extra={
        <button type="button" class="plain fill" data-card={number} data-code={sampleCode(number)} hidden>
          {messages.fillTestCard}
        </button>
      }
      form={form}
      hint={messages.cardNumberHint}
      rules={cardRules(session).number}
      input={{
        value: numberToKeep(form.entries),
        inputmode: "numeric",
        autocomplete: "cc-number",
        placeholder: "0000 0000 0000 0000",
        maxlength: 23,
        dir: "ltr",
      }}
    />
  );
};

const SaveCardToggle = ({ session: { settings, messages, checkout }, form }: FormProps) => {
  const { display, text, hint } = sectionOf(settings["save_card_toggle"]);
  if (display === false || purposeOf(checkout.fields) !== "payment") return null;
  return (
    <Toggle name="save_card" isOn={isChecked(form, "save_card", false)} form={form} hint={textOf(hint)}>
      {textOf(text) ?? messages.saveCard}
    </Toggle>
  );
};

const NewCard = ({ session, form }: FormProps) => {
  const { settings, messages, checkout } = session;
  const { holder, isReadOnly } = holderOf(settings);
  const rules = cardRules(session);
  const numbers = acceptedCards(checkout.fields).map(({ number }) => number);
  return (
    <div class="new-card">
      <NumberField session={session} form={form} />
      <div class="grid pair">
        <TextField
          name="expiry"
          label={messages.cardExpiry}
          form={form}
          hint={messages.cardExpiryHint}
          rules={rules.expiry}
          input={{
            value: form.entries?.["expiry"],
            inputmode: "numeric",
            autocomplete: "cc-exp",
            maxlength: 9,
            dir: "ltr",
          }}
        />
        <CodeField name="cvc" session={session} form={form} rules={rules.cvc} numbers={numbers} />
      </div>
      <TextField
        name="holder"
        label={messages.cardHolder}
        form={form}
        rules={isReadOnly ? [] : rules.holder}
        input={{
          value: isReadOnly ? holder : (form.entries?.["holder"] ?? holder),
          readonly: isReadOnly,
          autocomplete: "cc-name",
          maxlength: 100,
          spellcheck: false,
        }}
      />
      <SaveCardToggle session={session} form={form} />
    </div>
  );
};

const SavedCard = ({ session, form, card }: FormProps & { readonly card: TestCard }) => {
  const { messages } = session;
  return (
    <div class="saved-card">
      <p>
        <span>
          <span class="hint">{messages.savedCard}</span>
          <strong>{messages.savedCardNumber(brandName(card.brand), card.number.slice(-4))}</strong>
        </span>
      </p>
      <CodeField
        name="saved_cvc"
        session={session}
        form={form}
        rules={savedCodeRules(card, messages)}
        numbers={[card.number]}
      />
    </div>
  );
};

/** The card form: for a saved card, its security code and the toggle for another card. */
export const CardFieldset = ({ session, form }: FormProps) => {
  const { messages, settings } = session;
  const saved = savedCardOf(session);
  const mayUseAnother = mayUseAnotherCard(settings);
  return (
    <fieldset class="card-form">
      <legend class="unseen">{messages.card}</legend>
      {saved && <SavedCard session={session} form={form} card={saved.card} />}
      {saved && mayUseAnother && (
        <Toggle name="another_card" isOn={isChecked(form, "another_card", false)} form={form}>
          {messages.anotherCard}
        </Toggle>
      )}
      {(!saved || mayUseAnother) && <NewCard session={session} form={form} />}
    </fieldset>
  );
};
