import * as z from "zod/mini";
import { type Amount, amount, seconds, signedAmount, whole } from "./amount.ts";
import { must } from "./issue.ts";
import { isList, isSection, isWrapper } from "./kinds.ts";
import { integer, type Model, type Open, type Section, section, valueWithout } from "./primitives.ts";
import { text } from "./text.ts";
import { type Time, time } from "./time.ts";

/**
 * The type of a request's value in a response. `object` stands for an object whose content the reference does not
 * describe; the other fields of an open object are left out.
 */
export type ReturnedValue<Value> = unknown extends Value
  ? unknown
  : Amount extends Value
    ? number
    : Time extends Value
      ? string
      : Value extends readonly (infer Item)[]
        ? ReturnedValue<Item>[]
        : Value extends object
          ? keyof Value extends never
            ? Record<string, unknown>
            : string extends keyof Value
              ? never
              : Returned<Value>
          : Value extends string
            ? Open<Exclude<Value, "">>
            : Value;

/**
 * The type of a request's section in a response: fields that were not sent are null or missing, amounts are numbers,
 * times are text, and enumerations may have unknown values.
 */
export type Returned<T> = {
  [Field in keyof T]?: ReturnedValue<Exclude<T[Field], null | undefined>> | null | undefined;
};

/** A string or a number: gateways differ. */
export const textOrNumber: Model<string | number> = valueWithout(
  (value) =>
    typeof value === "string" || typeof value === "number"
      ? undefined
      : { code: "invalid_type", expected: "string" },
  "a string or a number",
  { type: ["string", "number"] },
);

/** Models of values that requests accept in several formats and responses have in one. */
const FORMATS: readonly (readonly [sent: z.core.$ZodType, returned: z.core.$ZodType])[] = [
  [amount, integer],
  [signedAmount, integer],
  [whole, integer],
  [seconds, textOrNumber],
  [time, text],
];

/** The models made so far: a section that is returned in several places has one model. */
const sections = new WeakMap<object, z.ZodMiniObject>();

function returnedSection(shape: object): z.ZodMiniObject {
  const known = sections.get(shape);
  if (known) return known;
  const fields = Object.entries<z.core.$ZodType>({ ...shape });
  const model = section(
    Object.fromEntries(fields.map(([field, inner]) => [field, z.nullish(returnedValue(inner))])),
  );
  sections.set(shape, model);
  return model;
}

/** The model of a request's value in a response: its type, without limits. */
function returnedValue(model: z.core.$ZodType): z.core.$ZodType {
  if (isWrapper(model)) {
    return returnedValue(model._zod.def.innerType);
  }
  if (isSection(model)) return returnedSection(model._zod.def.shape);
  if (isList(model)) {
    return z.array(returnedValue(model._zod.def.element), must("an array"));
  }
  if (model instanceof z.ZodMiniString) return text;
  return FORMATS.find(([sent]) => sent === model)?.[1] ?? model;
}

/**
 * The model of a request's section in a response: its types, without limits and rules. The compiler cannot check a loop
 * over fields, so the conformance test checks that type and model agree.
 */
export function returned<T, Fields>(model: Section<T, Fields>): Section<Returned<Fields>>;
/* @__NO_SIDE_EFFECTS__ */
export function returned({ shape }: { readonly shape: object }): object {
  return returnedSection(shape);
}
