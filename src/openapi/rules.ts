import { noTypeFromCustomer } from "../models/card-on-file.ts";
import { COUNTRIES_WITH_STATES, STATE_PATTERN } from "../models/customer.ts";
import type { FieldRule } from "../models/fields/rules.ts";
import { expiryUnlessImmortal, noQuantityIfInfinite, quantityUnlessInfinite } from "../models/product.ts";
import { NOTHING, refTo, type Schema } from "./schema.ts";

const has = (field: string, value: unknown): Schema => ({
  required: [field],
  properties: { [field]: { const: value } },
});

const given = (field: string): Schema => ({
  required: [field],
  properties: { [field]: { not: refTo(NOTHING) } },
});

const notGiven = (field: string): Schema => ({ properties: { [field]: refTo(NOTHING) } });

const ifThen = (condition: Schema, rule: Schema): Schema => ({ anyOf: [{ not: condition }, rule] });

/** A rule of the models as JSON Schema. */
const toSchema = <T>([field, rule, when, is]: FieldRule<T>): Schema =>
  rule === "is required unless"
    ? { anyOf: [has(when, is), given(field)] }
    : ifThen(has(when, is), notGiven(field));

/** The reference marks it required; the SDK sends the default if the merchant gives none. */
const languageGiven: Schema = given("language");

const stateMatchesCountry = ifThen(given("state"), {
  required: ["country"],
  properties: { country: { enum: COUNTRIES_WITH_STATES }, state: { pattern: STATE_PATTERN.source } },
});

/** The cross-field rules of the models that JSON Schema can express, by section. Descriptions state the others. */
export const RULES: Readonly<Record<string, Schema>> = {
  ProductCreateParams: {
    allOf: [
      languageGiven,
      toSchema(noQuantityIfInfinite),
      toSchema(quantityUnlessInfinite),
      toSchema(expiryUnlessImmortal),
    ],
  },
  ProductUpdateParams: { minProperties: 1, allOf: [toSchema(noQuantityIfInfinite)] },
  CardOnFile: { allOf: [toSchema(noTypeFromCustomer)] },
  Customer: { allOf: [stateMatchesCountry] },
  // Other methods, and a cart's array by another name, are additional properties.
  PaymentMethod: { additionalProperties: true },
  Cart: { additionalProperties: true, not: { additionalProperties: { not: { type: "array" } } } },
  // With `additionalProperties`, generators would type the three fields as not given, too.
  CustomFields: { unevaluatedProperties: refTo(NOTHING) },
};
