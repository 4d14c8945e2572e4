import { methodRow } from "../../gateway/methods/methods.ts";
import type { Messages } from "../languages/messages.ts";
import { type FormProps, Note } from "./fields.tsx";

/** Returns the name of a method in the language of the page, such as `Google Pay`, `ERIP` or `Bank transfer`. */
export const methodName = (method: string, { methods }: Messages): string =>
  methods[method] ?? methodRow(method).name;

export const methodKind = (method: string): string => methodRow(method).kind;

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
