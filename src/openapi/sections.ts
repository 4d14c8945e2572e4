import * as z from "zod/mini";
import type { Comment } from "./comments.ts";

export interface Section {
  /** Name of the component: the name of the exported type. */
  readonly name: string;
  readonly comment: Comment;
  readonly model: z.core.$ZodObject;
}

/** Prefix of a response's section if a request has a section of the same name. */
export const RETURNED = "Returned";

/** The model of a section inside an optional or nullable field, or an array. */
const unwrap = (schema: z.core.$ZodType): z.core.$ZodType => {
  if (schema instanceof z.core.$ZodArray) return unwrap(schema._zod.def.element);
  const isWrapped = schema instanceof z.core.$ZodOptional || schema instanceof z.core.$ZodNullable;
  return isWrapped ? unwrap(schema._zod.def.innerType) : schema;
};

/** All sections of the models, at every depth, without duplicates. */
export function sectionsOf(
  models: Readonly<Record<string, z.core.$ZodType>>,
  comments: (type: string) => Comment,
): Section[] {
  const found = new Map<z.core.$ZodType, Section>();
  const names = new Set<string>();

  const nameFor = (type: string): string => {
    const name = names.has(type) ? `${RETURNED}${type}` : type;
    if (names.has(name)) throw new Error(`Two models are named ${name}`);
    names.add(name);
    return name;
  };

  const add = (field: z.core.$ZodType, type: string): void => {
    const model = unwrap(field);
    if (found.has(model) || !(model instanceof z.core.$ZodObject)) return;
    const comment = comments(type);
    found.set(model, { name: nameFor(type), comment, model });
    for (const [name, inner] of Object.entries(model._zod.def.shape)) {
      const section = comment.fields.get(name)?.section;
      if (section) add(inner, section);
    }
  };

  for (const [type, model] of Object.entries(models)) add(model, type);
  return [...found.values()];
}
