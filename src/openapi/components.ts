import * as z from "zod/mini";
import {
  apiErrorBodySchema,
  checkoutErrorBodySchema,
  errorTreeSchema,
  gatewayErrors,
  productErrorBodySchema,
} from "../api/error-bodies.ts";
import { type Part, partOf, wireOf } from "../api/fields/part.ts";
import { section } from "../api/fields/primitives.ts";
import { filled } from "../api/fields/text.ts";
import { PARAMS } from "../api/params.ts";
import { RESULTS } from "../api/results.ts";
import type { Comment } from "./comments.ts";
import { toProperty } from "./property.ts";
import { RULES } from "./rules.ts";
import { NOT_GIVEN, notGiven, refTo, type Schema } from "./schema.ts";

interface Component {
  /** Name of the component, which is the name of the exported type. */
  readonly name: string;
  readonly comment: Comment;
  readonly model: z.core.$ZodType;
}

/** Prefix of a response's section if a request has a section with the same name. */
const RETURNED = "Returned";

/** All sections of the models, at every depth, without duplicates. */
function sectionsOf(
  models: Readonly<Record<string, z.core.$ZodType>>,
  comments: (type: string) => Comment,
): Component[] {
  const found = new Map<z.core.$ZodType, Component>();
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

/** A new product as it is sent, with a language, because the reference marks it as required. The SDK has a default. */
const newProduct = section(() => ({ ...PARAMS.ProductCreateParams.shape, language: filled }));

/** Requests come first, so that their sections get the names of their types. */
const MODELS = {
  ...PARAMS,
  ProductCreateParams: newProduct,
  ...RESULTS,
  ProductErrorBody: productErrorBodySchema,
  CheckoutErrorBody: checkoutErrorBodySchema,
  ApiErrorBody: apiErrorBodySchema,
};

/** Recursive models without named fields, whose leaves are messages. */
const TREES = { ErrorTree: errorTreeSchema, GatewayErrors: gatewayErrors };

const exported = (sections: readonly Component[]): Readonly<Record<string, Schema>> => {
  const registry = z.registry<{ id: string }>();
  for (const { name, model } of sections) registry.add(model, { id: name });
  for (const [id, model] of Object.entries(TREES)) registry.add(model, { id });
  const { schemas } = z.toJSONSchema(registry, {
    uri: (name) => String(refTo(name)["$ref"]),
    override: ({ zodSchema, jsonSchema }) => {
      const sent = wireOf(zodSchema)?.schema;
      if (!sent) return;
      for (const keyword of Object.keys(jsonSchema)) delete jsonSchema[keyword];
      Object.assign(jsonSchema, sent);
    },
  });
  return schemas;
};

/** Reads the default from a comment such as "Default false." or "Default `en`,". */
const defaultIn = (text: string): Schema => {
  const [, plain, quoted] = /\bDefault (?:(true|false|\d+)|`(\w+)`)[.,:]/.exec(text) ?? [];
  if (plain !== undefined) return { default: JSON.parse(plain) };
  return quoted === undefined ? {} : { default: quoted };
};

/** The format of times and URLs in responses, by field name. Values that a merchant sent may be empty. */
const formatOf = (section: string, field: string, { type }: Schema): Schema => {
  if (section.startsWith(RETURNED) || !String(type).startsWith("string")) return {};
  if (field.endsWith("_at")) return { format: "date-time" };
  return field.endsWith("_url") ? { format: "uri" } : {};
};

/** The comment of a request's field without the sentences that do not apply to a response. */
const forResponse = (text: string): string =>
  text.replaceAll(/ ?\b(?:Required|Default (?:true|false|\d|`)|Default:|Sent as)[^.]*\./g, "");

const toField = (section: Component, field: string, schema: Schema): Schema => {
  const { text = "" } = section.comment.fields.get(field) ?? {};
  const isReturned = section.name.startsWith(RETURNED);
  // Updates and responses have no defaults.
  const otherwise = isReturned || section.name === "ProductUpdateParams" ? {} : defaultIn(text);
  return {
    description: isReturned ? forResponse(text) : text,
    ...toProperty({ ...formatOf(section.name, field, schema), ...schema }, otherwise),
  };
};

/**
 * Converts a section to a component. `additionalProperties` is left out, because additional fields are allowed
 * everywhere.
 */
const toComponent = (section: Component, schema: Schema): Schema => {
  const { $schema, $id, properties, additionalProperties, ...rest } = schema;
  const fields = Object.entries(Object(properties)).map(([field, inner]): [string, Schema] => [
    field,
    toField(section, field, Object(inner)),
  ]);
  const { name, comment } = section;
  return { description: comment.text, ...rest, properties: Object.fromEntries(fields), ...RULES[name] };
};

const listed = ({ type, items }: Schema): Schema[] =>
  [type].flat().map((one) => (one === "array" ? { type: one, items } : { type: one }));

/**
 * Unrolls a tree, because generators of zod models write code for a recursive tree that does not compile. Deeper
 * sections are any object.
 */
const unrolled = (tree: Schema, levels = 3): Schema => {
  const { anyOf } = Object(tree["additionalProperties"]);
  const inner = levels > 1 ? unrolled(tree, levels - 1) : { type: "object", additionalProperties: true };
  return { type: "object", additionalProperties: { anyOf: [...listed(Object(anyOf)[0]), inner] } };
};

export function createComponents(comments: (type: string) => Comment): Record<string, Schema> {
  const sections = sectionsOf(MODELS, comments);
  const schemas = exported(sections);
  const components = sections.map((section) => [
    section.name,
    toComponent(section, schemas[section.name] ?? {}),
  ]);
  const trees = Object.keys(TREES).map((name) => [
    name,
    { description: comments(name).text, ...unrolled(schemas[name] ?? {}) },
  ]);
  return {
    ...Object.fromEntries(components),
    ...Object.fromEntries(trees),
    [NOT_GIVEN]: notGiven,
  };
}
