import * as z from "zod/mini";
import type { Amount } from "./amount.ts";
import { defOf } from "./def.ts";
import { must } from "./issue.ts";
import { type Open, type Section, section } from "./primitives.ts";
import { text } from "./text.ts";
import type { Time } from "./time.ts";

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
  const { innerType, element, shape, wire } = defOf(model);
  if (innerType) return returnedValue(innerType);
  if (shape) return returnedSection(shape);
  if (element) return z.array(returnedValue(element), must("an array"));
  if (model instanceof z.ZodMiniString) return text;
  return wire?.returned ?? model;
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
