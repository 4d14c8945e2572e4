import type * as z from "zod/mini";
import { isRecord } from "../../shared/values.ts";
import type { Issue } from "../error-tree.ts";
import { type Part, partOf, withDef } from "./part.ts";
import type { Model } from "./primitives.ts";

/** Codes of CLDR that ISO 3166-1 does not assign. They are unions, parts of countries, and codes for tests. */
const NO_COUNTRIES = "AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ";

/** Created when first used, because each costs more than the check of a request. */
const names: { [Type in "currency" | "region"]?: Intl.DisplayNames } = {};

/** Whether the runtime has a name for a code. Runtime updates add new codes and keep withdrawn ones. */
const hasName = (type: keyof typeof names, code: string): boolean => {
  names[type] ??= new Intl.DisplayNames("en", { type, fallback: "none" });
  return names[type].of(code) !== undefined;
};

/** Whether a code of three capital letters is or was in ISO 4217. */
const isCurrency = (code: string): boolean => code !== "XXX" && hasName("currency", code);

/** Whether a code of two capital letters is in ISO 3166-1. `UK` has a name because it is an alias of `GB`. */
const isCountry = (code: string): boolean =>
  hasName("region", code) && !NO_COUNTRIES.includes(code) && new Intl.Locale(`und-${code}`).region === code;

/** The format of the codes, the check, and the message about an unknown code. */
const TABLES = {
  currency: [/^[A-Z]{3}$/, isCurrency, "is unknown in ISO 4217"],
  country: [/^[A-Z]{2}$/, isCountry, "is unknown in ISO 3166-1"],
} as const;

/** A model of codes. Unknown codes are reported, not refused, because they may be new. */
/* @__NO_SIDE_EFFECTS__ */
export function coded<M extends Model<string>>(model: M, codes: keyof typeof TABLES): M {
  return withDef(model, { codes });
}

function* codesIn({ item, fields, codes }: Part, value: unknown, path: readonly string[]): Generator<Issue> {
  if (item && Array.isArray(value)) {
    for (const [index, each] of value.entries()) yield* codesIn(item, each, [...path, String(index)]);
  } else if (fields && isRecord(value)) {
    for (const [name, field] of fields) yield* codesIn(field, value[name], [...path, name]);
  } else if (codes && typeof value === "string") {
    const [format, isKnown, message] = TABLES[codes];
    if (format.test(value) && !isKnown(value)) yield { path: [...path], messages: [message] };
  }
}

/** The codes of a value that have the right format and are unknown to the runtime. */
export const unknownCodes = (model: z.core.$ZodType, value: unknown, root: readonly string[]): Issue[] => [
  ...codesIn(partOf(model), value, root),
];
