import ky from "ky";
import type { PaymentsError } from "../errors/payments-error.ts";
import { type Answer, exchange, type Outgoing } from "./exchange.ts";
import { type HeadersOption, readHeaders } from "./headers.ts";
import { notify, startInside } from "./hooks.ts";
import { type RetryBudget, retryDelay } from "./retry.ts";
import { toConnectionError } from "./to-connection-error.ts";

/** What a call sends, with its timeout, retries and signal. */
export interface OutgoingCall extends Outgoing {
  readonly timeout: number;
  readonly maxRetries: number;
  readonly signal?: AbortSignal | null | undefined;
  /** Shared by the calls of one client. */
  readonly budget: RetryBudget;
}

/**
 * Settles like the task or, if a custom fetch ignores its signal, rejects soon after an abort. A response that arrives in
 * the same turn as the abort still counts. Timeouts need no such race: ky rejects by itself.
 */
const orAborted = <Result>(task: Promise<Result>, signal: AbortSignal): Promise<Result> =>
  new Promise((resolve, reject) => {
    // Without a result: workerd logs a warning for a listener that has one.
    const abort = (): void => {
      setTimeout(reject, 0, signal.reason);
    };
    signal.addEventListener("abort", abort);
    task.finally(() => signal.removeEventListener("abort", abort)).then(resolve, reject);
  });

/** The signal of an attempt. ky always passes a Request; under test tools it may be of another class. */
const signalOf = (input: string | URL | Request): AbortSignal =>
  typeof input === "object" && "signal" in input ? input.signal : new AbortController().signal;

/**
 * Sends one call. ky runs the attempts, their timeouts, the delays between them and the abort signal; each attempt is an
 * {@link exchange}. ky's own request has neither headers nor a body: a custom `fetch` is called with a URL and an init
 * object, the response's body is read within the timeout, and no object of ky's has the credentials.
 */
export async function send(call: OutgoingCall): Promise<Answer> {
  const { callId, operation, method, url, hooks, timeout, maxRetries, signal, budget, progress } = call;
  const answered = Promise.withResolvers<Answer>();
  let isSent = false;
  let delayMs = 0;
  const toError = (failure: unknown): PaymentsError => toConnectionError(failure, { ...call, isSent });

  const attempt = async (attemptSignal: AbortSignal): Promise<Response> => {
    try {
      signal?.throwIfAborted();
      progress.attempts += 1;
      const event = { callId, operation, method, url, attempt: progress.attempts };
      notify(hooks.onRequest, event);
      // If the hook aborted the call, nothing is sent, even if a custom fetch ignores its signal.
      signal?.throwIfAborted();
      isSent = true;
      const exchanged = startInside(hooks.aroundAttempt, event, (added?: HeadersOption) => {
        const outgoing = added ? { ...call, headers: { ...readHeaders(added), ...call.headers } } : call;
        return exchange(outgoing, event, attemptSignal);
      });
      const answer = await (signal ? orAborted(exchanged, attemptSignal) : exchanged);
      // A fetch that ignores its signal may resolve after the timeout. Late results are ignored.
      if (!attemptSignal.aborted || signal?.aborted) answered.resolve(answer);
      return answer.response;
    } catch (failure) {
      throw toError(failure);
    }
  };

  const shouldRetry = ({ error: failure }: { readonly error: unknown }): boolean => {
    const error = toError(failure);
    const delay = retryDelay(error, progress.attempts, call.idempotencyKey !== undefined);
    if (delay === undefined || !budget.spend()) return false;
    delayMs = delay;
    isSent = false;
    // A read changes nothing.
    progress.mayBeProcessed = method !== "GET" && error.processed === "unknown";
    notify(hooks.onRetry, { callId, operation, attempt: progress.attempts, delayMs, error });
    return true;
  };

  try {
    await ky(url, {
      method,
      timeout,
      signal: signal ?? null,
      throwHttpErrors: false,
      fetch: (request) => attempt(signalOf(request)),
      retry: {
        limit: maxRetries,
        methods: [method],
        shouldRetry,
        delay: () => delayMs,
      },
    });
  } catch (failure) {
    throw toError(failure);
  }
  budget.succeeded(progress.attempts);
  const answer = await answered.promise;
  notify(hooks.onResponse, answer.event);
  return answer;
}
