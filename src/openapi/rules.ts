import { NOTHING, refTo, type Schema } from "./schema.ts";

const is = (field: string, value: unknown): Schema => ({
  required: [field],
  properties: { [field]: { const: value } },
});

const given = (field: string): Schema => ({
  required: [field],
  properties: { [field]: { not: refTo(NOTHING) } },
});

const notGiven = (field: string): Schema => ({ properties: { [field]: refTo(NOTHING) } });

const where = (condition: Schema, rule: Schema): Schema => ({ anyOf: [{ not: condition }, rule] });

const quantityBesideInfinite = where(is("infinite", true), notGiven("quantity"));

const quantityMissingFromFiniteStock: Schema = { anyOf: [is("infinite", true), given("quantity")] };

const noExpiryForAMortal: Schema = { anyOf: [is("immortal", true), given("expired_at")] };

/** The reference marks it required; the SDK sends its default where the merchant gives none. */
const languageMissing: Schema = given("language");

const typeOfACustomersCharge = where(is("initiator", "customer"), notGiven("type"));

const stateOfNoStateOrCountry = where(given("state"), {
  required: ["country"],
  properties: { country: { enum: ["IN", "US", "CA"] }, state: { pattern: "^[A-Za-z]{2}$" } },
});

/** The cross-field rules of the models that JSON Schema can say, by section. The others stand in descriptions. */
export const RULES: Readonly<Record<string, Schema>> = {
  ProductCreateParams: {
    allOf: [languageMissing, quantityBesideInfinite, quantityMissingFromFiniteStock, noExpiryForAMortal],
  },
  ProductUpdateParams: { minProperties: 1, allOf: [quantityBesideInfinite] },
  CardOnFile: { allOf: [typeOfACustomersCharge] },
  Customer: { allOf: [stateOfNoStateOrCountry] },
  // Other methods, and a cart's array by another name.
  PaymentMethod: { additionalProperties: true },
  Cart: { additionalProperties: true, not: { additionalProperties: { not: { type: "array" } } } },
  // `additionalProperties` would make generators say that the three fields are not given, too.
  CustomFields: { unevaluatedProperties: refTo(NOTHING) },
};
