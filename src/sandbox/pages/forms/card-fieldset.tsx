import type { TestCard } from "../../gateway/payments/test-cards.ts";
import { section, textOf } from "../../gateway/section.ts";
import type { CheckoutSession } from "../checkout-session.ts";
import type { Messages } from "../i18n/messages.ts";
import { acceptedCards, brandName, holderOf, mayUseAnotherCard, purposeOf, savedCardOf } from "./cards.ts";
import { described, Field, Toggle } from "./fields.tsx";
import { type FormState, isChecked } from "./form.ts";

interface Props {
  readonly session: CheckoutSession;
  readonly form: FormState;
}

const CodeField = ({ name, form, messages }: { name: string; form: FormState; messages: Messages }) => (
  <Field name={name} label={messages.cardCode} form={form} messages={messages} hint={messages.cardCodeHint}>
    <input
      id={name}
      name={name}
      inputmode="numeric"
      autocomplete="cc-csc"
      maxlength={4}
      required
      {...described(name, form, messages.cardCodeHint)}
    />
  </Field>
);

const outcomeOf = ({ secure, outcome }: TestCard, { testCardOutcomes: texts }: Messages): string => {
  if (secure === "failed") return texts.notConfirmed;
  return secure === "none" ? texts[outcome] : texts[secure];
};

const TestCards = ({ session: { checkout, messages, shop } }: { session: CheckoutSession }) => (
  <details class="test-cards" data-year={String(shop.clock.now().getUTCFullYear() + 2).slice(-2)}>
    <summary>{messages.testCards}</summary>
    <p class="hint">{messages.testCardsIntro}</p>
    <ul>
      {acceptedCards(checkout.fields).map((card) => (
        <li>
          <span>
            <code>{card.number.replaceAll(/(\d{4})(?=\d)/g, "$1 ")}</code>
            <span class="hint">{outcomeOf(card, messages)}</span>
          </span>
          <button
            type="button"
            class="small"
            data-card={card.number}
            aria-label={`${messages.useCard} ${card.number}`}
            hidden
          >
            {messages.useCard}
          </button>
        </li>
      ))}
    </ul>
  </details>
);

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
  return (
    <div class="new-card">
      <Field name="number" label={messages.cardNumber} form={form} messages={messages}>
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
      {acceptedCards(checkout.fields).length > 0 && <TestCards session={session} />}
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
            maxlength={7}
            required
            {...described("expiry", form, messages.cardExpiryHint)}
          />
        </Field>
        {purposeOf(checkout.fields) !== "payout" && <CodeField name="cvc" form={form} messages={messages} />}
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
          required
          {...described("holder", form)}
        />
      </Field>
      <SaveCardToggle session={session} form={form} />
    </div>
  );
};

/** A saved card, of which only the code is asked, with the toggle for paying with another. */
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
            <span class="hint">{messages.savedCard}</span>
            <strong>
              {messages.savedCardNumber(brandName(saved.card.brand), saved.card.number.slice(-4))}
            </strong>
          </p>
          {purposeOf(checkout.fields) !== "payout" && (
            <CodeField name="saved_cvc" form={form} messages={messages} />
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
