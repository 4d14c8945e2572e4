import { isGiven } from "../values.ts";
import {
  flag,
  type Optional,
  optional,
  type Section,
  type Shape,
  section,
  sectionSaying,
} from "./fields/primitives.ts";
import { type Rule, withRules } from "./fields/rules.ts";
import { textUpTo } from "./fields/text.ts";

/**
 * A field of the merchant's own. Its value is given here, or collected on the confirmation page with
 * `visible: true`. Values come back in notifications, in the status and in reports; receipts and
 * result pages do not show them. Source: API reference, "custom field".
 */
export interface CustomField {
  /** At most 50 characters. A report's column, and the text above the field when `visible` is true. */
  label?: Optional<string>;
  /** At most 255 characters. Shown in reports, and inside the field when `visible` is true. */
  value?: Optional<string>;
  /** At most 50 characters. Hint inside the field. */
  placeholder?: Optional<string>;
  /** True displays the field on the confirmation page. Default false. */
  visible?: Optional<boolean>;
  /** True disables the Pay button until the field is filled. Default false. */
  required?: Optional<boolean>;
  /** True prevents editing the value. Default false. */
  read_only?: Optional<boolean>;
}

/** Up to three fields, by these names. Source: API reference, "order". */
export interface CustomFields {
  /** A field of the merchant's own. */
  custom_field_1?: Optional<CustomField>;
  /** A field of the merchant's own. */
  custom_field_2?: Optional<CustomField>;
  /** A field of the merchant's own. */
  custom_field_3?: Optional<CustomField>;
}

/** The zod model of {@link CustomField}. */
export const customFieldSchema: Section<CustomField> = section({
  label: optional(textUpTo(50)),
  value: optional(textUpTo(255)),
  placeholder: optional(textUpTo(50)),
  visible: optional(flag),
  required: optional(flag),
  read_only: optional(flag),
} satisfies Shape<CustomField>);

const NAMES: readonly string[] = [
  "custom_field_1",
  "custom_field_2",
  "custom_field_3",
] satisfies (keyof CustomFields)[];

const fieldByAnotherName: Rule<CustomFields> = (given, refuse) => {
  for (const [name, field] of Object.entries(given)) {
    if (isGiven(field) && !NAMES.includes(name)) {
      refuse([name], `must be one of ${NAMES.join(", ")}`);
    }
  }
};

/** The zod model of {@link CustomFields}. */
export const customFieldsSchema: Section<CustomFields> = withRules(
  sectionSaying(
    {
      custom_field_1: optional(customFieldSchema),
      custom_field_2: optional(customFieldSchema),
      custom_field_3: optional(customFieldSchema),
    } satisfies Shape<CustomFields>,
    // A fourth one may only be there without a value.
    { additionalProperties: { enum: ["", null] } },
  ),
  fieldByAnotherName,
);
