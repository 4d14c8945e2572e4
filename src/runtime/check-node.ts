import { ConfigurationError } from "../errors/configuration-error.ts";

/** @throws ConfigurationError if Node is too old, because a later call would fail with a missing function. */
export function checkNode(): void {
  // Not by its version, because other runtimes have none, or a different one.
  if ("withResolvers" in Promise) return;
  throw new ConfigurationError(`Node 22 or newer is needed. This is ${globalThis.process?.version}`);
}
