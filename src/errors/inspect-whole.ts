/** The method with which Node, Deno and Bun print an object. */
export const INSPECT: unique symbol = Symbol.for("nodejs.util.inspect.custom");

type Inspect = (value: unknown, options: object) => string;

/** Prints an error with all its problems: by default, `console.log` would cut them off. */
export function inspectWhole(this: Error, _depth: unknown, options: object, inspect: Inspect): string {
  return inspect(this, { ...options, depth: Number.POSITIVE_INFINITY, customInspect: false });
}
