import { setTimeout as sleep } from "node:timers/promises";
import { RateLimitError } from "payments-client";
import { growingIntervals } from "./growing-intervals.ts";

const FIRST = 1000;
const LONGEST = 60_000;

/** About ten minutes of waiting. */
const ATTEMPTS = 16;

/**
 * Keeps asking a gateway that says "too many requests", beyond the few retries of the client: for a long import
 * that is no failure. A 429 was not processed.
 */
export async function patiently<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const intervals = growingIntervals(FIRST, LONGEST);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof RateLimitError) || attempt === ATTEMPTS) throw error;
      const wait = Math.max(intervals.next().value, (error.retryAfter ?? 0) * 1000);
      await sleep(wait, undefined, { signal }).catch(() => Promise.reject(error));
    }
  }
}
