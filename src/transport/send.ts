import ky from "ky";
import type { PaymentsError } from "../errors/payments-error.ts";
import { type Answer, exchange, type Outgoing } from "./exchange.ts";
import { notify } from "./hooks.ts";
import { type RetryBudget, retryDelay } from "./retry.ts";
import { toConnectionError } from "./to-connection-error.ts";

/** What a call sends, and how often and how long it tries. */
export interface Sending extends Outgoing {
  readonly timeout: number;
  readonly maxRetries: number;
  readonly signal?: AbortSignal | null | undefined;
}

/**
 * Settles with the task or, for a fetch that ignores its signal, soon after the caller aborted. An answer that
 * arrives in the same turn still counts. A timeout needs no such race: ky settles for it.
 */
const orAborted = <Result>(task: Promise<Result>, signal: AbortSignal): Promise<Result> =>
  new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => setTimeout(reject, 0, signal.reason));
    task.then(resolve, reject);
  });

/** The signal of an attempt. ky always calls with a Request; under test tools it may be of another class. */
const signalOf = (input: string | URL | Request): AbortSignal =>
  typeof input === "object" && "signal" in input ? input.signal : new AbortController().signal;

/**
 * Sends one call: ky makes its attempts, bounds the time of each, waits between them and ends with the caller's
 * signal. Each attempt is an exchange of ours; ky's own request carries neither credentials nor body.
 *
 * @param attempts Counts the attempts as they are made.
 */
export async function send(
  sending: Sending,
  budget: RetryBudget,
  attempts: { count: number },
): Promise<Answer> {
  const { callId, operation, method, url, hooks, timeout, maxRetries, signal } = sending;
  const answered = Promise.withResolvers<Answer>();
  let isUnderway = false;
  let delayMs = 0;
  const toError = (failure: unknown): PaymentsError => toConnectionError(failure, { ...sending, isUnderway });

  const attempt = async (attemptSignal: AbortSignal): Promise<Response> => {
    try {
      signal?.throwIfAborted();
      attempts.count += 1;
      const event = { callId, operation, method, url, attempt: attempts.count };
      notify(hooks.onRequest, event);
      // The hook may have aborted: then nothing is sent, whatever a fetch makes of its signal.
      signal?.throwIfAborted();
      isUnderway = true;
      const exchanged = exchange(sending, event, attemptSignal);
      const answer = await (signal ? orAborted(exchanged, attemptSignal) : exchanged);
      // A fetch that ignores its signal may answer after the timeout. Late results are ignored.
      if (!attemptSignal.aborted || signal?.aborted) answered.resolve(answer);
      return answer.response;
    } catch (failure) {
      throw toError(failure);
    }
  };

  const shouldRetry = ({ error: failure }: { readonly error: unknown }): boolean => {
    const error = toError(failure);
    const wait = retryDelay(error, attempts.count);
    if (wait === undefined || !budget.spend()) return false;
    delayMs = wait;
    isUnderway = false;
    notify(hooks.onRetry, { callId, operation, attempt: attempts.count, delayMs, error });
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
  budget.succeeded(attempts.count);
  return answered.promise;
}
