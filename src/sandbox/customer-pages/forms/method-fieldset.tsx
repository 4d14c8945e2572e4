import { sectionOf, textOf } from "../../gateway/input/section.ts";
import { CARD, isAlternative, isWallet } from "../../gateway/transactions/offered-methods.ts";
import type { SessionProps } from "../checkout-session.ts";
import type { Messages } from "../i18n.ts";
import { Fact } from "../order/facts.tsx";
import { type FormProps, Note } from "./fields.tsx";

const WALLETS = [
  ["apple_pay", "Apple Pay"],
  ["google_pay", "Google Pay"],
  ["samsung_pay", "Samsung Pay"],
] as const;

/** The name of a method, such as `Google Pay`, `ERIP` or `Bank transfer`. */
export const methodName = (method: string, { bankCard, erip }: Messages): string => {
  const known = new Map([...WALLETS, [CARD, bankCard], ["erip", erip]]).get(method);
  if (known !== undefined) return known;
  if (method.length <= 4) return method.toUpperCase();
  const text = method.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
};

const kindOf = (method: string): string => {
  if (method === CARD) return "card";
  return isWallet(method) ? "wallet" : "alternative";
};

/** The choice of a method. The style sheet shows the card form if the card is chosen. */
export const MethodFieldset = ({
  session: { messages },
  methods,
  form,
}: FormProps & { readonly methods: readonly string[] }) => {
  const chosen = form.entries?.["method"] ?? methods[0];
  return (
    <fieldset class="methods" aria-describedby={form.problems.has("method") ? "method-problem" : undefined}>
      <legend>{messages.methodHeading}</legend>
      {methods.map((method, index) => (
        <label class="method">
          <input
            type="radio"
            name="method"
            id={index === 0 ? "method" : undefined}
            value={method}
            data-kind={kindOf(method)}
            checked={method === chosen}
          />
          <span>{methodName(method, messages)}</span>
        </label>
      ))}
      <Note name="method" form={form} />
    </fieldset>
  );
};

interface ParametersProps extends SessionProps {
  readonly method: string;
  /** Whether the customer needs to know how to pay. */
  readonly isStarted?: boolean;
}

/** The merchant's parameters of an alternative method that the customer may need. */
export const MethodParameters = ({ session: { checkout, messages }, method, isStarted }: ParametersProps) => {
  const sent = sectionOf(sectionOf(checkout.fields["payment_method"])[method]);
  const service = textOf(sent["service_no"]);
  const account = textOf(sent["account_number"]);
  if (!isAlternative(method) || (service === undefined && account === undefined)) return null;
  const { instruction } = sent;
  return (
    <div class="parameters">
      <dl class="facts">
        <Fact name={messages.serviceNumber}>{service}</Fact>
        <Fact name={messages.accountNumber}>{account}</Fact>
      </dl>
      {isStarted &&
        (Array.isArray(instruction) ? instruction : [messages.howToPay]).map((line) => <p>{textOf(line)}</p>)}
    </div>
  );
};
