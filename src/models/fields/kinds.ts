import type * as z from "zod/mini";

type AnyModel = z.core.$ZodType;

// `instanceof` says the same, but is ten times slower with the classes of zod.

/** Whether a model is of a value that may be undefined, or null. */
export const isWrapper = (model: AnyModel): model is z.core.$ZodOptional | z.core.$ZodNullable =>
  "innerType" in model._zod.def;

export const isList = (model: AnyModel): model is z.core.$ZodArray => "element" in model._zod.def;

export const isSection = (model: AnyModel): model is z.core.$ZodObject => "shape" in model._zod.def;
