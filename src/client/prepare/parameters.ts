import type { Operation } from "../../api/operations.ts";
import { InvalidRequestError } from "../../errors/invalid-request-error.ts";
import { isRoot, readOption } from "../../shared/read-option.ts";
import { withoutPrototype } from "../../shared/values.ts";
import { invalidRequest, NOT_AWAITED, NOT_JSON, NOT_STORABLE, NOT_VALID } from "./invalid-request.ts";

/** Maximum depth of parameters. Deeper and circular ones are refused. */
const MAX_DEPTH = 99;

/**
 * Reads each field of an object once, including inherited properties and the getters of its class. The copy has no
 * prototype, so that nothing is read from `Object.prototype`.
 */
function fieldsOf(object: object): Record<string, unknown> {
  const fields: Record<string, unknown> = withoutPrototype({ ...object });
  let holder: object | null = Object.getPrototypeOf(object);
  // Another realm, such as Jest's tests, has its own `Object.prototype`.
  for (; holder !== null && !isRoot(holder); holder = Object.getPrototypeOf(holder)) {
    for (const [name, { enumerable, get }] of Object.entries(Object.getOwnPropertyDescriptors(holder))) {
      if ((enumerable || get) && name !== "__proto__" && !(name in fields))
        fields[name] = Reflect.get(object, name);
    }
  }
  return fields;
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Whether JSON would lose the content of an object. */
const isCollection = (value: object): boolean => value instanceof Map || value instanceof Set;

/** Whether a database can store a text. PostgreSQL refuses NUL, and UTF-8 has no half of a surrogate pair. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\0");

/** The state of reading the parameters of a call. */
interface Reading {
  readonly operation: Operation;
  /** The path of the value being read. */
  readonly path: string[];
  /** The objects that contain the value. */
  readonly parents: object[];
}

function read(reading: Reading, value: unknown): unknown {
  if (!isObject(value)) return value;
  if (value instanceof Date) return new Date(value.getTime());
  if (value instanceof Promise) throw invalidRequest(reading.operation, reading.path, ...NOT_AWAITED);
  const { path, parents } = reading;
  const isList = Array.isArray(value);
  if (parents.length >= MAX_DEPTH || parents.includes(value) || isCollection(value))
    throw invalidRequest(reading.operation, path, ...NOT_JSON);
  parents.push(value);
  const toJSON: unknown = isList ? undefined : readOption(value, "toJSON");
  let copy: unknown;
  if (typeof toJSON === "function") {
    copy = read(reading, Reflect.apply(toJSON, value, [path.at(-1) ?? ""]));
    // Null would mean that the field is not given, so that a bill never expires.
    if (copy === null || copy === undefined) throw invalidRequest(reading.operation, path, ...NOT_VALID);
  } else {
    const fields = isList ? Array.from(value) : fieldsOf(value);
    for (const name of isList ? value.keys() : Object.keys(fields)) {
      const inner: unknown = Reflect.get(fields, name);
      if (typeof inner === "string" && !isStorable(inner))
        throw invalidRequest(reading.operation, [...path, String(name)], ...NOT_STORABLE);
      if (!isObject(inner)) continue;
      path.push(String(name));
      Reflect.set(fields, name, read(reading, inner));
      path.pop();
    }
    copy = fields;
  }
  parents.pop();
  return copy;
}

/**
 * Copies parameters into plain objects and arrays. Getters, inherited properties and `toJSON` are read once, so that
 * the validated values are sent. `Date`s are copied.
 *
 * @throws InvalidRequestError for values that JSON cannot represent.
 */
export function readParams(operation: Operation, params: unknown, root: readonly string[]): unknown {
  const reading = { operation, path: [...root], parents: [] };
  try {
    return read(reading, params);
  } catch (error) {
    // A getter, a `toJSON` or a `Proxy` threw. The path ends at its object.
    throw error instanceof InvalidRequestError ? error : invalidRequest(operation, reading.path, ...NOT_JSON);
  }
}

/** The path of an operation with its ids as escaped segments. Ids that would change the path are refused. */
export function fillPath(
  operation: Operation,
  path: string,
  ids: Readonly<Record<string, unknown>>,
  root: readonly string[],
): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name];
    if (typeof id === "string" && !/^\.{0,2}$/.test(id) && isStorable(id)) return encodeURIComponent(id);
    throw invalidRequest(operation, [...root, name], "must be a string, not empty or dots", "format", {
      format: "id",
    });
  });
}

/** The path of the first bigint, which JSON cannot represent. */
function findBigint(value: unknown, path: readonly string[]): readonly string[] | undefined {
  if (typeof value === "bigint") return path;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [field, inner] of Object.entries(value)) {
    const found = findBigint(inner, [...path, field]);
    if (found) return found;
  }
  return undefined;
}

/**
 * Writes the body as JSON.
 *
 * @throws InvalidRequestError that names the field that JSON cannot represent.
 */
export function writeJson(operation: Operation, body: unknown): string {
  try {
    const text: string | undefined = JSON.stringify(body);
    if (text !== undefined) return text;
  } catch {
    // A bigint.
  }
  throw invalidRequest(operation, findBigint(body, []) ?? [], ...NOT_JSON);
}
