import { CARD, isAlternative, offeredMethods } from "../../gateway/payments/offered-methods.ts";
import { type CheckoutSession, orderOf, pathTo } from "../checkout-session.ts";
import { agreementOf } from "../forms/agreement.ts";
import { CardFieldset } from "../forms/card-fieldset.tsx";
import { purposeOf } from "../forms/cards.ts";
import { CustomFields } from "../forms/custom-fields.tsx";
import { CustomerFieldset } from "../forms/customer-fieldset.tsx";
import { ProblemSummary, Toggle } from "../forms/fields.tsx";
import { type FormState, isChecked } from "../forms/form.ts";
import { MethodFieldset, MethodParameters } from "../forms/method-fieldset.tsx";
import { shownCustomerFields, shownCustomFields } from "../forms/shown-fields.ts";
import { NoMethod } from "./no-method.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { TokenLayout } from "./token-layout.tsx";

interface Props {
  readonly session: CheckoutSession;
  readonly form: FormState;
}

const payText = (session: CheckoutSession): string => {
  const { messages, checkout } = session;
  const purpose = purposeOf(checkout.fields);
  const { amount = "" } = orderOf(session);
  if (purpose === "tokenization") return messages.tokenize;
  return purpose === "payout" ? messages.receive(amount) : messages.pay(amount);
};

const AgreementToggle = ({ session: { settings, messages }, form }: Props) => {
  const agreement = agreementOf(settings, messages);
  if (!agreement) return null;
  return (
    <Toggle name="agreement" isOn={isChecked(form, "agreement", agreement.isOnByDefault)} form={form}>
      {agreement.parts.map(({ text, href }) =>
        href === undefined ? (
          text
        ) : (
          <a href={href} target="_blank" rel="noopener noreferrer">
            {text}
            <span class="unseen"> ({messages.newWindow})</span>
          </a>
        ),
      )}
    </Toggle>
  );
};

const PaymentForm = ({ session, form, methods }: Props & { readonly methods: readonly string[] }) => {
  const { messages, checkout } = session;
  const { fields } = checkout;
  const [only] = methods.length === 1 ? methods : [];
  const customerFields = shownCustomerFields(fields);
  const custom = shownCustomFields(fields);
  const isOnlyAlternative = methods.every(isAlternative);
  return (
    <form method="post" action={pathTo(session, "checkout")} novalidate data-pay>
      <ProblemSummary form={form} messages={messages} />
      <CustomerFieldset
        fields={isOnlyAlternative ? customerFields.filter(({ isReadOnly }) => !isReadOnly) : customerFields}
        form={form}
        messages={messages}
      />
      <CustomFields fields={custom} form={form} messages={messages} />
      {only === undefined && <MethodFieldset session={session} methods={methods} form={form} />}
      {methods.includes(CARD) && <CardFieldset session={session} form={form} />}
      {only !== undefined && <MethodParameters session={session} method={only} />}
      <AgreementToggle session={session} form={form} />
      <button type="submit" class="primary" data-processing={messages.processing}>
        {payText(session)}
      </button>
      <p class="hint" id="fill-required" data-fill-required hidden>
        {messages.fillRequired}
      </p>
    </form>
  );
};

/** The hosted payment page of a token. */
export const CheckoutPage = ({ session, form }: Props) => {
  const { messages, checkout, userAgent } = session;
  const methods = offeredMethods(checkout.fields, userAgent);
  const purpose = purposeOf(checkout.fields);
  return (
    <TokenLayout session={session} title={messages.titles[purpose]} width="wide">
      <OrderSummary order={orderOf(session)} messages={messages} isPayout={purpose === "payout"} />
      <section class="panel">
        <h1>{messages.titles[purpose]}</h1>
        {methods.length === 0 ? (
          <NoMethod session={session} />
        ) : (
          <PaymentForm session={session} form={form} methods={methods} />
        )}
        <form method="post" action={pathTo(session, "checkout/cancel")}>
          <button type="submit" class="plain">
            {messages.cancel}
          </button>
        </form>
      </section>
    </TokenLayout>
  );
};
