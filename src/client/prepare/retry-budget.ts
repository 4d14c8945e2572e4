/** Tokens of a full bucket, enough for ten retries. */
const CAPACITY = 100;

/** Tokens that a retry takes, and that a success after it returns. */
const RETRY_COST = 10;

/**
 * A token bucket shared by the calls of one client, as in the standard retry mode of the AWS SDKs. A retry takes
 * tokens. A success after a retry that took tokens returns those of one retry. Any other success adds one token. If no
 * call succeeds, the bucket empties and retries stop.
 */
export class RetryBudget {
  #tokens = CAPACITY;

  /** Takes the tokens of a retry. False if there are not enough. */
  spend(): boolean {
    if (this.#tokens < RETRY_COST) return false;
    this.#tokens -= RETRY_COST;
    return true;
  }

  /**
   * Adds the tokens of a call that succeeded.
   *
   * @param hasSpent Whether one of its retries took tokens.
   */
  succeeded(hasSpent: boolean): void {
    this.#tokens = Math.min(CAPACITY, this.#tokens + (hasSpent ? RETRY_COST : 1));
  }
}
