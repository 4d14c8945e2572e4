/** Tokens of a full bucket: enough for ten retries. */
const CAPACITY = 100;

/** What a retry takes, and what it gives back when it helped. */
const RETRY_COST = 10;

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
