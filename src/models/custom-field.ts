import { isGiven } from "../values.ts";
import {
  flag,
  type Model,
  type Optional,
  optional,
  type Rule,
  type Shape,
  section,
  textUpTo,
  withRules,
} from "./primitives.ts";

/**
 * A field of the merchant's own. Its value is given here, or collected on the confirmation page, which
 * needs `visible: true`. Values come back in notifications, in the status and in reports; receipts and
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

const valueFromNowhere: Rule<CustomField> = (field, refuse) => {
  if (!isGiven(field.value) && field.visible !== true) {
    refuse(["value"], "is required unless visible is true");
  }
};

const customField: Model<CustomField> = section({
  label: optional(textUpTo(50)),
  value: optional(textUpTo(255)),
  placeholder: optional(textUpTo(50)),
  visible: optional(flag),
  required: optional(flag),
  read_only: optional(flag),
} satisfies Shape<CustomField>);

/** The zod model of {@link CustomField}. */
export const customFieldSchema: Model<CustomField> = withRules<CustomField>(customField, valueFromNowhere);

const threeOf = (model: Model<CustomField>) =>
  ({
    custom_field_1: optional(model),
    custom_field_2: optional(model),
    custom_field_3: optional(model),
  }) satisfies Shape<CustomFields>;

const fields = threeOf(customFieldSchema);

const NAMES = Object.keys(fields);

const fieldByAnotherName: Rule<CustomFields> = (given, refuse) => {
  for (const [name, field] of Object.entries(given)) {
    if (isGiven(field) && !NAMES.includes(name)) {
      refuse([name], `must be one of ${NAMES.join(", ")}`);
    }
  }
};

export const customFieldsSchema: Model<CustomFields> = withRules<CustomFields>(
  section(fields),
  fieldByAnotherName,
);

/** The fields as the gateway gives them back. */
export const returnedCustomFieldsSchema: Model<CustomFields> = section(threeOf(customField));
