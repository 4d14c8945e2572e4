import { PaymentsError } from "./payments-error.ts";

/**
 * Saves the line that calls `entry`. The returned function makes the stack of an error begin there. Without it, an
 * error after a response has frames of the SDK and of ky, and with `.catch` no frame of the caller.
 */
export function callSite(entry: CallableFunction | NewableFunction): <Failure>(error: Failure) => Failure {
  const site: { readonly stack?: unknown } = {};
  // Only V8 is certain to have it.
  Error.captureStackTrace?.(site, entry);
  return (error) => {
    if (!(error instanceof PaymentsError)) return error;
    try {
      // Formatted when it is read. A program can replace the format by `Error.prepareStackTrace`.
      const stack = String(site.stack);
      const frames = stack.indexOf("\n    at ");
      if (frames >= 0) error.stack = `${error}${stack.slice(frames)}`;
    } catch {
      // The program's own `Error.prepareStackTrace` threw.
    }
    return error;
  };
}
