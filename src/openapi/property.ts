import { NOT_GIVEN, refTo, type Schema } from "./schema.ts";

const EMPTY = "";

/** The alternatives of a schema as a flat list. */
const alternativesOf = ({ anyOf, ...rest }: Schema): Schema[] =>
  Array.isArray(anyOf) ? anyOf.flatMap(alternativesOf).map((one) => ({ ...rest, ...one })) : [rest];

const isNull = ({ type }: Schema): boolean => type === "null";

const isEmpty = (schema: Schema): boolean => schema["const"] === EMPTY;

/**
 * Splits a type that may be null in two, and an enumeration with an empty value into the empty value and the others.
 */
const separate = (schema: Schema): Schema[] => {
  const { type, enum: values } = schema;
  if (Array.isArray(type) && type.includes("null")) {
    const others = type.filter((one) => one !== "null");
    return [{ ...schema, type: others.length === 1 ? others[0] : others }, { type: "null" }];
  }
  if (Array.isArray(values) && values.includes(EMPTY)) {
    return [{ ...schema, enum: values.filter((value) => value !== EMPTY) }, { const: EMPTY }];
  }
  return [schema];
};

/** Whether null can be added to the types of a schema. */
const canTakeNull = (schema: Schema): boolean =>
  "type" in schema && !("enum" in schema) && !("const" in schema);

/**
 * Rewrites a field's schema for readers and generators. Limits are next to their type, one component stands for missing
 * values, and the default is at its alternative. With a default at the field itself, openapi-typescript makes the field
 * required.
 */
export function toProperty(exported: Schema, otherwise: Schema): Schema {
  const all = alternativesOf(exported).flatMap(separate);
  if (all.some((schema) => Object.keys(schema).length === 0)) return {};
  const [first = {}, ...others] = all.filter((schema) => !isNull(schema) && !isEmpty(schema));
  const values = [{ ...first, ...otherwise }, ...others];
  const [only] = values;
  if (!all.some(isNull)) return values.length === 1 && only ? only : { anyOf: values };
  if (all.some(isEmpty)) return { anyOf: [...values, refTo(NOT_GIVEN)] };
  return values.length === 1 && only && !("default" in only) && canTakeNull(only)
    ? { ...only, type: [only["type"], "null"].flat() }
    : { anyOf: [...values, { type: "null" }] };
}
