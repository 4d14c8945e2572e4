import ky from "ky";
import type { PaymentsError } from "../../errors/payments-error.ts";
import type { Call } from "../prepare/call.ts";
import { type HeadersOption, withAdded } from "../prepare/headers.ts";
import { notify, startInside } from "../prepare/hooks.ts";
import { type Answer, exchange } from "./exchange.ts";
import { isInvited, retryDelay } from "./retry.ts";
import { toConnectionError } from "./to-connection-error.ts";

/** Rejects after an abort even if a custom fetch ignores its signal. A response in the same event-loop turn wins. */
const orAborted = <Result>(task: Promise<Result>, signal: AbortSignal): Promise<Result> =>
  new Promise((resolve, reject) => {
    // The block returns nothing, because workerd warns about listeners that return a value.
    const abort = (): void => {
      setTimeout(reject, 0, signal.reason);
    };
    signal.addEventListener("abort", abort);
    task.finally(() => signal.removeEventListener("abort", abort)).then(resolve, reject);
  });

/**
 * Sends a call and returns the answer of the successful attempt. ky runs the retry loop with `attempt` as its `fetch`,
 * and applies `timeout`, `deadline`, `shouldRetry` and `delay`.
 *
 * Only {@link exchange} sets headers and body, so that ky never holds the credentials. `timeout` includes reading the
 * body.
 */
export async function send(call: Call): Promise<Answer> {
  const { callId, operation, method, url, timeout, deadline, maxRetries, signal, connection } = call;
  const { hooks, budget } = connection;
  let answered = Promise.withResolvers<Answer>();
  const endsAt = performance.now() + (deadline ?? Number.POSITIVE_INFINITY);
  /** Undefined between attempts. */
  let timesOutAt: number | undefined;
  let delayMs = 0;
  let hasSpent = false;
  const toError = (failure: unknown): PaymentsError =>
    toConnectionError(failure, call, {
      isSent: timesOutAt !== undefined,
      isPastDeadline: timesOutAt === undefined || timesOutAt >= endsAt,
    });

  /** Not ky's signal, because Node garbage-collects the controller behind the cloned request of a retry. */
  let controller = new AbortController();
  const abort = (): void => controller.abort(signal?.reason);

  const attempt = async (): Promise<Response> => {
    controller = new AbortController();
    const attemptSignal = controller.signal;
    try {
      signal?.throwIfAborted();
      call.attempts += 1;
      const event = { callId, operation, method, url, attempt: call.attempts };
      notify(hooks.onRequest, event);
      // The hook may have aborted the call, and a custom fetch may ignore the signal.
      signal?.throwIfAborted();
      timesOutAt = performance.now() + timeout;
      const exchanged = startInside(hooks.aroundAttempt, event, (added?: HeadersOption) => {
        const sent = added ? { ...call, headers: withAdded(call.headers, added) } : call;
        return exchange(sent, event, attemptSignal);
      });
      const answer = await (signal ? orAborted(exchanged, attemptSignal) : exchanged);
      // Ignore the late result of a fetch that ignores its signal.
      if (!attemptSignal.aborted || signal?.aborted) answered.resolve(answer);
      return answer.response;
    } catch (failure) {
      throw toError(failure);
    }
  };

  const shouldRetry = ({ error: failure }: { readonly error: unknown }): boolean => {
    controller.abort();
    const error = toError(failure);
    const delay = retryDelay(error, call.attempts, call.idempotencyKey !== undefined);
    if (delay === undefined) return false;
    if (!isInvited(error)) {
      if (!budget.spend()) return false;
      hasSpent = true;
    }
    delayMs = delay;
    timesOutAt = undefined;
    call.mayBeProcessed = method !== "GET" && error.processed === "unknown";
    notify(hooks.onRetry, { callId, operation, attempt: call.attempts, delayMs, error });
    return true;
  };

  signal?.addEventListener("abort", abort);
  try {
    await ky(url, {
      method,
      timeout,
      totalTimeout: deadline ?? false,
      signal: signal ?? null,
      throwHttpErrors: false,
      fetch: attempt,
      retry: { limit: maxRetries, methods: [method], shouldRetry, delay: () => delayMs },
    });
  } catch (failure) {
    controller.abort();
    throw toError(failure);
  } finally {
    signal?.removeEventListener("abort", abort);
  }
  budget.succeeded(hasSpent);
  const { promise } = answered;
  // `attempt` is only freed by a major garbage collection, and must not keep the body until then.
  answered = Promise.withResolvers();
  const answer = await promise;
  notify(hooks.onResponse, answer.event);
  return answer;
}
