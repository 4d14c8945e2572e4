/** What a merchant's server said to a post. */
export interface DeliveryAnswer {
  /** When it was posted, ISO 8601. */
  readonly at: string;
  /** HTTP status; undefined when there was no answer. */
  readonly status?: number | undefined;
  /** The answer's body; of one to a notification the first 2 000 characters. */
  readonly body?: string | undefined;
  /** Why there was no answer. */
  readonly error?: string | undefined;
}

/** Something that a sandbox posted to a merchant's server. */
export interface Delivery {
  /** For `sandbox.redeliver(id)`. */
  readonly id: string;
  /** A transaction's result, a payment token that ran out, or the question before a payout. */
  readonly type: "transaction" | "checkout" | "verification";
  /** Where it was posted to: `notification_url` or `verification_url`. */
  readonly url: string;
  /** Payment token. */
  readonly token: string;
  /** The body as it was posted: the `Content-Signature` is of its bytes. */
  readonly body: string;
  /** The `Content-Signature` header; empty until the first post is on its way. */
  readonly signature: string;
  /** HTTP status of the last answer; undefined as long as there is none. Only 200 ends the repeats. */
  readonly status?: number | undefined;
  /** How often it was posted. */
  readonly attempts: number;
  /** What came back, in the order of the posts. */
  readonly answers: readonly DeliveryAnswer[];
  /** When it is posted again, ISO 8601; undefined when it is not. */
  readonly nextAttemptAt?: string | undefined;
}

/** What a delivery is posted with, besides the shop's credentials. */
export const headersOf = (signature: string): Readonly<Record<string, string>> => ({
  "content-signature": signature,
  "content-type": "application/json",
  accept: "application/json",
});

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * The waits after each post that was not answered with 200. Card processing repeats 15 times in a day and a
 * half, the token service twice; a question before a payout is asked once. Source: gateway documentation.
 */
export const WAITS: Readonly<Record<Delivery["type"], readonly number[]>> = {
  transaction: [
    ...[1, 2, 5, 10, 20, 30].map((minutes) => minutes * MINUTE),
    ...[1, 1, 2, 2, 3, 4, 6, 8, 8].map((hours) => hours * HOUR),
  ],
  checkout: [15 * SECOND, MINUTE],
  verification: [],
};
