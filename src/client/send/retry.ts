import { ApiError, RateLimitError } from "../../errors/api-error.ts";
import { ConnectionError } from "../../errors/connection-error.ts";
import type { PaymentsError } from "../../errors/payments-error.ts";

/** The statuses from 520 to 524 are from a CDN that did not reach the gateway, or got no answer from it. */
const RETRIED_STATUSES: readonly number[] = [408, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524];

/** Maximum `Retry-After` in seconds that the SDK waits for. */
const MAX_RETRY_AFTER = 20;

/** Maximum backoff before the first retry, in milliseconds. It doubles with each retry. */
const FIRST_BACKOFF = 500;

/** Maximum backoff, in milliseconds. */
const MAX_BACKOFF = 8_000;

/** Reads `Retry-After`, given in seconds or as a date, in seconds. Undefined if absent or invalid. */
export function parseRetryAfter(headers: Headers): number | undefined {
  const value = headers.get("retry-after");
  if (value && /^\d+$/.test(value)) return Number(value);
  if (!value?.endsWith(" GMT")) return undefined;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}

/**
 * Exponential backoff with full jitter. The delay is random, from 0 to the maximum, so that clients do not retry in
 * sync.
 */
const backoff = (retry: number): number =>
  Math.random() * Math.min(MAX_BACKOFF, FIRST_BACKOFF * 2 ** (retry - 1));

/** Whether another attempt may succeed, because the connection failed, or the gateway was busy or failed. */
export const isTransient = (error: PaymentsError): error is ConnectionError | ApiError =>
  error instanceof ConnectionError ||
  (error instanceof ApiError && RETRIED_STATUSES.includes(error.response.status));

/** Whether a framework interrupted the call by an error in its `fetch`. */
const isInterrupted = (error: PaymentsError): boolean => "digest" in error;

/** A 409 means that the gateway still processes a call with this key. A later attempt gets the result. */
const isInProgress = (error: PaymentsError): boolean =>
  error instanceof ApiError && error.response.status === 409;

/** Whether the gateway limits the shop's requests and names the time of the next, so that retries do not add load. */
export const isInvited = (error: PaymentsError): boolean =>
  error instanceof RateLimitError && Boolean(error.retryAfter);

/**
 * Delay before a retry in milliseconds. Undefined if the call must not be retried, such as a call that may have been
 * processed.
 */
export function retryDelay(error: PaymentsError, retry: number, hasKey: boolean): number | undefined {
  if (!error.safeToRetry || isInterrupted(error) || !(isTransient(error) || (hasKey && isInProgress(error))))
    return undefined;
  const { retryAfter = 0 } = error instanceof ApiError ? error : {};
  return retryAfter > MAX_RETRY_AFTER ? undefined : retryAfter * 1000 + backoff(retry);
}
