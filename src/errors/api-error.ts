import { type ErrorTree, flatten, type Issue } from "../api/error-tree.ts";
import type { Operation } from "../api/operations.ts";
import { printable } from "../shared/printable.ts";
import { printWhole } from "./inspect-whole.ts";
import { type ErrorContext, PaymentsError } from "./payments-error.ts";

/** The gateway's answer. */
export interface ErrorResponse {
  /** The HTTP status. */
  readonly status: number;
  /** The headers. */
  readonly headers: Headers;
  /** The body: parsed if it is JSON, otherwise the text as received. */
  readonly body: unknown;
}

/** What an error with a response is made from, besides its message. */
export interface ResponseContext extends Omit<ErrorContext, "code" | "cause"> {
  /** The SDK call that failed. */
  readonly operation: Operation;
  /** The gateway's answer. */
  readonly response: ErrorResponse;
}

/** The `X-Request-Id` of a response; undefined if absent. */
export function requestIdOf(headers: Headers): string | undefined {
  const id = headers.get("x-request-id");
  return id === null ? undefined : printable(id);
}

/**
 * An error with a response. It has no `status`, `statusCode` or `headers`, because web frameworks would answer your visitor with the
 * gateway's.
 */
export class ResponseError extends PaymentsError {
  /** @internal */
  override get name(): string {
    return "ResponseError";
  }

  declare readonly code: "api" | "idempotency" | "unexpected_response";

  /** The gateway's answer. `inspect` and JSON show only its status, because headers and body may contain customer data. */
  readonly response: ErrorResponse;

  /** The response's `X-Request-Id`, which the gateway's support asks for; undefined if absent. */
  readonly requestId: string | undefined;

  constructor(code: ResponseError["code"], message: string, context: ResponseContext) {
    super(message, { ...context, code });
    const { status, headers, body } = context.response;
    this.requestId = requestIdOf(headers);
    // Getters, because `inspect` with `showHidden` shows other properties that are not enumerable.
    this.response = Object.defineProperties<ErrorResponse>(
      { status, headers, body },
      { headers: { get: () => headers, enumerable: false }, body: { get: () => body, enumerable: false } },
    );
  }
}

/** The gateway responded with a status other than 2xx. This includes redirects, which are never followed. */
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

  /** The gateway's `Retry-After`, in seconds; undefined if absent. */
  readonly retryAfter: number | undefined;

  constructor(
    message: string,
    context: ResponseContext & { errors: ErrorTree; retryAfter: number | undefined },
  ) {
    super("api", message, context);
    this.errors = context.errors;
    this.issues = flatten(context.errors);
    this.retryAfter = context.retryAfter;
    printWhole(this);
  }
}

/** 401: the shop id or the secret key is wrong. */
export class AuthenticationError extends ApiError {
  /** @internal */
  override get name(): string {
    return "AuthenticationError";
  }
}

/** 403: the shop is not allowed to do this. */
export class PermissionError extends ApiError {
  /** @internal */
  override get name(): string {
    return "PermissionError";
  }
}

/** 404: there is no product, token or transaction with this id. */
export class NotFoundError extends ApiError {
  /** @internal */
  override get name(): string {
    return "NotFoundError";
  }
}

/**
 * The gateway refused the parameters; `errors` names them. 422, or any other 4xx whose body says so, but for 408, 409, 425
 * and 499, after which a call may have been processed: those are an {@link ApiError}.
 */
export class ValidationError extends ApiError {
  /** @internal */
  override get name(): string {
    return "ValidationError";
  }
}

/** 429: too many requests. */
export class RateLimitError extends ApiError {
  /** @internal */
  override get name(): string {
    return "RateLimitError";
  }
}

/** 5xx: the gateway, or a proxy in front of it, failed. */
export class ServerError extends ApiError {
  /** @internal */
  override get name(): string {
    return "ServerError";
  }
}

/**
 * A 2xx response that can't be read: not JSON, larger than `maxResponseBytes`, or without the result (a product without
 * `id`, for example). The gateway has processed the call.
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
