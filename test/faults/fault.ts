import type { Socket } from "node:net";
import type { ErrorCode } from "../../src/index.ts";
import type { ApiOperation, OPERATIONS } from "../../src/operations.ts";
import type { Behaviour, Certificate } from "./server.ts";

/** What a merchant's call returns: a result, or an error of this class. */
export interface Expected {
  readonly gets: string;
  readonly code?: ErrorCode;
  readonly safeToRetry?: boolean;
  /** Requests that the server received. */
  readonly requests: number;
  /** Attempts of the client; more than one means retries. */
  readonly attempts: number;
}

/** The methods of all operations. A new one does not compile without expectations. */
export type CallMethod = (typeof OPERATIONS)[ApiOperation]["method"];

export type Expectations = Readonly<Record<CallMethod, Expected>>;

export interface Fault {
  readonly name: string;
  readonly expected: Expectations;
  readonly serve?: Behaviour;
  readonly onConnection?: (socket: Socket) => void;
  /** The server uses TLS, and the client's URL is `https:`. */
  readonly certificate?: Certificate;
  /** The scheme of the client's URL, if it differs from the server's. */
  readonly scheme?: "http" | "https";
  /** What the client connects to instead of the server. */
  readonly target?: "closed port" | "unknown host" | "full backlog";
  /** Simulates Node's connect timeout of 10 s. */
  readonly connectTimeout?: boolean;
  /** A call before that keeps its connection alive, or whose connection the server then closes. */
  readonly callBefore?: "kept alive" | "closed";
  readonly abort?: "before" | "on arrival" | "in backoff" | "in the body";
  /** How far the clock jumps when the first request arrives, in hours. */
  readonly clockJump?: number;
  readonly timeout?: number;
  /** The minimum and maximum duration of the call in milliseconds. */
  readonly takes?: readonly [number, number];
  /** Fields of the result of GET and POST. */
  readonly returns?: Readonly<Record<string, unknown>>;
  /** `retryAfter` of the error. */
  readonly retryAfter?: number;
}

/** Faults of one kind, and the calls that are tested with them. */
export interface Section {
  readonly title: string;
  readonly faults: readonly Fault[];
  /** Whether payment tokens and refunds are tested too; not when the body is a product's. */
  readonly withAllPosts: boolean;
}

/** A call that ends with an error. */
const failing = (gets: string, code: ErrorCode, safeToRetry: boolean, requests: number): Expected => ({
  gets,
  code,
  safeToRetry,
  requests,
  attempts: requests,
});

const answered = (requests: number): Expected => ({ gets: "answer", requests, attempts: requests });

const all = (expected: Expected): Expectations => ({
  GET: expected,
  PUT: expected,
  DELETE: expected,
  POST: expected,
});

/** Retried, except a POST: it may have been processed. */
const retriedExceptPost = (gets: string, code: ErrorCode): Expectations => ({
  ...all(failing(gets, code, true, 3)),
  POST: failing(gets, code, false, 1),
});

const once = (gets: string, code: ErrorCode, isPostSafe: boolean): Expectations => ({
  ...all(failing(gets, code, true, 1)),
  POST: failing(gets, code, isPostSafe, 1),
});

/** Only the body is invalid, so an update or a deletion succeeds: its body is not read. */
const updated = (expected: Expectations): Expectations => ({
  ...expected,
  PUT: answered(1),
  DELETE: answered(1),
});

const withoutRequest = (expected: Expected): Expected => ({ ...expected, requests: 0 });

export const good = all(answered(1));

/** No request was sent, and the client knows it. */
export const neverSent = all(withoutRequest(failing("ConnectionError", "connection", true, 3)));

export const lost = retriedExceptPost("ConnectionError", "connection");
export const lostInBody = updated(lost);
export const timedOut = retriedExceptPost("TimeoutError", "timeout");
export const timedOutInBody = updated(timedOut);

/** No request arrived, but the client can't know that. */
export const withoutRequests = ({ GET, PUT, DELETE, POST }: Expectations): Expectations => ({
  GET: withoutRequest(GET),
  PUT: withoutRequest(PUT),
  DELETE: withoutRequest(DELETE),
  POST: withoutRequest(POST),
});

/** A 2xx with an unreadable body was processed: no retry. */
export const unreadable = updated(once("UnexpectedResponseError", "unexpected_response", false));

/** The gateway refused and did nothing. */
export const refusal = (gets: string): Expectations => once(gets, "api", true);

/** The Fetch standard requires a retry after a 421: the request was not processed. */
export const misdirected = all({ ...failing("ApiError", "api", true, 1), requests: 2 });

/** A response after which the outcome is unknown, and which is not retried. */
export const unclear = (gets: string): Expectations => once(gets, "api", false);

/** The gateway failed. */
export const failure = (gets: string): Expectations => retriedExceptPost(gets, "api");

/** Retried with any method, without success. */
export const tooMany = all(failing("RateLimitError", "api", true, 3));

/** The second attempt succeeds. */
export const goodAfterRetry = all(answered(2));

/** The second attempt succeeds, but a POST is not retried. */
export const goodAfterRetryExceptPost = (post: Expectations): Expectations => ({
  ...goodAfterRetry,
  POST: post.POST,
});

const aborted = (isPostSafe: boolean): Expectations => once("RequestAbortedError", "aborted", isPostSafe);

export const abortedBefore = all({
  ...failing("RequestAbortedError", "aborted", true, 1),
  requests: 0,
  attempts: 0,
});
export const abortedInFlight = aborted(false);
export const abortedInBody = updated(aborted(false));
/** A POST is only retried after a response that says that nothing was done. */
export const abortedInBackoff = aborted(true);
