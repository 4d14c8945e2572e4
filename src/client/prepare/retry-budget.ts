/** Tokens of a full bucket, enough for ten retries. */
const CAPACITY = 100;

/** Tokens that a retry takes, and returns if it succeeded. */
const RETRY_COST = 10;

/**
 * A token bucket shared by the calls of one client, as in the standard retry mode of the AWS SDKs. A retry takes
 * tokens. A successful retry returns them, and a success without retries adds one. If no call succeeds, the bucket
 * empties and retries stop.
 */
export class RetryBudget {
  #tokens = CAPACITY;

  /** Takes the tokens of a retry. False if there are not enough. */
  spend(): boolean {
    if (this.#tokens < RETRY_COST) return false;
    this.#tokens -= RETRY_COST;
    return true;
  }

  /** Adds the tokens of a call that succeeded after this many attempts. */
  succeeded(attempts: number): void {
    this.#tokens = Math.min(CAPACITY, this.#tokens + (attempts > 1 ? RETRY_COST : 1));
  }
}
