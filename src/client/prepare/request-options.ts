import type { Operation } from "../../api/operations.ts";
import { readAll } from "../../shared/read-option.ts";
import { LONGEST_TIMER, namesOf } from "../../shared/values.ts";
import { checkOptions, integerFrom, type OptionRule, optional, satisfying } from "./check-options.ts";
import type { Connection } from "./connection.ts";
import type { HeadersOption } from "./headers.ts";

/** Options of one call. They override the client's options. */
export interface RequestOptions {
  /** Aborts the call, even between attempts, with a `RequestAbortedError`. */
  signal?: AbortSignal | undefined;
  /** Timeout of one attempt in milliseconds, from connecting to the last byte of the body. Default: the client's. */
  timeout?: number | undefined;
  /**
   * Deadline of the whole call in milliseconds, with its retries and the delays between them. Default: the client's.
   * For `checkouts.poll`, the deadline includes all requests. Default of `checkouts.poll`: none.
   */
  deadline?: number | undefined;
  /** Maximum number of retries after the first attempt. Default: the client's. */
  maxRetries?: number | undefined;
  /**
   * Headers sent in addition to the client's headers. They replace headers with the same name. The client sets
   * `X-API-Version` and refuses any value except 2.
   */
  headers?: HeadersOption | undefined;
}

/** Options of `PaymentsClient.request`. */
export interface BodyOptions extends RequestOptions {
  /** Sent as JSON. */
  body?: unknown;
}

/** Options of the call that creates a payment token. */
export interface CheckoutOptions extends RequestOptions {
  /**
   * True retries the call like a `GET`, so that a waiting customer still gets the payment page after a lost connection
   * or a 5xx. Default false. Each lost response leaves an unused token, which charges nothing and expires unpaid. The
   * gateway then sends a notification with the order's `tracking_id`. Do not cancel the order because of it.
   */
  resend?: boolean | undefined;
}

/** Options of a call that makes a transaction. */
export interface TransactionOptions extends RequestOptions {
  /**
   * Idempotency key, sent as the header `RequestID`. Default: none. 1 to 255 printable ASCII characters, without a
   * space at either end. For 24 hours, a gateway that honors keys processes only the first call with this key, and
   * answers the others with its result. Store the key before the call, and use a new key, such as a UUID, for each
   * transaction. If the client has `idempotencyKeys: true`, the call is also retried.
   */
  idempotencyKey?: string | undefined;
}

/** The options of `checkouts.poll`. */
export interface PollOptions extends RequestOptions {
  /** Delay before the second request in milliseconds. Default 2000. 1 to 30000. Later delays grow up to 30000. */
  interval?: number | undefined;
}

/** The maximum timeout is the maximum delay of a timer. */
const timeout = integerFrom("milliseconds", 1, LONGEST_TIMER);
const deadline = optional(timeout);
const maxRetries = integerFrom("retries", 0);
const signal = optional(satisfying<AbortSignal>("an AbortSignal", (value) => value instanceof AbortSignal));

/** Options of both a client and a call. */
export const commonOptions = { timeout, deadline, maxRetries };

/** Bundlers would keep a spread of the common options, even if it is not used. */
const requestOptions = {
  signal,
  timeout,
  deadline,
  maxRetries,
  headers: satisfying<HeadersOption | undefined>("headers", () => true),
} satisfies Readonly<Record<keyof RequestOptions, OptionRule<never>>>;

/** The options that every call has. */
export const REQUEST_OPTIONS = /* @__PURE__ */ namesOf(requestOptions);

type OtherOption = Exclude<keyof (PollOptions & CheckoutOptions & TransactionOptions), keyof RequestOptions>;

const OTHER_OPTIONS: Readonly<Record<OtherOption, unknown>> = { idempotencyKey: 0, resend: 0, interval: 0 };

/** The options of any call, which must not be among its parameters. */
export const callOptions = (): string[] => [...REQUEST_OPTIONS, ...Object.keys(OTHER_OPTIONS)];

/** The options of one call, read and validated. */
export interface CallLimits extends Pick<Connection, keyof typeof commonOptions> {
  readonly signal?: AbortSignal | undefined;
  readonly headers?: HeadersOption | undefined;
}

/** Reads the options of one call. The client's options are the defaults. */
export function readRequestOptions(
  operation: Operation,
  options: RequestOptions | null | undefined,
  { timeout, deadline, maxRetries }: Connection,
): CallLimits {
  const defaults: RequestOptions = { timeout, deadline, maxRetries };
  const read: unknown = readAll(options, REQUEST_OPTIONS, defaults);
  checkOptions(requestOptions, read, operation);
  return read;
}
