import type { ApiOperation } from "../../../api/operations.ts";
import { Refusal } from "../refusal.ts";
import type { Plan } from "./plan.ts";

/** The response to a failing request. */
export interface FailNextOptions {
  /** HTTP status, 400 to 599. */
  status: number;
  /** Number of requests that fail. 1 or more. Default: 1. */
  times?: number | undefined;
  /** Headers of the response, such as `{ "retry-after": "1" }`. Default: none. */
  headers?: Record<string, string> | undefined;
  /** Body of the response, sent as JSON or as a string. Default: an object with a `message`. */
  body?: unknown;
}

const toResponse = ({
  status,
  headers,
  body = { message: `Failed with ${status}, as planned` },
}: FailNextOptions) =>
  typeof body === "string"
    ? new Response(body, { status, headers: { "content-type": "text/html", ...headers } })
    : Response.json(body, { status, headers: { ...headers } });

interface InterceptedCall {
  /** The SDK's name of the operation. Undefined if the SDK has no such operation. */
  readonly operation: ApiOperation | undefined;
  readonly path: string;
  /** The text of the request. */
  readonly body: () => Promise<string>;
  readonly requestId: string | undefined;
  readonly proceed: () => Promise<Response>;
}

/** Answers or processes a call of the API. Return `Response.error()` to close the connection without a response. */
export type Intercept = (call: InterceptedCall) => Promise<Response>;

/** Plans failures of the next calls. @throws Refusal */
export function planFailure(failures: Plan<FailNextOptions>, options: FailNextOptions): undefined {
  try {
    toResponse(options);
  } catch {
    throw new Refusal("wrong_value", "headers and body must be valid for a Response", "headers");
  }
  failures.add(options);
}

/** Returns the response to the current request if it must fail. */
export const nextFailure = (failures: Plan<FailNextOptions>): Response | undefined => {
  const failure = failures.take();
  return failure && toResponse(failure);
};
