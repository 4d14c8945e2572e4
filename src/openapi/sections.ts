import * as z from "zod/mini";
import type { Comment } from "./comments.ts";

/** A section of a request or an answer. */
export interface Section {
  /** Name of the component: that of the type, which the package exports too. */
  readonly name: string;
  readonly comment: Comment;
  readonly model: z.core.$ZodObject;
}

/** What a section is called that an answer holds, where a request holds one of that name. */
export const RETURNED = "Returned";

/** A model without what lets its value be null, left out, or one of several. */
const bare = (schema: z.core.$ZodType): z.core.$ZodType => {
  if (schema instanceof z.core.$ZodArray) return bare(schema._zod.def.element);
  const isWrapped = schema instanceof z.core.$ZodOptional || schema instanceof z.core.$ZodNullable;
  return isWrapped ? bare(schema._zod.def.innerType) : schema;
};

/** Every section that models hold, at every depth, each once. */
export function sectionsOf(
  models: Readonly<Record<string, z.core.$ZodType>>,
  comments: (type: string) => Comment,
): Section[] {
  const found = new Map<z.core.$ZodType, Section>();
  const names = new Set<string>();

  const nameFor = (type: string): string => {
    const name = names.has(type) ? `${RETURNED}${type}` : type;
    if (names.has(name)) throw new Error(`${name} is two models`);
    names.add(name);
    return name;
  };

  const add = (field: z.core.$ZodType, type: string): void => {
    const model = bare(field);
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
