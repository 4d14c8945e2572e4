import { CARD, isAlternative, limitsOf, offeredMethods } from "../../gateway/transactions/offered-methods.ts";
import { type CheckoutSession, pathTo, type SessionProps, wayBackOf } from "../checkout-session.ts";
import { agreementOf } from "../entries/agreement.ts";
import { type CardPurpose, mayUseAnotherCard, purposeOf, savedCardOf } from "../entries/cards.ts";
import { shownCustomFields } from "../entries/custom-entry.ts";
import { shownCustomerFields } from "../entries/customer-entry.ts";
import { isChecked } from "../entries/form.ts";
import { CardFieldset } from "../forms/card-fieldset.tsx";
import { CustomFields } from "../forms/custom-fields.tsx";
import { CustomerFieldset } from "../forms/customer-fieldset.tsx";
import { type FormProps, ProblemSummary, Toggle } from "../forms/fields.tsx";
import { MethodFieldset, MethodParameters, methodName } from "../forms/method-fieldset.tsx";
import type { Messages } from "../i18n.ts";
import { Fact } from "../order/facts.tsx";
import { orderOf } from "../order/order.ts";
import { SessionOrder } from "../order/order-summary.tsx";
import { CardList } from "./card-list.tsx";
import { TokenLayout } from "./layout.tsx";

/** The only method, if it is not the card: the page names it. */
const onlyMethod = (methods: readonly string[]): string | undefined =>
  methods.length === 1 && methods[0] !== CARD ? methods[0] : undefined;

const payText = (session: CheckoutSession): string => {
  const { messages, checkout } = session;
  const purpose = purposeOf(checkout.fields);
  const { amount = "" } = orderOf(session);
  if (purpose === "tokenization") return messages.titles.tokenization;
  if (purpose === "payout") return messages.receive(amount);
  return messages.pay(amount);
};

const AgreementToggle = ({ session: { settings, messages }, form }: FormProps) => {
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
          </a>
        ),
      )}
    </Toggle>
  );
};

const PaymentForm = ({ session, form, methods }: FormProps & { readonly methods: readonly string[] }) => {
  const { messages, checkout } = session;
  const { fields } = checkout;
  const only = onlyMethod(methods);
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
      {methods.length === 1 ? (
        <input type="hidden" name="method" value={methods[0]} />
      ) : (
        <MethodFieldset session={session} methods={methods} form={form} />
      )}
      {methods.includes(CARD) && <CardFieldset session={session} form={form} />}
      {only !== undefined && <MethodParameters session={session} method={only} />}
      <AgreementToggle session={session} form={form} />
      <button type="submit" class="primary">
        {payText(session)}
      </button>
    </form>
  );
};

/** The notice that no method can pay for the order, with the settings that limit the methods. */
const NoMethod = ({ session: { checkout, messages } }: SessionProps) => {
  const limits = limitsOf(checkout.fields);
  return (
    <>
      <p>{messages.noMethod}</p>
      {limits.length > 0 && (
        <>
          <p lang="en">The settings of the order limit the methods:</p>
          <dl class="facts">
            {limits.map(({ setting, values }) => (
              <Fact name={<code>{setting}</code>}>{values.join(", ")}</Fact>
            ))}
          </dl>
        </>
      )}
    </>
  );
};

const titleOf = (only: string | undefined, purpose: CardPurpose, messages: Messages): string =>
  only === undefined ? messages.titles[purpose] : messages.payBy(methodName(only, messages));

/** The hosted payment page of a token. */
export const CheckoutPage = ({ session, form }: FormProps) => {
  const { messages, checkout, userAgent } = session;
  const methods = offeredMethods(checkout.fields, userAgent);
  const purpose = purposeOf(checkout.fields);
  const only = onlyMethod(methods);
  const title = titleOf(only, purpose, messages);
  const asksCard = methods.includes(CARD) && (!savedCardOf(session) || mayUseAnotherCard(session.settings));
  return (
    <TokenLayout session={session} title={title}>
      <SessionOrder session={session} />
      <section class="panel">
        <h1>{title}</h1>
        {methods.length === 0 ? (
          <NoMethod session={session} />
        ) : (
          <PaymentForm session={session} form={form} methods={methods} />
        )}
        {(session.isWidget || wayBackOf(session, "cancelled") !== undefined) && (
          <form method="post" action={pathTo(session, "checkout/cancel")}>
            <button type="submit" class="plain">
              {messages.cancel}
            </button>
          </form>
        )}
      </section>
      {asksCard && <CardList session={session} />}
    </TokenLayout>
  );
};
