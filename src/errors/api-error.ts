import { type ErrorTree, flatten, type Issue } from "../api/error-tree.ts";
import type { Operation } from "../api/operations.ts";
import { printable } from "../shared/printable.ts";
import { type ErrorContext, PaymentsError, withPrecaution } from "./payments-error.ts";

/** The gateway's answer. */
export interface ErrorResponse {
  /** The HTTP status. */
  readonly status: number;
  /** The headers. */
  readonly headers: Headers;
  /** The parsed body if it is JSON, otherwise the text as received. */
  readonly body: unknown;
}

/** The properties of an error with a response, in addition to its message. */
export interface ResponseContext extends Omit<ErrorContext, "code" | "cause"> {
  /** The SDK call that failed. */
  readonly operation: Operation;
  /** The gateway's answer. */
  readonly response: ErrorResponse;
}

/** The `X-Request-Id` of a response. Undefined if absent. */
export function requestIdOf(headers: Headers): string | undefined {
  const id = headers.get("x-request-id");
  return id === null ? undefined : printable(id);
}

/**
 * An error with a response. `status`, `statusCode` and `headers` are only in `response`, because web frameworks would
 * otherwise send them to your visitor.
 */
export class ResponseError extends PaymentsError {
  /** @internal */
  override get name(): string {
    return "ResponseError";
  }

  declare readonly code: "api" | "idempotency" | "unexpected_response";

  /**
   * The gateway's response. `inspect` and JSON show only its status, because headers and body may contain customer
   * data.
   */
  readonly response: ErrorResponse;

  /** The response's `X-Request-Id`, for the gateway's support. Undefined if absent. */
  readonly requestId: string | undefined;

  constructor(code: ResponseError["code"], message: string, context: ResponseContext) {
    super(withPrecaution(message, context), { ...context, code });
    const { status, headers, body } = context.response;
    this.requestId = requestIdOf(headers);
    // Getters, because `inspect` with `showHidden` displays other properties that are not enumerable.
    this.response = Object.defineProperties<ErrorResponse>(
      { status, headers, body },
      { headers: { get: () => headers, enumerable: false }, body: { get: () => body, enumerable: false } },
    );
  }
}

/** The gateway responded with a status other than 2xx. The status may be a redirect, because the SDK follows none. */
export class ApiError extends ResponseError {
  /** @internal */
  override get name(): string {
    return "ApiError";
  }

  declare readonly code: "api";

  /** The gateway's messages by field, nested like the request, at most 1000. Empty if the gateway sent none. */
  readonly errors: ErrorTree;

  /** The same messages as a list. */
  readonly issues: Issue[];

  /** The gateway's `Retry-After`, in seconds. Undefined if absent. */
  readonly retryAfter: number | undefined;

  constructor(
    message: string,
    context: ResponseContext & { errors: ErrorTree; retryAfter: number | undefined },
  ) {
    super("api", message, context);
    this.errors = context.errors;
    this.issues = flatten(context.errors);
    this.retryAfter = context.retryAfter;
  }
}

/** Status 401. The shop id or the secret key is wrong. */
export class AuthenticationError extends ApiError {
  /** @internal */
  override get name(): string {
    return "AuthenticationError";
  }
}

/** Status 403. The shop is not allowed to make this call. */
export class PermissionError extends ApiError {
  /** @internal */
  override get name(): string {
    return "PermissionError";
  }
}

/** Status 404. No product, token or transaction has this id. */
export class NotFoundError extends ApiError {
  /** @internal */
  override get name(): string {
    return "NotFoundError";
  }
}

/**
 * The gateway refused the parameters in `errors`. The status is 422, or another 4xx with such a body. After 408, 409,
 * 425 and 499 the call may have been processed, so their class is {@link ApiError}.
 */
export class ValidationError extends ApiError {
  /** @internal */
  override get name(): string {
    return "ValidationError";
  }
}

/** Status 429. The shop sent too many requests. */
export class RateLimitError extends ApiError {
  /** @internal */
  override get name(): string {
    return "RateLimitError";
  }
}

/** Status 5xx. The gateway, or a proxy in front of it, failed. */
export class ServerError extends ApiError {
  /** @internal */
  override get name(): string {
    return "ServerError";
  }
}

/**
 * A 2xx response that can't be read. It is not JSON, larger than `maxResponseBytes`, or has no result, such as a
 * product without `id`. The gateway has processed the call.
 */
export class UnexpectedResponseError extends ResponseError {
  /** @internal */
  override get name(): string {
    return "UnexpectedResponseError";
  }

  declare readonly code: "unexpected_response";

  constructor(message: string, context: ResponseContext) {
    super("unexpected_response", message, context);
  }
}
