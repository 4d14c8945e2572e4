import * as z from "zod/mini";
import {
  amount,
  calendarDate,
  country,
  currency,
  filled,
  flag,
  httpUrl,
  integer,
  text,
  time,
  whole,
} from "../models/primitives.ts";
import { positiveAmount } from "../models/transaction-params.ts";
import type { Schema } from "./schema.ts";

const WHOLE: Schema = { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

const DIGITS: Schema = { type: "string", pattern: "^[0-9]+$" };

/** What the primitives look like on the wire: their tests are functions, which no export of zod can read. */
const PRIMITIVES = new Map<z.core.$ZodType, Schema>([
  [text, { type: "string" }],
  [filled, { type: "string", minLength: 1 }],
  [flag, { type: "boolean" }],
  [integer, { type: "integer" }],
  [amount, WHOLE],
  [positiveAmount, { ...WHOLE, minimum: 1 }],
  [whole, WHOLE],
  [currency, { type: "string", pattern: "^[A-Z]{3}$" }],
  [country, { type: "string", pattern: "^[A-Z]{2}$" }],
  [httpUrl, { type: "string", format: "uri", pattern: "^[Hh][Tt][Tt][Pp][Ss]?://\\S+$" }],
  [calendarDate, { type: "string", format: "date", pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$" }],
  [
    time,
    {
      type: "string",
      format: "date-time",
      pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[+-][0-9]{2}:[0-9]{2}$",
    },
  ],
]);

/** Amounts and whole numbers that are sent as strings, by section. */
const SENT_AS_DIGITS: Readonly<Record<string, readonly string[]>> = {
  ProductCreateParams: ["amount", "quantity"],
  ProductUpdateParams: ["amount", "quantity"],
  Settings: ["auto_return"],
};

export const accepts = (schema: z.core.$ZodType, value: unknown): boolean =>
  z.safeParse(schema, value).success;

const LONGEST = 1024;

/** The length that a text may have at most, found by trying. */
const limitOf = (schema: z.core.$ZodType): Schema => {
  const isWithin = (length: number): boolean => accepts(schema, "x".repeat(length));
  if (isWithin(LONGEST)) return {};
  const lengths = Array.from({ length: LONGEST }, (_, index) => index);
  return { maxLength: lengths.findLast(isWithin) };
};

/** What a value may be that no primitive describes: any of those that it accepts. */
const tried = (schema: z.core.$ZodType): Schema => {
  const samples = { string: "x", number: 1.5, boolean: true };
  const types = Object.entries(samples).flatMap(([type, sample]) => (accepts(schema, sample) ? type : []));
  if (types.length === 0) throw new Error("a model without JSON Schema: give it one in wire.ts");
  return { type: types.length === 1 ? types[0] : types, ...(types.includes("string") && limitOf(schema)) };
};

/** What zod's own export reads. */
const REPRESENTABLE: readonly string[] = ["object", "array", "literal", "optional", "unknown"];

/** What a model is on the wire; undefined where zod's own export says it. */
export const wireOf = (schema: z.core.$ZodType): Schema | undefined =>
  PRIMITIVES.get(schema) ?? (REPRESENTABLE.includes(schema._zod.def.type) ? undefined : tried(schema));

/** What a field is on the wire where its section writes it in another way than most; undefined elsewhere. */
export const exceptionFor = (section: string, field: string): Schema | undefined =>
  SENT_AS_DIGITS[section]?.includes(field) ? DIGITS : undefined;
