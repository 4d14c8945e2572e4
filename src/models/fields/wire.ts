import type * as z from "zod/mini";
import { isRecord } from "../../values.ts";
import { defOf, type Wire } from "./def.ts";

/** A model whose values are written on the wire as `send` converts them. Checks added later keep this. */
/* @__NO_SIDE_EFFECTS__ */
export function sent<M extends z.ZodMiniType>(
  model: M,
  send: Wire["send"],
  schema?: Wire["schema"],
  returned?: Wire["returned"],
): M {
  const def = { ...model._zod.def, wire: { send, schema, returned } };
  return model.clone(def, { parent: true });
}

/** Converts a value to its wire format, part by part, valid or not. What the model does not describe is unchanged. */
export function write(model: z.core.$ZodType, value: unknown): unknown {
  const { innerType, element, shape, wire } = defOf(model);
  if (innerType) return write(innerType, value);
  const written = wire?.send(value) ?? value;
  if (element) {
    return Array.isArray(written) ? written.map((item) => write(element, item)) : write(element, written);
  }
  if (!shape || !isRecord(written)) return written;
  const fields = { ...written };
  for (const field of Object.keys(fields)) {
    const inner = Object.hasOwn(shape, field) && shape[field];
    if (inner) fields[field] = write(inner, fields[field]);
  }
  return fields;
}
