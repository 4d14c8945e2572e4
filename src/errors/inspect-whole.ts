/** The method with which Node, Deno and Bun print an object. */
const INSPECT = /* @__PURE__ */ Symbol.for("nodejs.util.inspect.custom");

type Inspect = (value: unknown, options: object) => string;

function inspectWhole(this: Error, _depth: unknown, options: object, inspect: Inspect): string {
  return inspect(this, { ...options, depth: Number.POSITIVE_INFINITY, customInspect: false });
}

/**
 * Makes `console.log` print all problems of an error. Not a member of the class, because bundlers keep an unused class
 * whose members have computed names.
 */
export function printWhole(error: Error): void {
  Object.defineProperty(error, INSPECT, { value: inspectWhole });
}
