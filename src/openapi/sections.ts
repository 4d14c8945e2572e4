import type * as z from "zod/mini";
import { type Part, partOf } from "../api/fields/part.ts";
import type { Comment } from "./comments.ts";

export interface Section {
  /** Name of the component: the name of the exported type. */
  readonly name: string;
  readonly comment: Comment;
  readonly model: z.core.$ZodType;
}

/** Prefix of a response's section if a request has a section of the same name. */
export const RETURNED = "Returned";

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

  const add = ({ model, item, fields }: Part, type: string): void => {
    if (item) add(item, type);
    if (!fields || found.has(model)) return;
    const comment = comments(type);
    found.set(model, { name: nameFor(type), comment, model });
    for (const [name, part] of fields) {
      const section = comment.fields.get(name)?.section;
      if (section) add(part, section);
    }
  };

  for (const [type, model] of Object.entries(models)) add(partOf(model), type);
  return [...found.values()];
}
