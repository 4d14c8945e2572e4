import type * as z from "zod";
import { MODELS } from "../models.ts";
import { show } from "../requests.ts";
import type { Section, Statement } from "../tables/statement.ts";

/** The name of a section's model: `orderSchema` of `Order`. */
const modelNameOf = (section: string) => `${section.charAt(0).toLowerCase()}${section.slice(1)}Schema`;

/** The models of a section's fields. */
export const shapeOf = (section: string): ReadonlyMap<string, z.core.$ZodType> => {
  const name = modelNameOf(section);
  const model = [...MODELS].find(([known]) => known === name)?.[1];
  if (!model || !("shape" in model)) throw new Error(`${name} is not exported or has no shape`);
  return new Map(Object.entries<z.core.$ZodType>(model.shape));
};

/** How the models differ from a statement. */
export const schemaProblems = (
  section: Section,
  { field, kind, isRequired, isNeverEmpty }: Statement,
): string[] => {
  const model = shapeOf(section.name).get(field);
  if (!model) return ["is missing"];
  const messagesFor = (value: unknown): readonly string[] | undefined => {
    const result = model["~standard"].validate(value);
    if (result instanceof Promise) throw new Error("models are not asynchronous");
    return result.issues?.map(({ message }) => message);
  };
  const takes = (value: unknown) => (messagesFor(value) === undefined ? [] : [`refuses ${show(value)}`]);
  const refuses = (value: unknown) => {
    const messages = messagesFor(value);
    if (messages === undefined) return [`takes ${show(value)}`];
    return messages.every((message) => /^(?:must be|is required)/.test(message))
      ? []
      : [`reports for ${show(value)}: ${messages.join()}`];
  };
  const canBeEmpty = !isRequired && !isNeverEmpty;
  return [
    ...[...kind.takes.map(([value]) => value), ...(kind.reports ?? [])].flatMap((value) => takes(value)),
    ...[...kind.refuses, ...kind.isStrictOn].flatMap((value) => refuses(value)),
    ...(isRequired ? refuses(undefined) : takes(undefined)),
    ...(canBeEmpty ? takes(null) : refuses(null)),
    ...(kind.isText && canBeEmpty ? takes("") : []),
    ...(kind.isText !== canBeEmpty && kind.isStrictOn.length > 0 ? refuses("") : []),
  ];
};
