import type * as z from "zod";
import { MODELS } from "../models.ts";

/** The name of a section's model: `orderSchema` of `Order`. */
const modelNameOf = (section: string) => `${section.charAt(0).toLowerCase()}${section.slice(1)}Schema`;

/** The models of a section's fields. */
export const shapeOf = (section: string): ReadonlyMap<string, z.core.$ZodType> => {
  const name = modelNameOf(section);
  const model = [...MODELS].find(([known]) => known === name)?.[1];
  if (!model || !("shape" in model)) throw new Error(`${name} is not exported or has no shape`);
  return new Map(Object.entries<z.core.$ZodType>(model.shape));
};
