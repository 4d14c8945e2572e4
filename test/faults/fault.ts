import type { Socket } from "node:net";
import type { ErrorCode } from "../../src/index.ts";
import type { ApiOperation, OPERATIONS } from "../../src/operations.ts";
import type { Behaviour, Certificate } from "./server.ts";

/** What a merchant gets of a call: an answer, or an error of this class. */
export interface Expected {
  readonly gets: string;
  readonly code?: ErrorCode;
  readonly safeToRetry?: boolean;
  /** Requests that the server saw. */
  readonly requests: number;
  /** Attempts that the client made; more than one is a retry. */
  readonly attempts: number;
}

/** The methods that operations have: a new one needs expectations of its own. */
export type LabMethod = (typeof OPERATIONS)[ApiOperation]["method"];

export type Expectations = Readonly<Record<LabMethod, Expected>>;

export interface Fault {
  readonly name: string;
  readonly expected: Expectations;
  readonly serve?: Behaviour;
  readonly greet?: (socket: Socket) => void;
  /** The server speaks TLS, and is called by `https:`. */
  readonly certificate?: Certificate;
  /** The scheme of the client's address, where the server speaks another. */
  readonly scheme?: "http" | "https";
  /** Where the client goes instead of to the server. */
  readonly place?: "closed port" | "unknown host" | "full backlog";
  /** No connection within the time that Node's fetch gives it, 10 s, which no test waits for. */
  readonly connectTimeout?: boolean;
  /** A call before, that keeps its connection alive; or whose connection the server then closes. */
  readonly callBefore?: "kept alive" | "closed";
  readonly abort?: "before" | "on arrival" | "in backoff" | "in the body";
  /** How far the clock jumps when the first request arrives, in hours. */
  readonly clockJump?: number;
  readonly timeout?: number;
  /** The least and the most milliseconds that the call may take. */
  readonly takes?: readonly [number, number];
  /** Fields of what GET and POST return. */
  readonly returns?: Readonly<Record<string, unknown>>;
  /** What the error says of `Retry-After`. */
  readonly retryAfter?: number;
}

/** Faults of one kind, and the calls they are tried with. */
export interface Section {
  readonly title: string;
  readonly faults: readonly Fault[];
  /** Whether payment tokens and refunds are tried too; where the body is a product's, they are not. */
  readonly withAllPosts: boolean;
}

/** A sending of a request, expected as an error. */
const failing = (gets: string, code: ErrorCode, safeToRetry: boolean, requests: number): Expected => ({
  gets,
  code,
  safeToRetry,
  requests,
  attempts: requests,
});

const answered = (requests: number): Expected => ({ gets: "answer", requests, attempts: requests });

/** Sent again, but never a POST, which may have been processed. */
const retriedBut = (gets: string, code: ErrorCode): Expectations => ({
  GET: failing(gets, code, true, 3),
  PUT: failing(gets, code, true, 3),
  POST: failing(gets, code, false, 1),
});

const once = (gets: string, code: ErrorCode, isPostSafe: boolean): Expectations => ({
  GET: failing(gets, code, true, 1),
  PUT: failing(gets, code, true, 1),
  POST: failing(gets, code, isPostSafe, 1),
});

/** The body is what is wrong, and that of an update is not read. */
const updated = (expected: Expectations): Expectations => ({ ...expected, PUT: answered(1) });

const unseen = (expected: Expected): Expected => ({ ...expected, requests: 0 });

export const good: Expectations = { GET: answered(1), PUT: answered(1), POST: answered(1) };

/** Nothing was sent, for sure. */
export const neverSent: Expectations = {
  GET: unseen(failing("ConnectionError", "connection", true, 3)),
  PUT: unseen(failing("ConnectionError", "connection", true, 3)),
  POST: unseen(failing("ConnectionError", "connection", true, 3)),
};

export const lost = retriedBut("ConnectionError", "connection");
export const lostInBody = updated(lost);
export const late = retriedBut("TimeoutError", "timeout");
export const lateInBody = updated(late);

/** No request arrived, but the client can't know. */
export const unseenOf = ({ GET, PUT, POST }: Expectations): Expectations => ({
  GET: unseen(GET),
  PUT: unseen(PUT),
  POST: unseen(POST),
});

/** A 2xx that can't be read was processed: it is not sent again. */
export const unreadable = updated(once("UnexpectedResponseError", "unexpected_response", false));

/** The gateway refused: it did nothing. */
export const refusal = (gets: string): Expectations => once(gets, "api", true);

/** What the Fetch standard asks of a `fetch` on a 421, which says that nothing was done. */
export const misdirected: Expectations = {
  GET: { ...refusal("ApiError").GET, requests: 2 },
  PUT: { ...refusal("ApiError").PUT, requests: 2 },
  POST: { ...refusal("ApiError").POST, requests: 2 },
};

/** An answer that leaves open whether it was processed, and is not worth a retry. */
export const unclear = (gets: string): Expectations => once(gets, "api", false);

/** The gateway failed. */
export const failure = (gets: string): Expectations => retriedBut(gets, "api");

/** Tried again with any method, and to no avail. */
export const tooMany: Expectations = {
  GET: failing("RateLimitError", "api", true, 3),
  PUT: failing("RateLimitError", "api", true, 3),
  POST: failing("RateLimitError", "api", true, 3),
};

/** The next attempt is answered. */
export const goodAfterAll: Expectations = { GET: answered(2), PUT: answered(2), POST: answered(2) };

/** The next attempt would be answered, but a POST gets none. */
export const goodBut = (post: Expectations): Expectations => ({ ...goodAfterAll, POST: post.POST });

const aborted = (isPostSafe: boolean): Expectations => once("RequestAbortedError", "aborted", isPostSafe);

export const abortedBefore = {
  GET: { ...aborted(true).GET, requests: 0, attempts: 0 },
  PUT: { ...aborted(true).PUT, requests: 0, attempts: 0 },
  POST: { ...aborted(true).POST, requests: 0, attempts: 0 },
};
export const abortedUnderway = aborted(false);
export const abortedInBody = updated(aborted(false));
/** A POST waits only after an answer that says that nothing was done. */
export const abortedInBackoff = aborted(true);
