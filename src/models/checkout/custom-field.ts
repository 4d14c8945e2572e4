import * as z from "zod/mini";
import { isGiven } from "../../shared/values.ts";
import { withChecks } from "../fields/part.ts";
import { flag, type Optional, optional, type Section, type Shape, section } from "../fields/primitives.ts";
import { type Rule, withRules } from "../fields/rules.ts";
import { textUpTo } from "../fields/text.ts";

/**
 * A custom field of the order. Its value is sent here, or entered by the customer on the confirmation page with
 * `visible: true`. Values are returned in notifications, in the status and in reports, but not shown on receipts and
 * result pages. Source: API reference, "custom field".
 */
export interface CustomField {
  /** At most 50 characters. Column name in reports, and the text above the field if `visible` is true. */
  label?: Optional<string>;
  /** At most 255 characters. Shown in reports, and inside the field if `visible` is true. */
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

/** Up to three custom fields, with these keys. Source: API reference, "order". */
export interface CustomFields {
  /** The first custom field. */
  custom_field_1?: Optional<CustomField>;
  /** The second custom field. */
  custom_field_2?: Optional<CustomField>;
  /** The third custom field. */
  custom_field_3?: Optional<CustomField>;
}

/** The zod model of {@link CustomField}. */
export const customFieldSchema: Section<CustomField> = section(
  (): Shape<CustomField> => ({
    label: optional(textUpTo(50)),
    value: optional(textUpTo(255)),
    placeholder: optional(textUpTo(50)),
    visible: optional(flag),
    required: optional(flag),
    read_only: optional(flag),
  }),
);

const onlyNamedFields: Rule<CustomFields> = (customFields, refuse) => {
  const names = Object.keys(customFieldsFieldsSchema.shape);
  for (const name of Object.keys(customFields)) {
    // zod leaves `__proto__` out of what it checks.
    if (name !== "__proto__" && !names.includes(name) && isGiven(Reflect.get(customFields, name))) {
      refuse([name], {
        code: "invalid_value",
        values: names,
        sentence: `must be one of ${names.join(", ")}`,
      });
    }
  }
};

/** The zod model of {@link CustomFields} without the rule about other keys, for `z.pick`, `z.omit` and `z.partial`. */
export const customFieldsFieldsSchema: Section<CustomFields> = section(
  (): Shape<CustomFields> => ({
    custom_field_1: optional(customFieldSchema),
    custom_field_2: optional(customFieldSchema),
    custom_field_3: optional(customFieldSchema),
  }),
);

/** The zod model of {@link CustomFields}. */
export const customFieldsSchema: Section<CustomFields> = withChecks(
  withRules(customFieldsFieldsSchema, onlyNamedFields),
  // Another key may only have an empty value.
  /* @__PURE__ */ z.meta({ additionalProperties: { enum: ["", null] } }),
);
