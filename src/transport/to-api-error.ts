import {
  ApiError,
  AuthenticationError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  type ResponseContext,
  ServerError,
  ValidationError,
} from "../errors/api-error.ts";
import { flatten, type Issue, MOST_ISSUES, nest, sentence, withAdvice } from "../errors/error-tree.ts";
import { isRecord } from "../values.ts";
import { parseRetryAfter } from "./retry.ts";

/** Errors nested deeper than this are only in the body. */
const MAX_DEPTH = 99;

const CLASSES: Record<number, typeof ApiError> = {
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  422: ValidationError,
  429: RateLimitError,
};

/** Statuses of 4xx that a proxy may send after the gateway has processed a request. */
const AMBIGUOUS_STATUSES: readonly number[] = [408, 409, 499];

/** The gateway's messages, in any format: nested, with dotted keys, or bare strings. */
function* toIssues(value: unknown, path: readonly string[] = []): Generator<Issue> {
  if (value === null || value === undefined || path.length > MAX_DEPTH) return;
  if (typeof value !== "object") {
    yield { path: [...path], messages: [String(value)] };
    return;
  }
  for (const [key, inner] of Object.entries(value)) {
    const isMessage = Array.isArray(value) && typeof inner !== "object";
    yield* toIssues(inner, isMessage ? path : [...path, ...key.split(".", MAX_DEPTH)]);
  }
}

/** The issues of a response, up to the limit; the body has the rest. */
function readIssues(sources: readonly Record<string, unknown>[], root: readonly string[]): Issue[] {
  const issues: Issue[] = [];
  for (const source of sources) {
    for (const { path, messages } of toIssues(source["errors"])) {
      if (issues.length === MOST_ISSUES) return issues;
      issues.push({ path: path[0] === root[0] ? path : [...root, ...path], messages });
    }
  }
  return issues;
}

/** Whether a status means that the gateway did not process the request. */
const isRefusal = (status: number): boolean =>
  status >= 400 && status < 500 && !AMBIGUOUS_STATUSES.includes(status);

/** What the status says about the client's options, if anything. */
function adviceFor(status: number, headers: Headers): string | undefined {
  if (status === 401) return "Check shopId and secretKey";
  const location = headers.get("location") ?? "";
  // Only the origin: paths and queries of login pages can carry secrets.
  if (status < 400 && URL.canParse(location))
    return `Redirects to ${new URL(location).origin} are not followed`;
  return undefined;
}

interface FailedResponse extends Omit<ResponseContext, "safeToRetry"> {
  readonly errorRoot: readonly string[];
  readonly isRepeatable: boolean;
  readonly ifProcessed?: string | undefined;
}

/** The error for a response other than 2xx. */
export function toApiError(response: FailedResponse): ApiError {
  const { operation, status, headers, body, errorRoot, isRepeatable, ifProcessed } = response;
  const sources = [body, isRecord(body) ? body["response"] : undefined].filter(isRecord);
  const errors = nest(readIssues(sources, errorRoot));
  const [message = sentence(flatten(errors))] = sources
    .flatMap(({ message, error }) => [message, error])
    .filter((text) => typeof text === "string" && text);
  const ErrorClass = CLASSES[status] ?? (status >= 500 ? ServerError : ApiError);
  const text = `${operation} got ${status}${message && `: ${message}`}`;
  const advice = adviceFor(status, headers);
  return new ErrorClass(advice ? withAdvice(text, advice) : text, {
    operation,
    status,
    headers,
    body,
    safeToRetry: isRepeatable || isRefusal(status),
    ifProcessed,
    errors,
    retryAfter: parseRetryAfter(headers),
  });
}
