import { NOTHING, refTo, type Schema } from "./schema.ts";

const EMPTY = "";

/** What a value may be, as a list without lists in it. */
const alternativesOf = ({ anyOf, ...rest }: Schema): Schema[] =>
  Array.isArray(anyOf) ? anyOf.flatMap(alternativesOf).map((one) => ({ ...rest, ...one })) : [rest];

const isNull = ({ type }: Schema): boolean => type === "null";

const isEmpty = (schema: Schema): boolean => schema["const"] === EMPTY;

/** A type that may be null as two, and a choice that may be empty without the empty one. */
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

/** Whether null can be one more of its types. */
const canTakeNull = (schema: Schema): boolean =>
  "type" in schema && !("enum" in schema) && !("const" in schema);

/**
 * A field's schema, in a form that people and generators read: a limit beside its type, one name for a value that is not
 * there, and the default at the value that it is one of. (At the field itself, openapi-typescript takes it for required.)
 */
export function toProperty(exported: Schema, otherwise: Schema): Schema {
  const all = alternativesOf(exported).flatMap(separate);
  if (all.some((schema) => Object.keys(schema).length === 0)) return {};
  const [first = {}, ...others] = all.filter((schema) => !isNull(schema) && !isEmpty(schema));
  const values = [{ ...first, ...otherwise }, ...others];
  const [only] = values;
  if (!all.some(isNull)) return values.length === 1 && only ? only : { anyOf: values };
  if (all.some(isEmpty)) return { anyOf: [...values, refTo(NOTHING)] };
  return values.length === 1 && only && !("default" in only) && canTakeNull(only)
    ? { ...only, type: [only["type"], "null"].flat() }
    : { anyOf: [...values, { type: "null" }] };
}
