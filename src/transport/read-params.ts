import { nest } from "../errors/error-tree.ts";
import { InvalidRequestError } from "../errors/invalid-request-error.ts";
import type { Operation } from "../operations.ts";

/** Parameters nested deeper than this are refused, as a circle is. */
const DEEPEST = 99;

/** The names of an object's fields: its own, inherited ones, and the getters of its class. */
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

/** What JSON would hold nothing of. */
const hasHiddenContent = (value: object): boolean => value instanceof Map || value instanceof Set;

/**
 * Reads parameters once, getters, prototypes and `toJSON` included, into plain objects and arrays: what is checked is
 * then what is sent. A `Date` stays one. Throws an `InvalidRequestError` for what JSON cannot hold.
 */
export function readParams(operation: Operation, params: unknown, root: readonly string[]): unknown {
  const refuse = (path: readonly string[]): never => {
    throw new InvalidRequestError(
      operation,
      nest([{ path: [...path], messages: ["cannot be written as JSON"] }]),
    );
  };

  const writtenBy = (toJSON: CallableFunction, value: object, path: readonly string[]): unknown => {
    try {
      return Reflect.apply(toJSON, value, [path.at(-1) ?? ""]);
    } catch {
      return refuse(path);
    }
  };

  const read = (value: object, path: readonly string[], parents: readonly object[]): unknown => {
    if (value instanceof Date) return new Date(value.getTime());
    if (parents.includes(value) || path.length > DEEPEST || hasHiddenContent(value)) return refuse(path);
    const inside = [...parents, value];
    if (Array.isArray(value)) {
      return Array.from(value, (item: unknown, index) =>
        isObject(item) ? read(item, [...path, String(index)], inside) : item,
      );
    }
    const toJSON: unknown = Reflect.get(value, "toJSON");
    if (typeof toJSON === "function") {
      const written = writtenBy(toJSON, value, path);
      return isObject(written) ? read(written, path, inside) : written;
    }
    return Object.fromEntries(
      Array.from(fieldNames(value), (name) => {
        const field: unknown = Reflect.get(value, name);
        return [name, isObject(field) ? read(field, [...path, name], inside) : field];
      }),
    );
  };
  return isObject(params) ? read(params, root, []) : params;
}
