import { COUNTRIES_WITH_STATES, STATE_PATTERN } from "../api/checkout/customer.ts";
import type { FieldRule } from "../api/fields/rules.ts";
import { expiryUnlessImmortal, noQuantityIfInfinite, quantityUnlessInfinite } from "../api/product.ts";
import { CARD_DATA } from "../api/transactions/saved-card-payment.ts";
import { NOT_GIVEN, refTo, type Schema } from "./schema.ts";

const has = (field: string, value: unknown): Schema => ({
  required: [field],
  properties: { [field]: { const: value } },
});

const given = (field: string): Schema => ({
  required: [field],
  properties: { [field]: { not: refTo(NOT_GIVEN) } },
});

const notGiven = (field: string): Schema => ({ properties: { [field]: refTo(NOT_GIVEN) } });

const ifThen = (condition: Schema, rule: Schema): Schema => ({ anyOf: [{ not: condition }, rule] });

/** A rule of the models as JSON Schema. */
const toSchema = <T>([field, rule, when, is]: FieldRule<T>): Schema =>
  rule === "is required unless"
    ? { anyOf: [has(when, is), given(field)] }
    : ifThen(has(when, is), notGiven(field));

/**
 * The rule for an update. The gateway may have a value for a field that the update leaves out, but not for an emptied
 * field.
 */
const toUpdateSchema = <T>([field, _, when, is]: FieldRule<T>): Schema => {
  const both = { required: [field, when], properties: { [field]: {}, [when]: { not: { const: is } } } };
  return ifThen(both, given(field));
};

/**
 * Rules of an object with properties. Generators ignore a `then`, but would type an `allOf` next to properties as
 * `any`.
 */
const withRules = (rule: Schema, ...others: readonly Schema[]): Schema => {
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return { if: {}, then: others.length > 0 ? { allOf: [rule, ...others] } : rule };
};

/** The cross-field rules of the models that JSON Schema can express, by section. Descriptions state the others. */
export const RULES: Readonly<Record<string, Schema>> = {
  ProductCreateParams: withRules(
    toSchema(noQuantityIfInfinite),
    toSchema(quantityUnlessInfinite),
    toSchema(expiryUnlessImmortal),
  ),
  ProductUpdateParams: {
    minProperties: 1,
    ...withRules(
      toSchema(noQuantityIfInfinite),
      toUpdateSchema(quantityUnlessInfinite),
      toUpdateSchema(expiryUnlessImmortal),
    ),
  },
  Customer: withRules(
    ifThen(
      { required: ["country"], properties: { country: { enum: COUNTRIES_WITH_STATES } } },
      { properties: { state: { anyOf: [{ pattern: STATE_PATTERN.source }, refTo(NOT_GIVEN)] } } },
    ),
  ),
  BillMethod: withRules(ifThen(has("type", "erip"), given("account_number"))),
  CardToCharge: withRules({ allOf: CARD_DATA.map(notGiven) }),
  // Other methods, and a cart's array by another name, are additional properties.
  PaymentMethod: { additionalProperties: true },
  Cart: { additionalProperties: true, not: { additionalProperties: { not: { type: "array", items: {} } } } },
  // With `additionalProperties`, generators would also type the three fields as not given.
  CustomFields: { unevaluatedProperties: refTo(NOT_GIVEN) },
};
