import { type CallEvent, type Hooks, notify } from "./hooks.ts";

const log = ({ callId, operation }: CallEvent, message: string): void => {
  console.error(`payments-client ${operation} ${callId}: ${message}`);
};

const round = Math.round;

/** Adds a line on stderr for each event to the hooks. No line contains a URL, a header, a body or an error message. */
export const withDebugLog = (hooks: Hooks): Hooks => ({
  onRequest: (event) => {
    log(event, `attempt ${event.attempt} sent`);
    notify(hooks.onRequest, event);
  },
  onResponse: (event) => {
    const { attempt, status, durationMs } = event;
    log(event, `attempt ${attempt} got ${status} in ${round(durationMs)} ms`);
    notify(hooks.onResponse, event);
  },
  onRetry: (event) => {
    const { attempt, error, delayMs } = event;
    log(event, `attempt ${attempt} failed (${error.code}), next in ${round(delayMs)} ms`);
    notify(hooks.onRetry, event);
  },
  onError: (event) => {
    const { attempts, error, durationMs } = event;
    log(event, `failed (${error.code}) after ${attempts} attempts, ${round(durationMs)} ms`);
    notify(hooks.onError, event);
  },
  onDrift: (event) => {
    log(event, `response differs from the documentation in ${event.issues.length} fields`);
    notify(hooks.onDrift, event);
  },
});
