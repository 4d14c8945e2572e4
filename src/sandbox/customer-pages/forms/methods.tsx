import { CARD, isWallet } from "../../gateway/methods/offered-methods.ts";
import type { Messages } from "../languages/messages.ts";
import { type FormProps, Note } from "./fields.tsx";

const WALLET_NAMES = [
  ["apple_pay", "Apple Pay"],
  ["google_pay", "Google Pay"],
  ["samsung_pay", "Samsung Pay"],
] as const;

/** Returns the name of a method, such as `Google Pay`, `ERIP` or `Bank transfer`. */
export const methodName = (method: string, { bankCard, erip }: Messages): string => {
  const known = new Map([...WALLET_NAMES, [CARD, bankCard], ["erip", erip]]).get(method);
  if (known !== undefined) return known;
  if (method.length <= 4) return method.toUpperCase();
  const text = method.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** Returns the kind of a method for the style sheet. For a wallet, its name. */
export const methodKind = (method: string): string => {
  if (method === CARD) return "card";
  return isWallet(method) ? method : "alternative";
};

/** The choice of a method. The style sheet shows the card form only for cards. */
export const MethodFieldset = ({
  session: { messages },
  methods,
  form,
}: FormProps & { readonly methods: readonly string[] }) => {
  const chosen = form.entries?.["method"] ?? methods[0];
  return (
    <fieldset aria-describedby={form.problems.has("method") ? "method-problem" : undefined}>
      <legend>
        <strong>{messages.methodHeading}</strong>
      </legend>
      {methods.map((method, index) => (
        <label>
          <input
            type="radio"
            name="method"
            id={index === 0 ? "method" : undefined}
            value={method}
            data-kind={methodKind(method)}
            checked={method === chosen}
          />
          <span>{methodName(method, messages)}</span>
        </label>
      ))}
      <Note name="method" form={form} />
    </fieldset>
  );
};
