/** Retries that a client may make before calls have to succeed without one. */
const CAPACITY = 10;

/** What a call that succeeded at its first attempt gives back: one retry for every ten calls. */
const EARNED_BY_SUCCESS = 0.1;

/**
 * A token bucket that the calls of one client share, as in the standard retry mode of the AWS SDKs. A retry
 * takes a token; a retry that helped puts it back, and so does, in part, a call that needed none. While
 * nothing succeeds the bucket runs dry and retries stop.
 */
export class RetryBudget {
  #tokens = CAPACITY;

  /** Takes a token for a retry; false when there is none. */
  spend(): boolean {
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /** Counts a call that got its answer after this many attempts. */
  succeeded(attempts: number): void {
    this.#tokens = Math.min(CAPACITY, this.#tokens + (attempts > 1 ? 1 : EARNED_BY_SUCCESS));
  }
}
