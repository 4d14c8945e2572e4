import { nearestName } from "../shared/nearest-name.ts";
import { isPlain } from "../shared/read-option.ts";
import { isRecord } from "../shared/values.ts";
import { ConfigurationError } from "./configuration-error.ts";

/** Number of names in the form of an object of options. */
const SHOWN = 3;

/** The last word of a name. */
const lastWordOf = (name: string): string | undefined => /[A-Z]?[a-z]*$/.exec(name)?.[0].toLowerCase();

/**
 * What is wrong with an object of options, as the end of a sentence. Plain JavaScript passes a callback, a text or a
 * misspelled name, which would be ignored.
 *
 * @param also An object with other names that are accepted. If given, an object of a class may have more properties.
 */
export function problemWithOptions(
  options: unknown,
  names: readonly string[],
  also?: object,
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
  const known = [...names, ...Object.keys(also ?? {})];
  const unknown = Object.keys(options).filter((name) => !known.includes(name) && options[name] !== undefined);
  const [first] = unknown;
  if (first === undefined) return undefined;
  // Other SDKs have names such as `apiKey` for `secretKey`.
  const nearest = nearestName(first, names) ?? names.find((name) => lastWordOf(name) === lastWordOf(first));
  return `must not have ${unknown.join(", ")}. ${nearest ? `Did you mean ${nearest}?` : `Known are ${names.join(", ")}`}`;
}

/** One object may contain the options of a client, of `Webhooks` and of a `Sandbox`. Each must accept these names. */
export const SHARED = {
  shopId: 0,
  secretKey: 0,
  baseUrl: 0,
  checkoutUrl: 0,
  gatewayUrl: 0,
  idempotencyKeys: 0,
  fetch: 0,
  publicKey: 0,
  credentials: 0,
};

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
  also?: object,
): void {
  const problem = problemWithOptions(options, names, also);
  if (problem) throw new ConfigurationError(`${subject} ${problem}`);
}
