import type * as z from "zod/mini";
import { defOf, type Wire } from "./def.ts";

/**
 * What checking and writing need of a model: the innermost one, for a value that is given. It is made once, as zod spreads
 * a model over objects that are slow to visit in a call.
 */
export interface Part {
  readonly model: z.core.$ZodType;
  /** The values that pass as none: `undefined`, `null`, both or neither. */
  readonly none: readonly unknown[];
  /** The items of a list. */
  readonly item: Part | undefined;
  /** The fields of a section. */
  readonly fields: readonly { readonly name: string; readonly part: Part }[] | undefined;
  readonly send: Wire["send"] | undefined;
}

const parts = new WeakMap<z.core.$ZodType, Part>();

function toPart(model: z.core.$ZodType): Part {
  const { type, innerType, element, shape, wire } = defOf(model);
  if (innerType) {
    const inner = partOf(innerType);
    return { ...inner, none: [...inner.none, type === "optional" ? undefined : null] };
  }
  return {
    model,
    none: [],
    item: element && partOf(element),
    fields: shape && Object.entries(shape).map(([name, field]) => ({ name, part: partOf(field) })),
    send: wire?.send,
  };
}

/** The part of a model. */
export function partOf(model: z.core.$ZodType): Part {
  const known = parts.get(model);
  if (known) return known;
  const part = toPart(model);
  parts.set(model, part);
  return part;
}
