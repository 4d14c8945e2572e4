import { type CallEvent, type Hooks, notify } from "./hooks.ts";

/** A hook that logs a line before it calls the merchant's hook. */
const logged =
  <Event extends CallEvent>(hook: ((event: Event) => void) | undefined, lineOf: (event: Event) => string) =>
  (event: Event): void => {
    console.error(`payments-client ${event.operation} ${event.callId}: ${lineOf(event)}`);
    notify(hook, event);
  };

/** Adds a line on stderr for each event to the hooks. No line contains a URL, a header, a body or an error message. */
export const withDebugLog = (hooks: Hooks): Hooks => ({
  ...hooks,
  onRequest: logged(hooks.onRequest, ({ attempt }) => `attempt ${attempt} sent`),
  onResponse: logged(
    hooks.onResponse,
    ({ attempt, status, durationMs }) => `attempt ${attempt} got ${status} in ${durationMs.toFixed()} ms`,
  ),
  onRetry: logged(
    hooks.onRetry,
    ({ attempt, error, delayMs }) =>
      `attempt ${attempt} failed (${error.code}), next in ${delayMs.toFixed()} ms`,
  ),
  onError: logged(
    hooks.onError,
    ({ error, attempts, durationMs }) =>
      `failed (${error.code}) after ${attempts} attempts, ${durationMs.toFixed()} ms`,
  ),
});
