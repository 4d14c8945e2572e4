import * as z from "zod/mini";
import { isGiven } from "../../shared/values.ts";
import { withChecks } from "../fields/part.ts";
import { flag, type Infer, type Named, optional, type Section, section } from "../fields/primitives.ts";
import { type Rule, withRules } from "../fields/rules.ts";
import { textUpTo } from "../fields/text.ts";

const customFieldFields = () => ({
  /** Column name in reports, and the text above the field if `visible` is true. At most 50 characters. */
  label: optional(textUpTo(50)),
  /** Value in reports, and inside the field if `visible` is true. At most 255 characters. */
  value: optional(textUpTo(255)),
  /** Hint inside the field. At most 50 characters. */
  placeholder: optional(textUpTo(50)),
  /** True displays the field on the confirmation page. Default false. */
  visible: optional(flag),
  /** True disables the Pay button until the field is filled. Default false. */
  required: optional(flag),
  /** True prevents editing the value. Default false. */
  read_only: optional(flag),
});

/**
 * A custom field of the order. You send its value, or the customer enters it on the confirmation page if `visible` is
 * true. Notifications, the status and reports contain the value. Receipts and result pages do not. Source: API
 * reference, "custom field".
 */
export interface CustomField extends Infer<typeof customFieldFields>, Named {}

const customFields = () => ({
  /** The first custom field. */
  custom_field_1: optional(customFieldSchema),
  /** The second custom field. */
  custom_field_2: optional(customFieldSchema),
  /** The third custom field. */
  custom_field_3: optional(customFieldSchema),
});

/** Up to three custom fields, with these keys. Source: API reference, "order". */
export interface CustomFields extends Infer<typeof customFields>, Named {}

/** The zod model of {@link CustomField}. */
export const customFieldSchema: Section<CustomField> = section(customFieldFields);

const onlyNamedFields: Rule<CustomFields> = (customFields, refuse) => {
  const names = Object.keys(customFieldsFieldsSchema.shape);
  for (const name of Object.keys(customFields)) {
    // zod does not check `__proto__`.
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
export const customFieldsFieldsSchema: Section<CustomFields> = section(customFields);

/** The zod model of {@link CustomFields}. */
export const customFieldsSchema: Section<CustomFields> = withChecks(
  withRules(customFieldsFieldsSchema, onlyNamedFields),
  // Other keys may only have an empty value.
  /* @__PURE__ */ z.meta({ additionalProperties: { enum: ["", null] } }),
);
