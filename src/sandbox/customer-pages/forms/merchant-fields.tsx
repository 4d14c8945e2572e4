import { toHttpUrl } from "../../../shared/parse-url.ts";
import { isRecord } from "../../../shared/values.ts";
import { type Fields, sectionOf, textOf } from "../../gateway/input/section.ts";
import type { CheckoutSession } from "../checkout-session.ts";
import type { Messages } from "../languages/messages.ts";
import {
  Checkbox,
  type Entries,
  Field,
  type FormProps,
  type FormTexts,
  isChecked,
  LONGEST,
  type Problems,
  toProblems,
} from "./fields.tsx";

interface Agreement {
  readonly isOnByDefault: boolean;
  /** Parts of the text. Parts in square brackets are links. */
  readonly parts: readonly { readonly text: string; readonly href: string | undefined }[];
}

/**
 * Returns the agreement that the customer must accept. A sandbox shows it for every `agreement_toggle`. Source: API
 * reference, "settings".
 */
const agreementOf = (settings: Fields, messages: Messages): Agreement | undefined => {
  const { agreement_toggle: toggle, agreed } = settings;
  if (!isRecord(toggle) || agreed === true) return undefined;
  const href = toHttpUrl(toggle["url"])?.href;
  const pieces = (textOf(toggle["text"]) ?? messages.agreement).split(/\[([^[\]]+)\]/);
  return {
    isOnByDefault: toggle["value"] === true,
    parts: pieces
      .map((text, index) => ({ text, href: index % 2 === 1 ? href : undefined }))
      .filter(({ text }) => text !== ""),
  };
};

export const agreementProblem = ({ settings, messages }: CheckoutSession, entries: Entries): Problems => {
  const isMissing = agreementOf(settings, messages) && !Object.hasOwn(entries, "agreement");
  return toProblems([["agreement", isMissing ? messages.problems.agreement : undefined]]);
};

export const AgreementCheckbox = ({ session: { settings, messages }, form }: FormProps) => {
  const agreement = agreementOf(settings, messages);
  if (!agreement) return null;
  return (
    <Checkbox name="agreement" isOn={isChecked(form, "agreement", agreement.isOnByDefault)} form={form}>
      {agreement.parts.map(({ text, href }) =>
        href === undefined ? (
          text
        ) : (
          <a href={href} target="_blank" rel="noopener noreferrer">
            {text}
          </a>
        ),
      )}
    </Checkbox>
  );
};

/** Returns the `visible` custom fields. `read_only` fields are not required. Source: API reference, "custom field". */
export const shownCustomFields = (fields: Fields) =>
  Object.entries(sectionOf(sectionOf(fields["order"])["custom_fields"])).flatMap(([name, given]) => {
    const { label, value, placeholder, visible, required, read_only } = sectionOf(given);
    if (visible !== true) return [];
    return {
      name,
      label: textOf(label) ?? name.replaceAll("_", " "),
      value: textOf(value) ?? "",
      placeholder: textOf(placeholder),
      isRequired: required === true && read_only !== true,
      isReadOnly: read_only === true,
    };
  });

export type ShownCustomField = ReturnType<typeof shownCustomFields>[number];

/** Reads the merchant's custom fields. Ignores posted values of `read_only` fields. */
export const readCustomFields = (
  shown: readonly ShownCustomField[],
  entries: Entries,
  messages: Messages,
) => {
  const editable = shown.filter(({ isReadOnly }) => !isReadOnly);
  const problemWith = (field: ShownCustomField): string | undefined => {
    const value = entries[field.name] ?? "";
    if (Array.from(value).length > LONGEST) return messages.problems.tooLong(field.label);
    return field.isRequired && value === "" ? messages.problems.required(field.label) : undefined;
  };
  return {
    values: Object.fromEntries(editable.map(({ name }) => [name, entries[name] ?? ""])),
    problems: toProblems(editable.map((field) => [field.name, problemWith(field)])),
  };
};

interface CustomFieldsetProps extends FormTexts {
  readonly fields: readonly ShownCustomField[];
}

/** The merchant's custom fields. The script disables Pay until the fields with `data-required` have values. */
export const CustomFieldset = ({ fields, form, messages }: CustomFieldsetProps) => (
  <>
    {fields.map(({ name, label, value, placeholder, isRequired, isReadOnly }) => (
      <Field
        name={name}
        label={label}
        form={form}
        value={isReadOnly ? value : (form.entries?.[name] ?? value)}
        isFixed={isReadOnly}
        optional={!isRequired && !isReadOnly && messages.optional}
        input={{
          placeholder,
          maxlength: LONGEST,
          "data-required": isRequired ? "" : undefined,
          autocomplete: "off",
        }}
      />
    ))}
  </>
);
