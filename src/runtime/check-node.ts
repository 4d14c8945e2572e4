import { ConfigurationError } from "../errors/configuration-error.ts";

/** @throws ConfigurationError in a Node that is too old: otherwise a later call would fail with a missing function. */
export function checkNode(): void {
  // Not by its version: other runtimes have none, or another one.
  if ("withResolvers" in Promise) return;
  throw new ConfigurationError(`Node 22 or newer is needed; this is ${globalThis.process?.version}`);
}
