import { methodRow } from "../../gateway/methods/methods.ts";
import { messages } from "../messages.ts";
import { type FormProps, Note } from "./fields.tsx";

export const methodName = (method: string): string => methodRow(method).name;

export const methodKind = (method: string): string => methodRow(method).kind;

/** The choice of a method. The style sheet shows the card form only for cards. */
export const MethodFieldset = ({ methods, form }: FormProps & { readonly methods: readonly string[] }) => {
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
          <span>{methodName(method)}</span>
        </label>
      ))}
      <Note name="method" form={form} />
    </fieldset>
  );
};
