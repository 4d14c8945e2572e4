import type * as z from "zod/mini";
import { isRecord } from "../values.ts";
import { defOf } from "./fields/def.ts";

/** A field that a model does not name. */
interface UnnamedField {
  readonly path: readonly string[];
  /** The fields that the model names beside it. */
  readonly named: readonly string[];
}

/** The parameters of a payment method, beside the fields of `payment_method`. PHP writes an empty object as `[]`. */
const isMethod = (path: readonly string[], value: unknown): boolean =>
  path.at(-1) === "payment_method" && (isRecord(value) || (Array.isArray(value) && value.length === 0));

/**
 * The fields that a model does not name, at every depth. An object without named fields is open: its content is the
 * merchant's own.
 */
export function* unnamedFields(
  model: z.core.$ZodType | undefined,
  value: unknown,
  path: readonly string[] = [],
): Generator<UnnamedField> {
  if (!model) return;
  const { innerType, element, shape } = defOf(model);
  if (innerType) {
    yield* unnamedFields(innerType, value, path);
  } else if (element && Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      yield* unnamedFields(element, item, [...path, String(index)]);
    }
  } else if (shape && isRecord(value)) {
    const named = Object.keys(shape);
    for (const [name, field] of named.length > 0 ? Object.entries(value) : []) {
      const inner = [...path, name];
      if (Object.hasOwn(shape, name)) yield* unnamedFields(shape[name], field, inner);
      else if (field !== undefined && !isMethod(path, field)) yield { path: inner, named };
    }
  }
}
