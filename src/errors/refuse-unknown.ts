import { nearestName } from "../shared/nearest-name.ts";
import { isPlain } from "../shared/read-option.ts";
import { isRecord } from "../shared/values.ts";
import { ConfigurationError } from "./configuration-error.ts";

/** The nearest names, or all names if none is near. */
const hint = (unknown: readonly string[], names: readonly string[]): string => {
  const nearest = unknown.map((name) => nearestName(name, names));
  const found = [...new Set(nearest)].filter((name) => name !== undefined);
  return nearest.includes(undefined) ? `Known are ${names.join(", ")}` : `Did you mean ${found.join(", ")}?`;
};

/** Number of names in the form of an object of options. */
const SHOWN = 3;

/**
 * What is wrong with an object of options, as the end of a sentence. Plain JavaScript passes a callback, a text or a
 * misspelled name, which would be ignored.
 *
 * @param also Other names that are accepted. If given, an object of a class may have more properties.
 */
export function problemWithOptions(
  options: unknown,
  names: readonly string[],
  also?: readonly string[],
): string | undefined {
  if (options === undefined || options === null) return undefined;
  const form = `must be an object, such as { ${names.slice(0, SHOWN).join(", ")} }`;
  if (!isRecord(options)) return form;
  if (!isPlain(options)) {
    // A promise or a signal has no option.
    if (!names.some((name) => name in options)) return form;
    if (also) return undefined;
  }
  // The getter of a known option is not called here, because it may return another value each time.
  const isKnown = (name: string): boolean => names.includes(name) || also?.includes(name) === true;
  const unknown = Object.keys(options).filter((name) => !isKnown(name) && options[name] !== undefined);
  return unknown.length > 0 ? `must not have ${unknown.join(", ")}. ${hint(unknown, names)}` : undefined;
}

/** The options of the client and `Webhooks`. One object may contain the options of both, and of a `Sandbox`. */
export const SHARED: readonly string[] = [
  "baseUrl",
  "checkoutUrl",
  "gatewayUrl",
  "idempotencyKeys",
  "fetch",
  "publicKey",
  "credentials",
];

/**
 * Refuses unknown names.
 *
 * @param subject The object, as the start of a sentence.
 * @throws ConfigurationError that contains the unknown names, and the nearest known name.
 */
export function refuseUnknown(
  subject: string,
  options: unknown,
  names: readonly string[],
  also?: readonly string[],
): void {
  const problem = problemWithOptions(options, names, also);
  if (problem) throw new ConfigurationError(`${subject} ${problem}`);
}
