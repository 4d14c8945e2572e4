import { setTimeout as sleep } from "node:timers/promises";
import { RateLimitError } from "payments-client";

/** The first and the longest wait in milliseconds, and the factor between two waits. */
const [FIRST, LONGEST, GROWTH] = [1000, 60_000, 1.5];

/** Largest random share taken off a wait, so that many clients do not retry at the same time. */
const JITTER = 0.3;

/** A gateway that asks for a longer wait ends the import. A timer of more than 24 days would end immediately. */
const LONGEST_RETRY_AFTER = 600_000;

/** About ten minutes of waiting. */
const ATTEMPTS = 16;

/**
 * Retries on 429 for longer than the client does, because a long import can expect rate limits. A request
 * answered with 429 was not processed, so repeating it is safe.
 */
export async function retryRateLimited<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let attempt = 1, interval = FIRST; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof RateLimitError) || attempt === ATTEMPTS) throw error;
      const wait = Math.max(interval * (1 - JITTER * Math.random()), (error.retryAfter ?? 0) * 1000);
      if (wait > LONGEST_RETRY_AFTER) throw error;
      await sleep(wait, undefined, { signal }).catch(() => Promise.reject(error));
      interval = Math.min(interval * GROWTH, LONGEST);
    }
  }
}
