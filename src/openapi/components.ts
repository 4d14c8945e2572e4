import * as z from "zod/mini";
import { apiErrorBodySchema } from "../models/api-error-body.ts";
import { checkoutCreateParamsSchema, checkoutSchema } from "../models/checkout.ts";
import { checkoutStatusSchema } from "../models/checkout-status.ts";
import { productCreateParamsSchema, productSchema, productUpdateParamsSchema } from "../models/product.ts";
import { transactionSchema } from "../models/transaction.ts";
import { captureParamsSchema, refundParamsSchema, voidParamsSchema } from "../models/transaction-params.ts";
import type { Comment } from "./comments.ts";
import { RULES } from "./rules.ts";
import { NOTHING, notGiven, refTo, type Schema } from "./schema.ts";
import { bare, type Section, sectionsOf } from "./sections.ts";
import { accepts, exceptionFor, wireOf } from "./wire.ts";

/** What is sent comes first: its sections have the names of their types. */
const MODELS = {
  ProductCreateParams: productCreateParamsSchema,
  ProductUpdateParams: productUpdateParamsSchema,
  CheckoutCreateParams: checkoutCreateParamsSchema,
  CaptureParams: captureParamsSchema,
  VoidParams: voidParamsSchema,
  RefundParams: refundParamsSchema,
  Product: productSchema,
  Checkout: checkoutSchema,
  CheckoutStatus: checkoutStatusSchema,
  Transaction: transactionSchema,
  ApiErrorBody: apiErrorBodySchema,
};

/** What zod's own export says of the sections. */
const exported = (sections: readonly Section[]): Readonly<Record<string, Schema>> => {
  const registry = z.registry<{ id: string }>();
  for (const { name, model } of sections) registry.add(model, { id: name });
  const { schemas } = z.toJSONSchema(registry, {
    uri: (name) => String(refTo(name)["$ref"]),
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const wire = wireOf(zodSchema);
      if (wire) {
        for (const keyword of Object.keys(jsonSchema)) delete jsonSchema[keyword];
        Object.assign(jsonSchema, wire);
      }
      // An object that lets any field through needs no word for it.
      if (zodSchema instanceof z.core.$ZodObject) delete jsonSchema.additionalProperties;
      if (Object.keys(jsonSchema.properties ?? {}).length === 0) delete jsonSchema.properties;
    },
  });
  return schemas;
};

const withNull = (schema: Schema): Schema =>
  "type" in schema && !("enum" in schema)
    ? { ...schema, type: [schema["type"], "null"].flat() }
    : { anyOf: [schema, { type: "null" }] };

/** Whether "" is a value like any other. */
const isAnyText = (schema: Schema): boolean =>
  schema["type"] === "string" && ["enum", "pattern", "minLength"].every((keyword) => !(keyword in schema));

/** A field that may carry what stands for no value: null, and in a request also "". */
const withNothing = (schema: Schema, field: z.core.$ZodType): Schema => {
  const inner = bare(field);
  const takes = (value: unknown): boolean => accepts(field, value) && !accepts(inner, value);
  if (!takes(null)) return schema;
  return takes("") && !isAnyText(schema) ? { anyOf: [schema, refTo(NOTHING)] } : withNull(schema);
};

/** What an update leaves out stays as it is. */
const WITHOUT_DEFAULTS = "ProductUpdateParams";

/** "Default false." and "Default `en`," in a comment. */
const defaultIn = (text: string): Schema => {
  const [, plain, quoted] = /\bDefault (?:(true|false|\d+)|`(\w+)`)[.,:]/.exec(text) ?? [];
  if (plain !== undefined) return { default: JSON.parse(plain) };
  return quoted === undefined ? {} : { default: quoted };
};

/** The gateway's own times and addresses are told by their names. */
const formatOf = (field: string, { type, format }: Schema): Schema => {
  if (type !== "string" || format !== undefined) return {};
  if (field.endsWith("_at")) return { format: "date-time" };
  return field.endsWith("_url") ? { format: "uri" } : {};
};

const toProperty = (section: Section, field: string, schema: Schema): Schema => {
  const model = section.fields.get(field);
  if (!model) throw new Error(`${section.name} has no ${field}`);
  const { text = "" } = section.comment.fields.get(field) ?? {};
  const value = exceptionFor(section.name, field) ?? { ...schema, ...formatOf(field, schema) };
  const otherwise = section.name === WITHOUT_DEFAULTS ? {} : defaultIn(text);
  return { description: text, ...withNothing(value, model), ...otherwise };
};

const toComponent = (section: Section, schema: Schema): Schema => {
  const { $schema, $id, properties, ...rest } = schema;
  const fields = Object.entries(Object(properties)).map(([field, inner]): [string, Schema] => [
    field,
    toProperty(section, field, Object(inner)),
  ]);
  const { name, comment } = section;
  return { description: comment.text, ...rest, properties: Object.fromEntries(fields), ...RULES[name] };
};

/** The components of every section that is sent or comes back. */
export function createComponents(comments: (type: string) => Comment): Record<string, Schema> {
  const sections = sectionsOf(MODELS, comments);
  const schemas = exported(sections);
  const components = sections.map((section) => [
    section.name,
    toComponent(section, schemas[section.name] ?? {}),
  ]);
  return { ...Object.fromEntries(components), [NOTHING]: notGiven };
}
