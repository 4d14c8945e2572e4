import type { Operation } from "../operations.ts";
import { invalidRequest } from "./invalid-request.ts";

/** Parameters nested deeper than this are refused, like circular ones. */
const MAX_DEPTH = 99;

/**
 * Parameters with more items and objects than this are refused: a sparse array, or an object that is repeated at every
 * level, would take more memory than there is.
 */
const MAX_VALUES = 2 ** 24;

/** The names of an object's fields: own and inherited properties, and the getters of its class. */
function fieldNames(object: object): Iterable<string> {
  const prototype: object | null = Object.getPrototypeOf(object);
  if (prototype === Object.prototype || prototype === null) return Object.keys(object);
  const names = new Set(Object.keys(object));
  for (
    let holder: object | null = prototype;
    holder !== null && holder !== Object.prototype;
    holder = Object.getPrototypeOf(holder)
  ) {
    for (const [name, { enumerable, get }] of Object.entries(Object.getOwnPropertyDescriptors(holder))) {
      if (enumerable || get) names.add(name);
    }
  }
  return names;
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Whether JSON would lose the content of an object. */
const isCollection = (value: object): boolean => value instanceof Map || value instanceof Set;

/**
 * Copies parameters into plain objects and arrays, reading getters, inherited properties and `toJSON` once, so that what
 * is validated is what is sent. `Date`s are copied. Throws an `InvalidRequestError` for values that JSON cannot represent.
 */
export function readParams(operation: Operation, params: unknown, root: readonly string[]): unknown {
  const refuse = (path: readonly string[]): never => {
    throw invalidRequest(operation, path, "cannot be written as JSON", "type", { expected: "json" });
  };

  const callToJson = (toJSON: CallableFunction, value: object, path: readonly string[]): unknown => {
    try {
      return Reflect.apply(toJSON, value, [path.at(-1) ?? ""]);
    } catch {
      return refuse(path);
    }
  };

  let count = 0;
  const read = (value: object, path: readonly string[], parents: readonly object[]): unknown => {
    if (value instanceof Date) return new Date(value.getTime());
    count += Array.isArray(value) ? value.length : 1;
    if (count > MAX_VALUES) return refuse(path);
    if (parents.includes(value) || path.length > MAX_DEPTH || isCollection(value)) return refuse(path);
    const ancestors = [...parents, value];
    if (Array.isArray(value)) {
      return Array.from(value, (item: unknown, index) =>
        isObject(item) ? read(item, [...path, String(index)], ancestors) : item,
      );
    }
    const toJSON: unknown = Reflect.get(value, "toJSON");
    if (typeof toJSON === "function") {
      const json = callToJson(toJSON, value, path);
      return isObject(json) ? read(json, path, ancestors) : json;
    }
    return Object.fromEntries(
      Array.from(fieldNames(value), (name) => {
        const field: unknown = Reflect.get(value, name);
        return [name, isObject(field) ? read(field, [...path, name], ancestors) : field];
      }),
    );
  };
  return isObject(params) ? read(params, root, []) : params;
}
