import { brandName } from "../../gateway/cards/test-cards.ts";
import { sectionOf, textOf } from "../../gateway/input/section.ts";
import { CARD } from "../../gateway/methods/methods.ts";
import { holderOf, mayUseAnotherCard, numberToKeep, purposeOf, savedCardOf } from "./cards.ts";
import { Checkbox, Field, type FormProps, isChecked } from "./fields.tsx";
import { methodName } from "./methods.tsx";
import { TestCards } from "./test-card-list.tsx";

/** Prevents browsers from filling in a real card. */
const OFF = { autocomplete: "off" };

const DIGITS = { ...OFF, inputmode: "numeric" } as const;

interface CodeProps extends FormProps {
  readonly name: "cvc" | "saved_cvc";
}

/** The field for the security code. Payouts do not have it. */
const CodeField = ({ session, form, name }: CodeProps) => {
  const { messages, checkout } = session;
  if (purposeOf(checkout.fields) === "payout") return null;
  return <Field name={name} form={form} label={messages.cardCode} input={DIGITS} />;
};

const SaveCardCheckbox = ({ session: { settings, messages, checkout }, form }: FormProps) => {
  const { display, text, hint } = sectionOf(settings["save_card_toggle"]);
  if (display === false || purposeOf(checkout.fields) !== "payment") return null;
  return (
    <Checkbox name="save_card" isOn={isChecked(form, "save_card", false)} form={form} hint={textOf(hint)}>
      {textOf(text) ?? messages.saveCard}
    </Checkbox>
  );
};

const NewCard = ({ session, form }: FormProps) => {
  const { settings, messages } = session;
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

/** The card form. For a saved card, its security code and a switch for another card. */
export const CardFieldset = ({ session, form }: FormProps) => {
  const { messages, settings } = session;
  const card = savedCardOf(session)?.card;
  const mayUseAnother = mayUseAnotherCard(settings);
  const hasNewCard = !card || mayUseAnother;
  return (
    <>
      {hasNewCard && <TestCards session={session} />}
      <fieldset class="card-form" aria-label={methodName(CARD, messages)}>
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
