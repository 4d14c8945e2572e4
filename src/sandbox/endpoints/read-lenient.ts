import * as z from "zod/mini";
import { isRecord } from "../../shared/values.ts";

/** The parts of a model's JSON Schema with the types of a field. */
type Schema = z.core.JSONSchema.BaseSchema;

const alternativesOf = (schema: Schema): Schema[] => [
  schema,
  ...(schema.anyOf ?? []).filter((alternative) => typeof alternative === "object"),
];

const BOOLEANS = new Map<unknown, boolean>(Object.entries({ 0: false, 1: true }));

/** Converts a value to its documented type. Objects and arrays stay unchanged. */
function readScalar(types: ReadonlySet<unknown>, value: unknown): unknown {
  if (types.has("boolean")) return BOOLEANS.get(String(value)) ?? value;
  if (Number.isSafeInteger(value) && types.has("string") && !types.has("integer")) return String(value);
  return typeof value === "string" && types.has("integer") && /^-?\d+$/.test(value) ? Number(value) : value;
}

function readFields(schema: Schema, fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const properties = alternativesOf(schema).find((alternative) => alternative.properties)?.properties ?? {};
  const entries = Object.entries(fields).map(([name, value]) => {
    // No shop module sends a language as a number.
    const isRead = Object.hasOwn(properties, name) && name !== "language";
    const documented = isRead ? properties[name] : undefined;
    return [name, typeof documented === "object" ? readValue(documented, value) : value] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function readValue(schema: Schema, value: unknown): unknown {
  const types = new Set<unknown>(alternativesOf(schema).flatMap(({ type }) => type ?? []));
  if (isRecord(value)) return readFields(schema, value);
  if (!Array.isArray(value)) return readScalar(types, value);
  if (value.length === 0 && types.has("object")) return undefined;
  const items = alternativesOf(schema).find((alternative) => alternative.items)?.items;
  return typeof items === "object" && !Array.isArray(items)
    ? value.map((item) => readValue(items, item))
    : value;
}

const schemas = new WeakMap<z.ZodMiniType, Schema>();

const schemaOf = (model: z.ZodMiniType): Schema => {
  const schema = schemas.get(model) ?? z.toJSONSchema(model);
  schemas.set(model, schema);
  return schema;
};

/**
 * Reads a request as the gateway does, because public shop modules send numbers for strings, digits for integers, 0 and 1 for
 * booleans, and `[]` for a missing object. Wrong values stay, so that the model refuses them. Source: gateway documentation.
 */
export const readLenient = (model: z.ZodMiniType, value: unknown): unknown =>
  readValue(schemaOf(model), value);
