import { section, textOf } from "../../gateway/input/section.ts";
import type { CheckoutSession } from "../checkout-session.ts";
import { numberToKeep } from "../entries/card-entry.ts";
import { cardRules, codeLength, savedCodeRules } from "../entries/card-rules.ts";
import { acceptedCards, holderOf, mayUseAnotherCard, purposeOf, savedCardOf } from "../entries/cards.ts";
import { type FormState, isChecked } from "../entries/form.ts";
import { checkedBy, type Rule } from "../entries/rules.ts";
import { brandName, brandOf } from "../marks/brands.ts";
import { BrandMark } from "../marks/marks.tsx";
import { described, Field, Toggle } from "./fields.tsx";

interface Props {
  readonly session: CheckoutSession;
  readonly form: FormState;
}

interface CodeProps extends Props {
  readonly name: "cvc" | "saved_cvc";
  readonly rules: readonly Rule[];
  /** How many digits it may have. */
  readonly lengths: readonly number[];
}

const CodeField = ({ name, session: { messages }, form, rules, lengths }: CodeProps) => {
  const [first = 3, ...others] = new Set(lengths);
  const hint = others.length > 0 ? messages.cardCodeHint : messages.cardCodeDigits(first);
  return (
    <Field name={name} label={messages.cardCode} form={form} messages={messages} hint={hint}>
      <input
        id={name}
        name={name}
        inputmode="numeric"
        autocomplete="cc-csc"
        maxlength={4}
        dir="ltr"
        required
        {...checkedBy(rules)}
        {...described(name, form, hint)}
      />
    </Field>
  );
};

/** The card number. The script shows the brands' marks: all of them at first, then that of the number. */
const NumberField = ({ session, form }: Props) => {
  const { messages, checkout } = session;
  const cards = acceptedCards(checkout.fields);
  const brands = [...new Set(cards.map(({ brand }) => brand))];
  const number = cards[0]?.number ?? "";
  return (
    <Field
      name="number"
      label={messages.cardNumber}
      extra={
        <button
          type="button"
          class="plain fill"
          data-card={number}
          data-code={"1234".slice(0, codeLength(number))}
          hidden
        >
          {messages.fillTestCard}
        </button>
      }
      form={form}
      messages={messages}
      hint={messages.cardNumberHint}
    >
      <div class="with-brands">
        <input
          id="number"
          name="number"
          value={numberToKeep(form.entries)}
          inputmode="numeric"
          autocomplete="cc-number"
          placeholder="0000 0000 0000 0000"
          maxlength={23}
          dir="ltr"
          required
          {...checkedBy(cardRules(session).number)}
          {...described("number", form, messages.cardNumberHint)}
        />
        <span class="brands" data-brands hidden>
          {brands.map((brand) => (
            <BrandMark brand={brand} prefix={brandOf(brand)?.prefix} />
          ))}
        </span>
      </div>
    </Field>
  );
};

const SaveCardToggle = ({ session: { settings, messages, checkout }, form }: Props) => {
  const { display, text, hint } = section(settings["save_card_toggle"]);
  if (display === false || purposeOf(checkout.fields) !== "payment") return null;
  return (
    <Toggle name="save_card" isOn={isChecked(form, "save_card", false)} form={form} hint={textOf(hint)}>
      {textOf(text) ?? messages.saveCard}
    </Toggle>
  );
};

const NewCard = ({ session, form }: Props) => {
  const { settings, messages, checkout } = session;
  const { holder, isReadOnly } = holderOf(settings);
  const rules = cardRules(session);
  return (
    <div class="new-card">
      <NumberField session={session} form={form} />
      <div class="grid pair">
        <Field
          name="expiry"
          label={messages.cardExpiry}
          form={form}
          messages={messages}
          hint={messages.cardExpiryHint}
        >
          <input
            id="expiry"
            name="expiry"
            value={form.entries?.["expiry"]}
            inputmode="numeric"
            autocomplete="cc-exp"
            maxlength={9}
            dir="ltr"
            required
            {...checkedBy(rules.expiry)}
            {...described("expiry", form, messages.cardExpiryHint)}
          />
        </Field>
        {purposeOf(checkout.fields) !== "payout" && (
          <CodeField
            name="cvc"
            session={session}
            form={form}
            rules={rules.cvc}
            lengths={acceptedCards(checkout.fields).map(({ number }) => codeLength(number))}
          />
        )}
      </div>
      <Field name="holder" label={messages.cardHolder} form={form} messages={messages}>
        <input
          id="holder"
          name="holder"
          value={isReadOnly ? holder : (form.entries?.["holder"] ?? holder)}
          readonly={isReadOnly}
          autocomplete="cc-name"
          maxlength={100}
          spellcheck={false}
          dir="auto"
          required
          {...checkedBy(isReadOnly ? [] : rules.holder)}
          {...described("holder", form)}
        />
      </Field>
      <SaveCardToggle session={session} form={form} />
    </div>
  );
};

/** The card form: for a saved card, its security code and the toggle for another card. */
export const CardFieldset = ({ session, form }: Props) => {
  const { messages, settings, checkout } = session;
  const saved = savedCardOf(session);
  const mayUseAnother = mayUseAnotherCard(settings);
  return (
    <fieldset class="card-form">
      <legend class="unseen">{messages.card}</legend>
      {saved && (
        <div class="saved-card">
          <p>
            <BrandMark brand={saved.card.brand} />
            <span>
              <span class="hint">{messages.savedCard}</span>
              <strong>
                {messages.savedCardNumber(brandName(saved.card.brand), saved.card.number.slice(-4))}
              </strong>
            </span>
          </p>
          {purposeOf(checkout.fields) !== "payout" && (
            <CodeField
              name="saved_cvc"
              session={session}
              form={form}
              rules={savedCodeRules(saved.card, messages)}
              lengths={[codeLength(saved.card.number)]}
            />
          )}
        </div>
      )}
      {saved && mayUseAnother && (
        <Toggle name="another_card" isOn={isChecked(form, "another_card", false)} form={form}>
          {messages.anotherCard}
        </Toggle>
      )}
      {(!saved || mayUseAnother) && <NewCard session={session} form={form} />}
    </fieldset>
  );
};
