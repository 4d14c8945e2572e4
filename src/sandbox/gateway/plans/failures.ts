import type { ApiOperation } from "../../../api/operations.ts";
import type { Plan } from "./plan.ts";

/** The response with which the sandbox fails a request. */
export interface FailNextOptions {
  /** HTTP status, 400 to 599. */
  status: number;
  /** How many requests get it; 1 or more. Default 1. */
  times?: number | undefined;
  /** Sent with it, such as `{ "retry-after": "1" }`. */
  headers?: Record<string, string> | undefined;
  /** Sent as JSON; a string is sent as it is. Default: a message. */
  body?: unknown;
}

const toResponse = ({
  status,
  headers,
  body = { message: `Failed with ${status}, as failNext asked` },
}: FailNextOptions) =>
  typeof body === "string"
    ? new Response(body, { status, headers: { "content-type": "text/html", ...headers } })
    : Response.json(body, { status, headers: { ...headers } });

interface InterceptedCall {
  /** The SDK's name; undefined for what only other clients call. */
  readonly operation: ApiOperation | undefined;
  readonly path: string;
  /** The text of the request. */
  readonly body: () => Promise<string>;
  readonly proceed: () => Promise<Response>;
}

/**
 * Decides what a call of the API is answered, and whether it is processed. `Response.error()` is an answer that is lost: the
 * connection is closed.
 */
export type Intercept = (call: InterceptedCall) => Promise<Response>;

/**
 * Plans how the next calls fail.
 *
 * @throws RangeError for a status that is not a failure, or a count below 1.
 */
export function planFailure(failures: Plan<FailNextOptions>, options: FailNextOptions): void {
  const { status } = options ?? {};
  if (!Number.isInteger(status) || status < 400 || status > 599) {
    throw new RangeError("failNext: status must be an integer from 400 to 599");
  }
  try {
    toResponse(options);
  } catch {
    throw new RangeError("failNext: headers and body must be valid for a Response");
  }
  failures.add("failNext", options);
}

/** The response to the current request if it has to fail. */
export const nextFailure = (failures: Plan<FailNextOptions>): Response | undefined => {
  const failure = failures.take();
  return failure && toResponse(failure);
};
