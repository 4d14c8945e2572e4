/** Whether this is the `Object.prototype` of any realm, such as of Jest's tests. */
export const isRoot = (object: object): boolean => Object.hasOwn(object, "hasOwnProperty");

/** Whether an object is not of a class. */
export const isPlain = (object: object): boolean => isRoot(Object.getPrototypeOf(object) ?? Object.prototype);

/**
 * Reads an option, which may be inherited. Values that another package wrote into `Object.prototype` are ignored. While
 * it has this name, only own properties count.
 */
export function readOption<T extends object, Name extends keyof T>(
  options: T | null | undefined,
  name: Name,
): T[Name] | undefined;
export function readOption(options: unknown, name: string): unknown;
export function readOption(options: unknown, name: PropertyKey): unknown {
  const object = Object(options);
  return name in Object.prototype && !Object.hasOwn(object, name) ? undefined : Reflect.get(object, name);
}

/** Reads options by name. A default replaces an option that is undefined or null. */
export function readAll<T extends object, Name extends keyof T>(
  options: T | null | undefined,
  names: readonly Name[],
  defaults?: Partial<T>,
): Pick<T, Name>;
export function readAll(options: unknown, names: readonly string[], defaults?: unknown): object {
  const read: Record<string, unknown> = {};
  for (const name of names) read[name] = readOption(options, name) ?? readOption(defaults, name);
  return read;
}

/**
 * Reads a function. A method of a class is called on its object. A function of an object literal is not, because the
 * `fetch` of a browser refuses any object.
 */
export function readMethod(options: unknown, name: string): unknown {
  const method = readOption(options, name);
  const isInherited = typeof method === "function" && !Object.hasOwn(Object(options), name);
  return isInherited ? method.bind(options) : method;
}

/**
 * Reads the option of a function that has no other.
 *
 * @throws TypeError for other names, or options that are not an object, because they would be ignored.
 */
export function readOnly(options: unknown, name: string): unknown {
  const given = options ?? {};
  if (typeof given === "object" && Object.keys(given).every((key) => key === name))
    return readOption(given, name);
  throw new TypeError(`options must be an object with ${name}`);
}
