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

/** Exponential backoff with full jitter: anything from 0 to the limit, so that clients do not line up. */
const backoff = (retry: number): number =>
  Math.random() * Math.min(LONGEST_BACKOFF, FIRST_BACKOFF * 2 ** (retry - 1));

/**
 * How long to wait before a retry, in milliseconds; undefined where there must be none. A call that may
 * have been processed is not safe to retry, and so is never retried here.
 */
export function retryDelay(error: PaymentsError, retry: number): number | undefined {
  if (!error.safeToRetry) return undefined;
  if (error instanceof ConnectionError) return backoff(retry);
  if (!(error instanceof ApiError) || !RETRIED_STATUSES.includes(error.status)) return undefined;
  const { retryAfter = 0 } = error;
  return retryAfter > LONGEST_RETRY_AFTER ? undefined : retryAfter * 1000 + backoff(retry);
}
