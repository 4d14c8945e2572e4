import { type ErrorTree, flatten, type Issue } from "../api/error-tree.ts";
import type { Operation } from "../api/operations.ts";
import { printWhole } from "./inspect-whole.ts";
import { type ErrorContext, PaymentsError } from "./payments-error.ts";

/** What an error with a response is made from, besides its message. */
export interface ResponseContext extends Omit<ErrorContext, "code" | "cause"> {
  /** The SDK call that failed. */
  readonly operation: Operation;
  /** The HTTP status. */
  readonly status: number;
  /** The response's headers. */
  readonly headers: Headers;
  /** The response body: parsed if it is JSON, otherwise the text as received. */
  readonly body: unknown;
}

/** The `X-Request-Id` of a response; undefined if absent. */
export const requestIdOf = (headers: Headers): string | undefined => headers.get("x-request-id") ?? undefined;

/**
 * An error with a response. `headers` and `body` are readable, but excluded from `inspect` and JSON because a body may
 * contain customer data.
 */
export class ResponseError extends PaymentsError {
  override get name(): string {
    return "ResponseError";
  }

  declare readonly code: "api" | "idempotency" | "unexpected_response";

  /** The HTTP status. */
  readonly status: number;

  /** The response's `X-Request-Id`, which the gateway's support asks for; undefined if absent. */
  readonly requestId: string | undefined;

  readonly #headers: Headers;
  readonly #body: unknown;

  constructor(code: ResponseError["code"], message: string, context: ResponseContext) {
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

  /** The response body: parsed if it is JSON, otherwise the text as received. */
  get body(): unknown {
    return this.#body;
  }
}

/** The gateway responded with a status other than 2xx. This includes redirects, which are never followed. */
export class ApiError extends ResponseError {
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
  override get name(): string {
    return "AuthenticationError";
  }
}

/** 403: the shop is not allowed to do this. */
export class PermissionError extends ApiError {
  override get name(): string {
    return "PermissionError";
  }
}

/** 404: there is no product, token or transaction with this id. */
export class NotFoundError extends ApiError {
  override get name(): string {
    return "NotFoundError";
  }
}

/**
 * The gateway refused the parameters; `errors` names them. 422, or any other 4xx whose body says so, but for 408, 409, 425
 * and 499, after which a call may have been processed: those are an {@link ApiError}.
 */
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

/** 5xx: the gateway, or a proxy in front of it, failed. */
export class ServerError extends ApiError {
  override get name(): string {
    return "ServerError";
  }
}

/**
 * A 2xx response that can't be read: not JSON, larger than `maxResponseBytes`, or without the result (a product without
 * `id`, for example). The gateway has processed the call.
 */
export class UnexpectedResponseError extends ResponseError {
  override get name(): string {
    return "UnexpectedResponseError";
  }

  declare readonly code: "unexpected_response";

  constructor(message: string, context: ResponseContext) {
    super("unexpected_response", message, context);
  }
}
