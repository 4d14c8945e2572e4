import type { Operation } from "../operations.ts";
import { invalidRequest } from "./invalid-request.ts";

/** Parameters nested deeper than this are refused, like circular ones. */
const MAX_DEPTH = 99;

/**
 * Parameters with more items and objects than this are refused: a sparse array, or an object that is repeated at every
 * level, would take more memory than there is.
 */
const MAX_VALUES = 2 ** 24;

/** The fields of an object, each read once: own and inherited properties, and the getters of its class. */
function fieldsOf(object: object): Record<string, unknown> {
  let holder: object | null = Object.getPrototypeOf(object);
  if (holder === Object.prototype) return { ...object };
  const names = new Set(Object.keys(object));
  for (; holder !== null && holder !== Object.prototype; holder = Object.getPrototypeOf(holder)) {
    for (const [name, { enumerable, get }] of Object.entries(Object.getOwnPropertyDescriptors(holder))) {
      if (enumerable || get) names.add(name);
    }
  }
  return Object.fromEntries(Array.from(names, (name) => [name, Reflect.get(object, name)]));
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

  let count = 0;
  const read = (value: unknown, path: readonly string[], parents: readonly object[]): unknown => {
    if (!isObject(value)) return value;
    if (value instanceof Date) return new Date(value.getTime());
    count += Array.isArray(value) ? value.length : 1;
    if (count > MAX_VALUES) return refuse(path);
    if (parents.includes(value) || path.length > MAX_DEPTH || isCollection(value)) return refuse(path);
    const ancestors = [...parents, value];
    const readInner = (inner: unknown, name: string | number): unknown =>
      isObject(inner) ? read(inner, [...path, String(name)], ancestors) : inner;
    if (Array.isArray(value)) return Array.from(value, readInner);
    const toJSON: unknown = Reflect.get(value, "toJSON");
    if (typeof toJSON === "function") {
      let json: unknown;
      try {
        json = Reflect.apply(toJSON, value, [path.at(-1) ?? ""]);
      } catch {
        return refuse(path);
      }
      return read(json, path, ancestors);
    }
    const fields = fieldsOf(value);
    for (const name of Object.keys(fields)) fields[name] = readInner(fields[name], name);
    return fields;
  };
  return read(params, root, []);
}
