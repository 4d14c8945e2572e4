/** The disturbances of notifications. */
export const DISTURBANCES = [
  "lost",
  "late",
  "twice",
  "reordered",
  "wrong_signature",
  "wrong_amount",
  "wrong_currency",
  "wrong_order",
  "test",
] as const;

/** A disturbance of a notification. */
export type Disturbance = (typeof DISTURBANCES)[number];

export const NO_RESPONSE = [
  "lost",
  "timeout",
  "dns",
  "nothing_listens",
  "private_address",
  "connection",
] as const;

/**
 * Why a post has no response. `disturbNext` lost it, the server took more than 30 seconds, the host name is unknown, no
 * server listens, the sandbox does not post to private networks, or the connection failed.
 */
export type NoResponse = (typeof NO_RESPONSE)[number];

/** The response of a merchant's server to a post. */
export interface DeliveryAnswer {
  /** Time of the post, ISO 8601. */
  readonly at: string;
  /** Milliseconds from the post to the response. */
  readonly durationMs?: number | undefined;
  /** HTTP status. Undefined without a response. */
  readonly status?: number | undefined;
  /** The response body. For notifications, its first 2000 characters. */
  readonly body?: string | undefined;
  /** Why there was no response, as a sentence. */
  readonly error?: string | undefined;
  /** The reason as a word. */
  readonly reason?: NoResponse | undefined;
}

/** A post to the merchant's server, with its repeats. */
export interface Delivery {
  /** Id for `sandbox.redeliver(id)`. */
  readonly id: string;
  /** The result of a transaction, an expired payment token, or a payout verification. */
  readonly type: "transaction" | "checkout" | "verification";
  /** The `notification_url` or `verification_url`. */
  readonly url: string;
  /** Payment token, or the `uid` of a payment without a token. */
  readonly token: string;
  /** The `uid` of the transaction. Undefined for an expired payment token. */
  readonly uid?: string | undefined;
  /** ISO 8601. */
  readonly createdAt: string;
  /** The exact body of the post, which the `Content-Signature` covers. */
  readonly body: string;
  /** The `Content-Signature` header. Empty before the first post. */
  readonly signature: string;
  /** HTTP status of the last response. Only 200 ends the repeats. */
  readonly status?: number | undefined;
  /** The disturbance by `disturbNext`. */
  readonly disturbance?: Disturbance | undefined;
  /**
   * The original delivery, if this delivery was sent again with changes on the dashboard. A changed delivery is posted once
   * with any answer.
   */
  readonly copyOf?: string | undefined;
  /** Number of posts. */
  readonly attempts: number;
  /** The responses, in the order of the posts. */
  readonly answers: readonly DeliveryAnswer[];
  /** Time of the next post, ISO 8601. Undefined if there is no next post. */
  readonly nextAttemptAt?: string | undefined;
}

/** Returns the headers of a delivery. The case of their names is the case that the gateway sends. */
export const headersOf = (signature: string, authorization: string): Record<string, string> => ({
  "Content-Signature": signature,
  Authorization: authorization,
  "Content-Type": "application/json",
  Accept: "application/json",
});

/** Posts a request to a merchant's server. */
export type Deliver = (request: Request) => Promise<Response>;
