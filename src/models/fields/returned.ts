import * as z from "zod/mini";
import { type Amount, amount, seconds, signedAmount, whole } from "./amount.ts";
import { integer, type Model, must, type Open, type Section, satisfying, section } from "./primitives.ts";
import { text } from "./text.ts";
import { type Time, time } from "./time.ts";

/**
 * A value of a request as the gateway gives it back. `object` stands for one whose inside the reference does not
 * describe; what else an open one may hold is left out.
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
 * A section of a request as the gateway gives it back: null for what was not sent, amounts as numbers, times as text,
 * and values that may be new.
 */
export type Returned<T> = {
  [Field in keyof T]?: ReturnedValue<Exclude<T[Field], null | undefined>> | null | undefined;
};

/** A text or a number: gateways differ. */
export const textOrNumber: Model<string | number> = satisfying(
  "a string or a number",
  (value) => typeof value === "string" || typeof value === "number",
  { type: ["string", "number"] },
);

/** What a merchant may give in several forms comes back in one. */
const FORMS: readonly (readonly [given: z.core.$ZodType, returned: z.core.$ZodType])[] = [
  [amount, integer],
  [signedAmount, integer],
  [whole, integer],
  [seconds, textOrNumber],
  [time, text],
];

/** Each section comes back in several places, with one model. */
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

/** The model of a value as it comes back: its type, without limits. */
function returnedValue(model: z.core.$ZodType): z.core.$ZodType {
  if (model instanceof z.ZodMiniOptional || model instanceof z.ZodMiniNullable) {
    return returnedValue(model._zod.def.innerType);
  }
  if (model instanceof z.ZodMiniObject) return returnedSection(model._zod.def.shape);
  if (model instanceof z.ZodMiniArray) {
    return z.array(returnedValue(model._zod.def.element), must("an array"));
  }
  if (model instanceof z.ZodMiniString || model instanceof z.ZodMiniLiteral) return text;
  return FORMS.find(([given]) => given === model)?.[1] ?? model;
}

/**
 * The model of a section of a request as the gateway gives it back: its types, without limits and rules. The compiler
 * cannot follow a loop over fields, so the conformance table holds the type and the model together.
 */
export function returned<T, Fields>(model: Section<T, Fields>): Section<Returned<Fields>>;
/* @__NO_SIDE_EFFECTS__ */
export function returned({ shape }: { readonly shape: object }): object {
  return returnedSection(shape);
}
