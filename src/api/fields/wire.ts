import type * as z from "zod/mini";
import { isRecord } from "../../shared/values.ts";
import { type Part, partOf, type Wire, withDef } from "./part.ts";

/** A model whose values are written on the wire as `send` converts them. Checks added later keep this. */
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
    if (copy[name] !== undefined) copy[name] = convert(part, copy[name]);
  }
  return copy;
}

/** Converts a value to its wire format, part by part, valid or not. What the model does not describe is unchanged. */
export const write = (model: z.core.$ZodType, value: unknown): unknown => convert(partOf(model), value);
