import type * as z from "zod/mini";
import { isRecord } from "../../shared/values.ts";
import { type Part, partOf, type Wire, withDef } from "./part.ts";

/** A model with a wire format. Checks that are added later keep it. */
/* @__NO_SIDE_EFFECTS__ */
export function sent<M extends z.ZodMiniType>(
  model: M,
  send: Wire["send"],
  schema?: Wire["schema"],
  returned?: Wire["returned"],
): M {
  return withDef(model, { wire: { send, schema, returned } });
}

function convert({ wire, item, fields }: Part, value: unknown): unknown {
  const written = wire?.send(value) ?? value;
  if (item)
    return Array.isArray(written) ? written.map((each) => convert(item, each)) : convert(item, written);
  if (!fields || !isRecord(written)) return written;
  const copy = { ...written };
  for (const [name, part] of fields) {
    if (Object.hasOwn(copy, name) && copy[name] !== undefined) copy[name] = convert(part, copy[name]);
  }
  return copy;
}

/**
 * Converts a value to its wire format, part by part, even if it is invalid. Fields that the model does not describe
 * stay unchanged.
 */
export const write = (model: z.core.$ZodType, value: unknown): unknown => convert(partOf(model), value);
