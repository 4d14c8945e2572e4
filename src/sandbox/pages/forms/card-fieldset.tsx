import { section, textOf } from "../../gateway/section.ts";
import type { TestCard } from "../../gateway/payments/test-cards.ts";
import { acceptedCards, brandName, holderOf, mayUseAnotherCard, purposeOf, savedCardOf } from "./cards.ts";
import { described, Field, Toggle } from "./fields.tsx";
import { type FormState, isChecked } from "./form.ts";
import type { Visit } from "../checkout-session.ts";
import type { Words } from "../i18n/messages.ts";

interface Props {
  readonly visit: Visit;
  readonly form: FormState;
}

const CodeField = ({ name, form, words }: { name: string; form: FormState; words: Words }) => (
  <Field name={name} label={words.cardCode} form={form} words={words} hint={words.cardCodeHint}>
    <input
      id={name}
      name={name}
      inputmode="numeric"
      autocomplete="cc-csc"
      maxlength={4}
      required
      {...described(name, form, words.cardCodeHint)}
    />
  </Field>
);

const outcomeOf = ({ secure, outcome }: TestCard, { testCardOutcomes: texts }: Words): string => {
  if (secure === "failed") return texts.notConfirmed;
  return secure === "none" ? texts[outcome] : texts[secure];
};

const TestCards = ({ visit: { checkout, words, shop } }: { visit: Visit }) => (
  <details class="test-cards" data-year={String(shop.clock.now().getUTCFullYear() + 2).slice(-2)}>
    <summary>{words.testCards}</summary>
    <p class="hint">{words.testCardsIntro}</p>
    <ul>
      {acceptedCards(checkout.fields).map((card) => (
        <li>
          <span>
            <code>{card.number.replaceAll(/(\d{4})(?=\d)/g, "$1 ")}</code>
            <span class="hint">{outcomeOf(card, words)}</span>
          </span>
          <button
            type="button"
            class="small"
            data-card={card.number}
            aria-label={`${words.useCard} ${card.number}`}
            hidden
          >
            {words.useCard}
          </button>
        </li>
      ))}
    </ul>
  </details>
);

const SaveCardToggle = ({ visit: { settings, words, checkout }, form }: Props) => {
  const { display, text, hint } = section(settings["save_card_toggle"]);
  if (display === false || purposeOf(checkout.fields) !== "payment") return null;
  return (
    <Toggle name="save_card" isOn={isChecked(form, "save_card", false)} form={form} hint={textOf(hint)}>
      {textOf(text) ?? words.saveCard}
    </Toggle>
  );
};

const NewCard = ({ visit, form }: Props) => {
  const { settings, words, checkout } = visit;
  const { holder, isReadOnly } = holderOf(settings);
  return (
    <div class="new-card">
      <Field name="number" label={words.cardNumber} form={form} words={words}>
        <input
          id="number"
          name="number"
          inputmode="numeric"
          autocomplete="cc-number"
          placeholder="0000 0000 0000 0000"
          maxlength={23}
          required
          {...described("number", form)}
        />
      </Field>
      {acceptedCards(checkout.fields).length > 0 && <TestCards visit={visit} />}
      <div class="grid pair">
        <Field name="expiry" label={words.cardExpiry} form={form} words={words} hint={words.cardExpiryHint}>
          <input
            id="expiry"
            name="expiry"
            value={form.entries?.["expiry"]}
            inputmode="numeric"
            autocomplete="cc-exp"
            maxlength={7}
            required
            {...described("expiry", form, words.cardExpiryHint)}
          />
        </Field>
        {purposeOf(checkout.fields) !== "payout" && <CodeField name="cvc" form={form} words={words} />}
      </div>
      <Field name="holder" label={words.cardHolder} form={form} words={words}>
        <input
          id="holder"
          name="holder"
          value={isReadOnly ? holder : (form.entries?.["holder"] ?? holder)}
          readonly={isReadOnly}
          autocomplete="cc-name"
          maxlength={100}
          spellcheck={false}
          required
          {...described("holder", form)}
        />
      </Field>
      <SaveCardToggle visit={visit} form={form} />
    </div>
  );
};

/** A saved card, of which only the code is asked, with the toggle for paying with another. */
export const CardFieldset = ({ visit, form }: Props) => {
  const { words, settings, checkout } = visit;
  const saved = savedCardOf(visit);
  const mayUseAnother = mayUseAnotherCard(settings);
  return (
    <fieldset class="card-form">
      <legend class="unseen">{words.card}</legend>
      {saved && (
        <div class="saved-card">
          <p>
            <span class="hint">{words.savedCard}</span>
            <strong>{words.savedCardNumber(brandName(saved.card.brand), saved.card.number.slice(-4))}</strong>
          </p>
          {purposeOf(checkout.fields) !== "payout" && (
            <CodeField name="saved_cvc" form={form} words={words} />
          )}
        </div>
      )}
      {saved && mayUseAnother && (
        <Toggle name="another_card" isOn={isChecked(form, "another_card", false)} form={form}>
          {words.anotherCard}
        </Toggle>
      )}
      {(!saved || mayUseAnother) && <NewCard visit={visit} form={form} />}
    </fieldset>
  );
};
