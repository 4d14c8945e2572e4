import { agreementOf } from "../forms/agreement.ts";
import { CardFieldset } from "../forms/card-fieldset.tsx";
import { purposeOf } from "../forms/cards.ts";
import { CustomFields } from "../forms/custom-fields.tsx";
import { CustomerFieldset } from "../forms/customer-fieldset.tsx";
import { ProblemSummary, Toggle } from "../forms/fields.tsx";
import { type FormState, isChecked } from "../forms/form.ts";
import { MethodFieldset, MethodParameters } from "../forms/method-fieldset.tsx";
import { CARD, isAlternative, offeredMethods } from "../forms/offered-methods.ts";
import { OrderSummary } from "./order-summary.tsx";
import { shownCustomerFields, shownCustomFields } from "../forms/shown-fields.ts";
import { TokenLayout } from "./token-layout.tsx";
import { orderOf, pathTo, type Visit } from "../checkout-session.ts";

interface Props {
  readonly visit: Visit;
  readonly form: FormState;
}

const payText = (visit: Visit): string => {
  const { words, checkout } = visit;
  const purpose = purposeOf(checkout.fields);
  const { amount = "" } = orderOf(visit);
  if (purpose === "tokenization") return words.tokenize;
  return purpose === "payout" ? words.receive(amount) : words.pay(amount);
};

const AgreementToggle = ({ visit: { settings, words }, form }: Props) => {
  const agreement = agreementOf(settings, words);
  if (!agreement) return null;
  return (
    <Toggle name="agreement" isOn={isChecked(form, "agreement", agreement.isOnByDefault)} form={form}>
      {agreement.parts.map(({ text, href }) =>
        href === undefined ? (
          text
        ) : (
          <a href={href} target="_blank" rel="noopener noreferrer">
            {text}
            <span class="unseen"> ({words.newWindow})</span>
          </a>
        ),
      )}
    </Toggle>
  );
};

const PaymentForm = ({ visit, form, methods }: Props & { readonly methods: readonly string[] }) => {
  const { words, checkout } = visit;
  const { fields } = checkout;
  const [only] = methods.length === 1 ? methods : [];
  const customerFields = shownCustomerFields(fields);
  const custom = shownCustomFields(fields);
  const isOnlyAlternative = methods.every(isAlternative);
  return (
    <form method="post" action={pathTo(visit, "checkout")} novalidate data-pay>
      <ProblemSummary form={form} words={words} />
      <CustomerFieldset
        fields={isOnlyAlternative ? customerFields.filter(({ isReadOnly }) => !isReadOnly) : customerFields}
        form={form}
        words={words}
      />
      <CustomFields fields={custom} form={form} words={words} />
      {only === undefined && <MethodFieldset visit={visit} methods={methods} form={form} />}
      {methods.includes(CARD) && <CardFieldset visit={visit} form={form} />}
      {only !== undefined && <MethodParameters visit={visit} method={only} />}
      <AgreementToggle visit={visit} form={form} />
      <button type="submit" class="primary" data-processing={words.processing}>
        {payText(visit)}
      </button>
      <p class="hint" id="fill-required" data-fill-required hidden>
        {words.fillRequired}
      </p>
    </form>
  );
};

/** The hosted payment page of a token. */
export const CheckoutPage = ({ visit, form }: Props) => {
  const { words, checkout, userAgent } = visit;
  const methods = offeredMethods(checkout.fields, userAgent);
  const purpose = purposeOf(checkout.fields);
  return (
    <TokenLayout visit={visit} title={words.titles[purpose]} width="wide">
      <OrderSummary order={orderOf(visit)} words={words} isPayout={purpose === "payout"} />
      <section class="panel">
        <h1>{words.titles[purpose]}</h1>
        {methods.length === 0 ? (
          <p>{words.noMethod}</p>
        ) : (
          <PaymentForm visit={visit} form={form} methods={methods} />
        )}
        <form method="post" action={pathTo(visit, "checkout/cancel")}>
          <button type="submit" class="plain">
            {words.cancel}
          </button>
        </form>
      </section>
    </TokenLayout>
  );
};
