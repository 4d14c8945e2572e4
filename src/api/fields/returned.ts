import * as z from "zod/mini";
import type { Amount } from "./amount.ts";
import { must } from "./issue.ts";
import { type Part, partOf } from "./part.ts";
import { type Open, type Section, section } from "./primitives.ts";
import { text } from "./text.ts";
import type { Time } from "./time.ts";

/**
 * The type of a request's value in a response. `object` stands for an object that the reference does not describe. Of
 * other open objects, only the named fields remain.
 */
export type ReturnedValue<Value> = unknown extends Value
  ? unknown
  : Amount extends Value
    ? number
    : Time extends Value
      ? string
      : Value extends readonly (infer Item)[]
        ? ReturnedValue<Item>[]
        : Value extends string
          ? Open<Exclude<Value, "">>
          : Value extends object
            ? keyof Value extends never
              ? Record<string, unknown>
              : string extends keyof Value
                ? never
                : Returned<Value>
            : Value;

/**
 * The type of a request's section in a response. Fields that were not sent are null or missing. Amounts are numbers,
 * times are text, and enumerations may have unknown values.
 */
export type Returned<T> = {
  [Field in keyof T]?: ReturnedValue<Exclude<T[Field], null | undefined>> | null | undefined;
};

/** A cache, so that a section that several responses contain has one model. */
const sections = new WeakMap<z.core.$ZodType, z.ZodMiniObject>();

function returnedSection(model: z.core.$ZodType): z.ZodMiniObject {
  const known = sections.get(model);
  if (known) return known;
  const made = section(() => {
    const fields = partOf(model).fields ?? [];
    return Object.fromEntries(fields.map(([name, part]) => [name, z.nullish(returnedValue(part))]));
  });
  sections.set(model, made);
  return made;
}

/** The model of a request's value in a response, without limits. */
function returnedValue({ model, type, item, fields, wire }: Part): z.core.$ZodType {
  if (fields) return returnedSection(model);
  if (item) return z.array(returnedValue(item), must("an array"));
  // The gateway may add values to enumerations.
  if (type === "string" || type === "enum") return text;
  return wire?.returned ?? model;
}

/**
 * The model of a request's section in a response, without limits and rules. The conformance test checks that type and
 * model agree, because the compiler cannot check a loop over fields.
 */
export function returned<T, Fields>(model: Section<T, Fields>): Section<Returned<Fields>>;
/* @__NO_SIDE_EFFECTS__ */
export function returned(model: z.core.$ZodType): object {
  return returnedSection(model);
}
