import type { Operation } from "../operations.ts";
import { type ErrorTree, flatten, type Issue } from "./error-tree.ts";
import { type ErrorCode, PaymentsError } from "./payments-error.ts";

/** What a response was, beside its message. */
export interface ResponseContext {
  /** The SDK call that failed. */
  readonly operation: Operation;
  /** Whether sending the same call again can do no harm. */
  readonly safeToRetry: boolean;
  /** What to do first where it may have been processed. Default: to look. */
  readonly ifProcessed?: string | undefined;
  /** The HTTP status. */
  readonly status: number;
  /** The response's headers. */
  readonly headers: Headers;
  /** The response's body: parsed where it is JSON, else the text as it came. */
  readonly body: unknown;
}

/** A response's `X-Request-Id`. */
export const requestIdOf = (headers: Headers): string | undefined => headers.get("x-request-id") ?? undefined;

/**
 * An error that has a response. `headers` and `body` can be read, but are left out of logs and JSON,
 * because a body may hold a customer's data.
 */
export class ResponseError extends PaymentsError {
  /** The HTTP status. */
  readonly status: number;

  /** The response's `X-Request-Id`, which the gateway's support asks for; undefined without one. */
  readonly requestId: string | undefined;

  readonly #headers: Headers;
  readonly #body: unknown;

  constructor(code: ErrorCode, message: string, context: ResponseContext) {
    super(message, { ...context, code });
    this.status = context.status;
    this.requestId = requestIdOf(context.headers);
    this.#headers = context.headers;
    this.#body = context.body;
  }

  /** The response's headers. */
  get headers(): Headers {
    return this.#headers;
  }

  /** The response's body: parsed where it is JSON, else the text as it came. */
  get body(): unknown {
    return this.#body;
  }
}

/** The gateway answered with something other than 2xx. A redirect is one too: it is never followed. */
export class ApiError extends ResponseError {
  override get name(): string {
    return "ApiError";
  }

  /** The gateway's messages by field, nested as in the request. Empty when it gave none. */
  readonly errors: ErrorTree;

  /** The same messages as a list. */
  readonly issues: Issue[];

  /** The gateway's `Retry-After`, in seconds; undefined without one. */
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

/** 401: the shop id or the secret key is not the gateway's. */
export class AuthenticationError extends ApiError {
  override get name(): string {
    return "AuthenticationError";
  }
}

/** 403: the shop may not do this. */
export class PermissionError extends ApiError {
  override get name(): string {
    return "PermissionError";
  }
}

/** 404: no product with this id, or no token like this. */
export class NotFoundError extends ApiError {
  override get name(): string {
    return "NotFoundError";
  }
}

/** 422: the gateway refused the parameters; `errors` names them. */
export class ValidationError extends ApiError {
  override get name(): string {
    return "ValidationError";
  }
}

/** 429: too many requests. */
export class RateLimitError extends ApiError {
  override get name(): string {
    return "RateLimitError";
  }
}

/** 5xx: the gateway failed, or a proxy before it. */
export class ServerError extends ApiError {
  override get name(): string {
    return "ServerError";
  }
}

/** A 2xx that can't be read: not JSON, too large, or without what the call is for. It was processed. */
export class UnexpectedResponseError extends ResponseError {
  override get name(): string {
    return "UnexpectedResponseError";
  }

  constructor(message: string, context: ResponseContext) {
    super("unexpected_response", message, context);
  }
}
