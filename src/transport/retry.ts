import { ApiError } from "../errors/api-error.ts";
import { ConnectionError } from "../errors/connection-error.ts";
import type { PaymentsError } from "../errors/payments-error.ts";

const RETRIED_STATUSES: readonly number[] = [408, 429, 500, 502, 503, 504];

/** The longest `Retry-After` that is waited for, in seconds. */
const LONGEST_RETRY_AFTER = 20;

/** The backoff before the first retry at most, in milliseconds; it doubles with each. */
const FIRST_BACKOFF = 500;

/** The longest backoff, in milliseconds. */
const LONGEST_BACKOFF = 8_000;

/** Tokens of a full bucket: enough for ten retries. */
const CAPACITY = 100;

/** What a retry takes, and what it gives back when it helped. */
const RETRY_COST = 10;

/** The gateway's `Retry-After` in seconds, given as seconds or as a date; undefined without one that can be read. */
export function parseRetryAfter(headers: Headers): number | undefined {
  const value = headers.get("retry-after");
  if (value && /^\d+$/.test(value)) return Number(value);
  if (!value?.endsWith(" GMT")) return undefined;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}

/** Exponential backoff with full jitter: anything from 0 to the limit, so that clients do not line up. */
const backoff = (retry: number): number =>
  Math.random() * Math.min(LONGEST_BACKOFF, FIRST_BACKOFF * 2 ** (retry - 1));

/** Whether another attempt can help: the connection failed, or the gateway was busy or failed. */
export const isTransient = (error: PaymentsError): error is ConnectionError | ApiError =>
  error instanceof ConnectionError || (error instanceof ApiError && RETRIED_STATUSES.includes(error.status));

/**
 * How long to wait before a retry, in milliseconds; undefined where there must be none. A call that may
 * have been processed is not safe to retry, and so is never retried here.
 */
export function retryDelay(error: PaymentsError, retry: number): number | undefined {
  if (!error.safeToRetry || !isTransient(error)) return undefined;
  const { retryAfter = 0 } = error instanceof ApiError ? error : {};
  return retryAfter > LONGEST_RETRY_AFTER ? undefined : retryAfter * 1000 + backoff(retry);
}

/**
 * A token bucket that the calls of one client share, as in the standard retry mode of the AWS SDKs. A retry
 * takes tokens; one that helped gives them back, and a call that needed none gives one. While nothing succeeds
 * the bucket runs dry and retries stop.
 */
export class RetryBudget {
  #tokens = CAPACITY;

  /** Takes the tokens for a retry; false when there are not enough. */
  spend(): boolean {
    if (this.#tokens < RETRY_COST) return false;
    this.#tokens -= RETRY_COST;
    return true;
  }

  /** Counts a call that got its answer after this many attempts. */
  succeeded(attempts: number): void {
    this.#tokens = Math.min(CAPACITY, this.#tokens + (attempts > 1 ? RETRY_COST : 1));
  }
}
