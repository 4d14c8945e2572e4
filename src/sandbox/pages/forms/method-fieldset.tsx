import { section, textOf } from "../../gateway/section.ts";
import { Problem } from "./fields.tsx";
import type { FormState } from "./form.ts";
import { CARD, isAlternative, isWallet } from "./offered-methods.ts";
import type { Visit } from "../checkout-session.ts";
import type { Words } from "../i18n/messages.ts";

/** `Google Pay`, `ERIP`, `Bank transfer`. */
export const methodName = (method: string, { methods }: Words): string => {
  const known = new Map(Object.entries(methods)).get(method);
  if (known !== undefined) return known;
  if (method.length <= 4) return method.toUpperCase();
  const text = method.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
};

const kindOf = (method: string): string => {
  if (method === CARD) return "card";
  return isWallet(method) ? "wallet" : "alternative";
};

interface Props {
  readonly visit: Visit;
  readonly methods: readonly string[];
  readonly form: FormState;
}

/** The choice of a method. The style sheet shows the card form beside the card. */
export const MethodFieldset = ({ visit: { words }, methods, form }: Props) => {
  const chosen = form.entries?.["method"] ?? methods[0];
  return (
    <fieldset class="methods" aria-describedby={form.problems.has("method") ? "method-problem" : undefined}>
      <legend>{words.methodHeading}</legend>
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
          <span>{methodName(method, words)}</span>
        </label>
      ))}
      <Problem name="method" form={form} />
    </fieldset>
  );
};

/** What the merchant sent for an alternative method, where the customer may need it. */
export const MethodParameters = ({
  visit: { checkout, words },
  method,
}: {
  visit: Visit;
  method: string;
}) => {
  const sent = section(section(checkout.fields["payment_method"])[method]);
  const shown = [
    { label: words.serviceNumber, value: textOf(sent["service_no"]) },
    { label: words.accountNumber, value: textOf(sent["account_number"]) },
  ].filter(({ value }) => value !== undefined);
  if (!isAlternative(method) || shown.length === 0) return null;
  return (
    <dl class="facts">
      {shown.map(({ label, value }) => (
        <>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  );
};
