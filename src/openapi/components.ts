import * as z from "zod/mini";
import { checkoutCreateParamsSchema, checkoutSchema } from "../models/checkout.ts";
import { checkoutStatusSchema } from "../models/checkout-status.ts";
import {
  apiErrorBodySchema,
  checkoutErrorBodySchema,
  errorTreeSchema,
  gatewayErrors,
  productErrorBodySchema,
} from "../models/error-bodies.ts";
import { productCreateParamsSchema, productSchema, productUpdateParamsSchema } from "../models/product.ts";
import { transactionSchema } from "../models/transaction.ts";
import { captureParamsSchema, refundParamsSchema, voidParamsSchema } from "../models/transaction-params.ts";
import type { Comment } from "./comments.ts";
import { toProperty } from "./property.ts";
import { RULES } from "./rules.ts";
import { NOTHING, notGiven, refTo, type Schema } from "./schema.ts";
import { RETURNED, type Section, sectionsOf } from "./sections.ts";
import { WIRE } from "./wire.ts";

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
  ProductErrorBody: productErrorBodySchema,
  CheckoutErrorBody: checkoutErrorBodySchema,
  ApiErrorBody: apiErrorBodySchema,
};

/** They have no fields of their own, and hold themselves. */
const TREES = { ErrorTree: errorTreeSchema, GatewayErrors: gatewayErrors };

/** What zod's own export says of the sections. */
const exported = (sections: readonly Section[]): Readonly<Record<string, Schema>> => {
  const registry = z.registry<{ id: string }>();
  for (const { name, model } of sections) registry.add(model, { id: name });
  for (const [id, model] of Object.entries(TREES)) registry.add(model, { id });
  const { schemas } = z.toJSONSchema(registry, {
    uri: (name) => String(refTo(name)["$ref"]),
    override: ({ zodSchema, jsonSchema }) => {
      const wire = WIRE.get(zodSchema);
      if (!wire) return;
      for (const keyword of Object.keys(jsonSchema)) delete jsonSchema[keyword];
      Object.assign(jsonSchema, wire);
    },
  });
  return schemas;
};

/** Sections whose fields have no default: what an update leaves out stays as it is, and an answer has what it has. */
const isWithoutDefaults = (section: string): boolean =>
  section === "ProductUpdateParams" || section.startsWith(RETURNED);

/** "Default false." and "Default `en`," in a comment. */
const defaultIn = (text: string): Schema => {
  const [, plain, quoted] = /\bDefault (?:(true|false|\d+)|`(\w+)`)[.,:]/.exec(text) ?? [];
  if (plain !== undefined) return { default: JSON.parse(plain) };
  return quoted === undefined ? {} : { default: quoted };
};

/** The gateway's own times and addresses are told by their names. What a merchant sent may be empty. */
const formatOf = (section: string, field: string, { type }: Schema): Schema => {
  if (section.startsWith(RETURNED) || !String(type).startsWith("string")) return {};
  if (field.endsWith("_at")) return { format: "date-time" };
  return field.endsWith("_url") ? { format: "uri" } : {};
};

/** A comment on a field of a request, without what only holds there. */
const ofAnAnswer = (text: string): string =>
  text.replaceAll(/ ?\b(?:Required|Default (?:true|false|\d|`)|Default:|Sent as)[^.]*\./g, "");

const describe = (section: Section, field: string, schema: Schema): Schema => {
  const { text = "" } = section.comment.fields.get(field) ?? {};
  const isReturned = section.name.startsWith(RETURNED);
  const otherwise = isWithoutDefaults(section.name) ? {} : defaultIn(text);
  return {
    description: isReturned ? ofAnAnswer(text) : text,
    ...toProperty({ ...formatOf(section.name, field, schema), ...schema }, otherwise),
  };
};

/** Any field may stand in an open object; where there are fields of its own, that goes without saying. */
const toComponent = (section: Section, schema: Schema): Schema => {
  const { $schema, $id, properties, additionalProperties, ...rest } = schema;
  const fields = Object.entries(Object(properties)).map(([field, inner]): [string, Schema] => [
    field,
    describe(section, field, Object(inner)),
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
  const trees = Object.keys(TREES).map((name) => {
    const { $schema, $id, ...tree } = schemas[name] ?? {};
    return [name, { description: comments(name).text, ...tree }];
  });
  return {
    ...Object.fromEntries(components),
    ...Object.fromEntries(trees),
    [NOTHING]: notGiven,
  };
}
