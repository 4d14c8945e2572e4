/** Whether this is the `Object.prototype` of any realm, such as of Jest's tests. */
export const isRoot = (object: object): boolean => Object.hasOwn(object, "hasOwnProperty");

/** Whether an object has a property, including its prototypes except `Object.prototype`. */
function hasBelowRoot(object: object, name: PropertyKey): boolean {
  for (let holder: object | null = object; holder && !isRoot(holder); ) {
    if (Object.hasOwn(holder, name)) return true;
    holder = Object.getPrototypeOf(holder);
  }
  return false;
}

/** Reads an option, which may be inherited. Values that another package wrote into `Object.prototype` are ignored. */
export function readOption<T extends object, Name extends keyof T>(
  options: T | null | undefined,
  name: Name,
): T[Name] | undefined;
export function readOption(options: unknown, name: string): unknown;
export function readOption(options: unknown, name: PropertyKey): unknown {
  const object = Object(options);
  if (name in Object.prototype && !hasBelowRoot(object, name)) return undefined;
  return Reflect.get(object, name);
}
