import type * as z from "zod/mini";
import { isRecord } from "../../shared/values.ts";
import { type Part, partOf } from "./part.ts";

/** A field that a model does not name. */
interface UnnamedField {
  readonly path: readonly string[];
  readonly value: unknown;
  /** The other fields of the same object, which the model names. */
  readonly named: readonly string[];
}

function* unnamedIn(
  { item, fields }: Part,
  value: unknown,
  path: readonly string[],
): Generator<UnnamedField> {
  if (item && Array.isArray(value)) {
    for (const [index, inner] of value.entries()) yield* unnamedIn(item, inner, [...path, String(index)]);
  } else if (fields?.length && isRecord(value)) {
    const named = fields.map(([name]) => name);
    for (const [name, inner] of Object.entries(value)) {
      const [, part] = fields[named.indexOf(name)] ?? [];
      const below = [...path, name];
      if (part) yield* unnamedIn(part, inner, below);
      else if (inner !== undefined) yield { path: below, value: inner, named };
    }
  }
}

/**
 * The fields that a model does not name, at every depth. Objects without named fields may contain any data of the
 * merchant.
 */
export const unnamedFields = (
  model: z.core.$ZodType,
  value: unknown,
  path: readonly string[] = [],
): Generator<UnnamedField> => unnamedIn(partOf(model), value, path);
