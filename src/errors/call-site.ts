import { PaymentsError } from "./payments-error.ts";

/**
 * Remembers the line that calls `entry`, and returns a function that makes the stack of an error begin there. An error
 * that is made after a response has only frames of the SDK and of ky, and with `.catch` none of the caller at all.
 */
export function callSite(entry: CallableFunction | NewableFunction): <Failure>(error: Failure) => Failure {
  const site: { readonly stack?: unknown } = {};
  // Engines other than V8 may not have it.
  Error.captureStackTrace?.(site, entry);
  return (error) => {
    if (!(error instanceof PaymentsError)) return error;
    try {
      // Formatted when it is read. A program can replace the format with `Error.prepareStackTrace`.
      const stack = String(site.stack);
      const frames = stack.indexOf("\n    at ");
      if (frames >= 0) error.stack = `${error}${stack.slice(frames)}`;
    } catch {
      // The program's own `Error.prepareStackTrace` threw.
    }
    return error;
  };
}
