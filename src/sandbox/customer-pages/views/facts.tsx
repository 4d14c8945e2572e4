import type { Child } from "hono/jsx";
import type { Transaction } from "../../../api/transactions/transaction.ts";
import { sectionOf, textOf } from "../../gateway/input/section.ts";
import { isAlternative } from "../../gateway/transactions/offered-methods.ts";
import type { SessionProps } from "../checkout-session.ts";
import type { Messages } from "../languages/messages.ts";
import { orderOf } from "./order.tsx";

interface FactProps {
  readonly name: Child;
  /** The language of the value. Default: the page's language. */
  readonly lang?: string | undefined;
  readonly children?: Child;
}

/** A fact with its name. Shows nothing without a value. */
export const Fact = ({ name, lang, children }: FactProps) =>
  children === undefined ? null : (
    <>
      <dt>{name}</dt>
      <dd lang={lang}>{children}</dd>
    </>
  );

/** The order and its amount. */
export const OrderFacts = ({ session }: SessionProps) => {
  const { messages } = session;
  const { title, amount } = orderOf(session);
  return (
    <>
      <Fact name={messages.order}>{title}</Fact>
      <Fact name={messages.total}>{amount}</Fact>
    </>
  );
};

/** Returns the reason of a decline and its language. Default: the page's language. */
export const reasonOf = (
  transaction: Transaction | undefined,
): { readonly reason: string | undefined; readonly lang: "en" | undefined } => {
  const friendly = textOf(sectionOf(transaction)["friendly_message"]);
  return friendly === undefined
    ? { reason: textOf(transaction?.message), lang: "en" }
    : { reason: friendly, lang: undefined };
};

interface ParametersProps extends SessionProps {
  readonly method: string;
  /** Whether the customer still has to pay. */
  readonly isStarted?: boolean;
}

interface CopiedProps {
  readonly name: string;
  readonly messages: Messages;
  readonly children: string | undefined;
}

/** A number that the customer types elsewhere, with a button that needs JavaScript. */
const CopiedFact = ({ name, messages, children: number }: CopiedProps) =>
  number === undefined ? null : (
    <Fact name={name}>
      <strong>{number}</strong>{" "}
      <button
        type="button"
        class="plain copy"
        data-copied={messages.copied}
        aria-label={`${messages.copy}: ${name}`}
        aria-live="polite"
        hidden
      >
        {messages.copy}
      </button>
    </Fact>
  );

/** The parameters of an alternative method that the customer may need. */
export const MethodParameters = ({ session: { checkout, messages }, method, isStarted }: ParametersProps) => {
  const sent = sectionOf(sectionOf(checkout.fields["payment_method"])[method]);
  const service = textOf(sent["service_no"]);
  const account = textOf(sent["account_number"]);
  if (!isAlternative(method) || (service === undefined && account === undefined)) return null;
  const { instruction } = sent;
  const { howToPay } = messages;
  const steps = [howToPay.open, service && howToPay.service, account && howToPay.account, howToPay.pay];
  return (
    <section>
      {method === "erip" && <p>{messages.aboutErip}</p>}
      <dl>
        <CopiedFact name={messages.serviceNumber} messages={messages}>
          {service}
        </CopiedFact>
        <CopiedFact name={messages.accountNumber} messages={messages}>
          {account}
        </CopiedFact>
      </dl>
      {isStarted && (
        <ol>
          {(Array.isArray(instruction) ? instruction.map(textOf) : steps).map(
            (step) => step && <li>{step}</li>,
          )}
        </ol>
      )}
    </section>
  );
};
