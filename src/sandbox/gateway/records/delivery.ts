/** What can happen to a notification. */
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

/** What happened to a notification. */
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
 * Why a post has no response: `disturbNext` lost it, the merchant's server took more than 30 seconds, the host name is not
 * found, nothing listens at the address, the sandbox refused to post to a private network, or the connection failed.
 */
export type NoResponse = (typeof NO_RESPONSE)[number];

/** The response of a merchant's server to a post. */
export interface DeliveryAnswer {
  /** When it was posted, ISO 8601. */
  readonly at: string;
  /** From the post to the response, in milliseconds. States of earlier versions do not have it. */
  readonly durationMs?: number | undefined;
  /** HTTP status; undefined if there was no response. */
  readonly status?: number | undefined;
  /** The response body; for notifications, its first 2 000 characters. */
  readonly body?: string | undefined;
  /** Why there was no response, as text. */
  readonly error?: string | undefined;
  /** The same as a word. States of earlier versions do not have it. */
  readonly reason?: NoResponse | undefined;
}

/** A post of the sandbox to a merchant's server, with its repeats. */
export interface Delivery {
  /** For `sandbox.redeliver(id)`. */
  readonly id: string;
  /** The result of a transaction, an expired payment token, or a payout verification. */
  readonly type: "transaction" | "checkout" | "verification";
  /** Where it was posted to: `notification_url` or `verification_url`. */
  readonly url: string;
  /** Payment token. */
  readonly token: string;
  /** The body as posted: the `Content-Signature` is over its bytes. */
  readonly body: string;
  /** The `Content-Signature` header; empty before the first post. */
  readonly signature: string;
  /** HTTP status of the last response, if any. Only 200 ends the repeats. */
  readonly status?: number | undefined;
  /** What `disturbNext` did to it. */
  readonly disturbance?: Disturbance | undefined;
  /**
   * The delivery that it was sent again from, with changes, on the dashboard. It says nothing about the payment: it is
   * posted once, whatever the answer.
   */
  readonly copyOf?: string | undefined;
  /** How often it was posted. */
  readonly attempts: number;
  /** The responses, in the order of the posts. */
  readonly answers: readonly DeliveryAnswer[];
  /** When it is posted again, ISO 8601; undefined if it is not. */
  readonly nextAttemptAt?: string | undefined;
}

/** The headers of a delivery. Their names are in the case that the gateway's have on the wire. */
export const headersOf = (signature: string, authorization: string): Record<string, string> => ({
  "Content-Signature": signature,
  Authorization: authorization,
  "Content-Type": "application/json",
  Accept: "application/json",
});

/** Posts a request to a merchant's server. */
export type Deliver = (request: Request) => Promise<Response>;
