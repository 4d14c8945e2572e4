import { nearestName } from "../shared/nearest-name.ts";
import { isRoot } from "../shared/read-option.ts";
import { ConfigurationError } from "./configuration-error.ts";

/** The nearest names, or all names if none is near. */
const hint = (unknown: readonly string[], names: readonly string[]): string => {
  const nearest = unknown.map((name) => nearestName(name, names));
  const found = [...new Set(nearest)].filter((name) => name !== undefined);
  return nearest.includes(undefined) ? `Known are ${names.join(", ")}` : `Did you mean ${found.join(", ")}?`;
};

/** @throws ConfigurationError for names that an owner, such as a class, does not have. */
export function refuseNames(
  owner: string,
  kind: string,
  unknown: readonly string[],
  names: readonly string[],
): void {
  if (unknown.length === 0) return;
  throw new ConfigurationError(`${owner} has no ${kind} ${unknown.join(", ")}. ${hint(unknown, names)}`);
}

/** The options of the client and `Webhooks`. One object may contain the options of both, and of a `Sandbox`. */
const SHARED: readonly string[] = [
  "baseUrl",
  "checkoutUrl",
  "gatewayUrl",
  "idempotencyKeys",
  "fetch",
  "publicKey",
  "credentials",
];

/**
 * Refuses unknown options. An object of a class may have additional properties.
 *
 * @throws ConfigurationError that names them, and the nearest option.
 */
export function refuseUnknown(
  owner: string,
  options: object | null | undefined,
  names: readonly string[],
  isShared = false,
): void {
  if (!options) return;
  const prototype = Object.getPrototypeOf(options);
  if (prototype !== null && !isRoot(prototype)) return;
  const isKnown = (name: string): boolean => names.includes(name) || (isShared && SHARED.includes(name));
  // The getter of a known option is not called here, because it may return another value each time.
  const unknown = Object.keys(options).filter(
    (name) => !isKnown(name) && Reflect.get(options, name) !== undefined,
  );
  refuseNames(owner, "option", unknown, names);
}
