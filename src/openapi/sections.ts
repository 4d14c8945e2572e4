import * as z from "zod/mini";
import type { Comment } from "./comments.ts";

/** A section of a request or an answer. */
export interface Section {
  /** Name of the component: that of the type, which the package exports too. */
  readonly name: string;
  readonly comment: Comment;
  /** The fields of the model, as they are. */
  readonly fields: ReadonlyMap<string, z.core.$ZodType>;
  /** The model without what stands for no value, in a form that zod can export. */
  readonly model: z.ZodMiniObject;
}

/** A model without the wrapper that lets it be null, empty or left out. */
export const bare = (schema: z.core.$ZodType): z.core.$ZodType => {
  const { def } = schema._zod;
  if ("innerType" in def && def.innerType instanceof z.core.$ZodType) return bare(def.innerType);
  if (schema instanceof z.core.$ZodUnion) {
    const [option] = schema._zod.def.options;
    if (option instanceof z.core.$ZodType) return bare(option);
  }
  return schema;
};

/** Every section that models hold, at every depth, each once. */
export function sectionsOf(
  models: Readonly<Record<string, z.core.$ZodType>>,
  comments: (type: string) => Comment,
): Section[] {
  const found = new Map<z.core.$ZodType, Section>();
  const names = new Set<string>();

  /** The answer to a request holds some of its sections again, without the rules that bind the merchant. */
  const nameFor = (type: string): string => {
    const name = names.has(type) ? `Returned${type}` : type;
    if (names.has(name)) throw new Error(`${name} is two models`);
    names.add(name);
    return name;
  };

  const plain = (field: z.core.$ZodType, type: string | undefined): z.core.$ZodType => {
    const inside = bare(field);
    if (inside instanceof z.core.$ZodObject && type) return add(inside, type).model;
    if (inside instanceof z.core.$ZodArray) return z.array(plain(inside._zod.def.element, type));
    return inside;
  };

  const add = (model: z.core.$ZodObject, type: string): Section => {
    const known = found.get(model);
    if (known) return known;
    const name = nameFor(type);
    const comment = comments(type);
    const fields = new Map(Object.entries(model._zod.def.shape));
    const shape = Array.from(fields, ([field, schema]) => {
      const inner = plain(schema, comment.fields.get(field)?.section);
      return [field, z.safeParse(schema, undefined).success ? z.optional(inner) : inner];
    });
    const section = { name, comment, fields, model: z.looseObject(Object.fromEntries(shape)) };
    found.set(model, section);
    return section;
  };

  for (const [type, model] of Object.entries(models)) {
    const inside = bare(model);
    if (!(inside instanceof z.core.$ZodObject)) throw new Error(`${type} is no section`);
    add(inside, type);
  }
  return [...found.values()];
}
