import { CARD, isAlternative, isWallet, limitsOf, offeredMethods } from "../../gateway/methods/methods.ts";
import {
  type CheckoutSession,
  canTryAgain,
  pathTo,
  type SessionProps,
  wayBackOf,
} from "../checkout-session.ts";
import { CardFieldset, purposeOf } from "../forms/cards.tsx";
import {
  AgreementCheckbox,
  CustomerFieldset,
  CustomFieldset,
  shownCustomerFields,
  shownCustomFields,
} from "../forms/entered-fields.tsx";
import { type FormProps, ProblemSummary } from "../forms/fields.tsx";
import { MethodFieldset, methodKind, methodName } from "../forms/method-choice.tsx";
import { messages } from "../messages.ts";
import { attemptsLeft, Fact, orderOf, paidWith, reasonOf, SessionOrder } from "./facts.tsx";
import { TokenLayout } from "./layout.tsx";

/** Returns the only method if it is not a card, because the page then shows its name. */
const onlyMethod = (methods: readonly string[]): string | undefined =>
  methods.length === 1 && methods[0] !== CARD ? methods[0] : undefined;

/** Returns the text of the button for the methods of a kind. Only one wallet has its name on it. */
const payButtonText = (session: CheckoutSession, [method = "", ...others]: readonly string[]): string => {
  const { checkout } = session;
  if (method !== CARD)
    return others.length === 0 && isWallet(method)
      ? messages.payBy(methodName(method))
      : messages.continueToPayment;
  const purpose = purposeOf(checkout.fields);
  const { amount = "" } = orderOf(session);
  if (purpose === "tokenization") return messages.titles.tokenization;
  if (purpose === "payout") return messages.receive(amount);
  return messages.pay(amount);
};

/** The button with the text of each kind of method. The style sheet shows only the text of the chosen kind. */
const PayButton = ({ session, methods }: SessionProps & { readonly methods: readonly string[] }) => (
  <button type="submit">
    {[...Map.groupBy(methods, methodKind)].map(([kind, same]) => (
      <span class={kind}>{payButtonText(session, same)}</span>
    ))}
  </button>
);

const PaymentForm = ({ session, form, methods }: FormProps & { readonly methods: readonly string[] }) => {
  const { checkout } = session;
  const { fields } = checkout;
  const customerFields = shownCustomerFields(fields);
  const custom = shownCustomFields(fields);
  const isOnlyAlternative = methods.every(isAlternative);
  return (
    <form method="post" action={pathTo(session, "checkout")} novalidate data-pay>
      <ProblemSummary form={form} />
      <CustomerFieldset
        fields={isOnlyAlternative ? customerFields.filter(({ isReadOnly }) => !isReadOnly) : customerFields}
        form={form}
      />
      <CustomFieldset fields={custom} form={form} />
      {methods.length === 1 ? (
        <input type="hidden" name="method" value={methods[0]} data-kind={methodKind(methods[0] ?? "")} />
      ) : (
        <MethodFieldset session={session} methods={methods} form={form} />
      )}
      {methods.includes(CARD) && <CardFieldset session={session} form={form} />}
      {methods.some((method) => method !== CARD) && (
        <p class="developer step-form" lang="en">
          For developers: you choose the result on the next page.
        </p>
      )}
      <AgreementCheckbox session={session} form={form} />
      <PayButton session={session} methods={methods} />
    </form>
  );
};

/** Names the wallets that the order offers, and that this browser does not have. */
const missingText = (methods: readonly string[]): string | undefined =>
  methods.length === 0 ? undefined : `Not in this browser: ${methods.map(methodName).join(", ")}`;

const NoMethod = ({ session: { checkout } }: SessionProps) => {
  const limits = limitsOf(checkout.fields);
  return (
    <>
      <p>{messages.noMethod}</p>
      {limits.length > 0 && (
        <>
          <p lang="en">The settings of the order limit the methods:</p>
          <dl>
            {limits.map(({ setting, values }) => (
              <Fact name={<code>{setting}</code>}>{values.join(", ")}</Fact>
            ))}
          </dl>
        </>
      )}
    </>
  );
};

const DeclinedAttempt = ({ session }: SessionProps) => {
  if (!canTryAgain(session)) return null;
  const { transaction } = session;
  const { reason, lang } = reasonOf(transaction);
  return (
    <div role="status" class="declined">
      <strong>{messages.results.failed}</strong>
      <br />
      {paidWith(transaction ?? {})}
      {reason && (
        <>
          {": "}
          <span lang={lang}>{reason}</span>
        </>
      )}
      <br />
      {messages.notTaken}
      <br />
      {attemptsLeft(session)}
    </div>
  );
};

export const CheckoutPage = ({ session, form }: FormProps) => {
  const { checkout, userAgent } = session;
  const methods = offeredMethods(checkout.fields, userAgent);
  const missing = offeredMethods(checkout.fields).filter((method) => !methods.includes(method));
  const only = onlyMethod(methods);
  const title = only ? messages.payBy(methodName(only)) : messages.titles[purposeOf(checkout.fields)];
  return (
    <TokenLayout session={session} title={title} note={missingText(missing)}>
      <SessionOrder session={session} />
      <article>
        <h1>{title}</h1>
        <DeclinedAttempt session={session} />
        {methods.length === 0 ? (
          <NoMethod session={session} />
        ) : (
          <PaymentForm session={session} form={form} methods={methods} />
        )}
        {(session.isWidget || wayBackOf(session, "canceled") !== undefined) && (
          <form class="cancel" method="post" action={pathTo(session, "checkout/cancel")}>
            <button type="submit" class="plain">
              {messages.cancel}
            </button>
          </form>
        )}
      </article>
    </TokenLayout>
  );
};
