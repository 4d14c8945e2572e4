import { flatten, type Issue, nest, sentence, withAdvice } from "../api/error-tree.ts";
import { IS_IDEMPOTENT, type Method } from "../api/operations.ts";
import { parseUrl } from "../shared/parse-url.ts";
import { printable } from "../shared/printable.ts";
import { readOption } from "../shared/read-option.ts";
import { MAX_ISSUES } from "../shared/values.ts";
import { webPageIn } from "../shared/web-page.ts";
import {
  ApiError,
  AuthenticationError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  type ResponseContext,
  ServerError,
  ValidationError,
} from "./api-error.ts";

/** Errors nested deeper than this are only in the body. */
const MAX_DEPTH = 99;

/** The classes of 4xx statuses that have their own class. */
const CLASSES: Record<number, typeof ApiError> = {
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  422: ValidationError,
  429: RateLimitError,
};

/** Statuses of 4xx after which a request may have been processed or is still in progress, with any body. */
const AMBIGUOUS_STATUSES: readonly number[] = [408, 409, 425, 499];

/**
 * A refusal because of an equal call within seconds, which the gateway processed. It may be an earlier call whose
 * response was lost. Source: gateway documentation, `duplicate_check`.
 */
const DUPLICATE = /duplicate/i;

/** Adds the gateway's messages from any format. Messages may be nested, have dotted keys, or be bare strings. */
function addIssues(value: unknown, path: readonly string[], issues: Issue[]): void {
  if (value === null || value === undefined || path.length > MAX_DEPTH) return;
  if (typeof value !== "object") {
    issues.push({ path: [...path], messages: [printable(String(value))] });
    return;
  }
  const isList = Array.isArray(value);
  for (const key of isList ? value.keys() : Object.keys(value)) {
    if (issues.length >= MAX_ISSUES) return;
    const inner: unknown = Reflect.get(value, key);
    const isMessage = isList && typeof inner !== "object";
    addIssues(inner, isMessage ? path : [...path, ...printable(String(key)).split(".", MAX_DEPTH)], issues);
  }
}

/** The body, and the same fields wrapped in `response`. */
const sourcesOf = (body: unknown): readonly unknown[] => [body, readOption(body, "response")];

const isFilled = (text: unknown): text is string => typeof text === "string" && text !== "";

/** The gateway's own message. Empty if there is none. */
export const messageIn = (body: unknown): string =>
  sourcesOf(body)
    .flatMap((source) => [readOption(source, "message"), readOption(source, "error")])
    .find(isFilled) ?? "";

/** Reads the issues of a response, up to the limit. The body contains the others. */
function readIssues(sources: readonly unknown[], root: readonly string[]): Issue[] {
  const issues: Issue[] = [];
  for (const source of sources)
    if (issues.length < MAX_ISSUES) addIssues(readOption(source, "errors"), [], issues);
  return issues.map(({ path, messages }) => ({
    path: path[0] === root[0] ? path : [...root, ...path],
    messages,
  }));
}

/** Whether a body contains a refusal, with any status. */
export const hasErrors = (body: unknown): boolean => readIssues(sourcesOf(body), []).length > 0;

/**
 * Whether a response means that the gateway refused the call. A `POST` with a 2xx is not a refusal, even with errors in
 * the body, because the status means that the call was processed.
 */
const isRefusal = (status: number, method: Method): boolean =>
  status < 300
    ? IS_IDEMPOTENT[method]
    : status >= 400 && status < 500 && !AMBIGUOUS_STATUSES.includes(status);

/** The advice about client options that belongs to a status. */
function adviceFor(status: number, headers: Headers): string | undefined {
  if (status === 401) return "Check shopId and secretKey";
  const location = status < 400 ? parseUrl(String(headers.get("location"))) : undefined;
  // Only the origin, because paths and queries of login pages can contain secrets.
  return location && `Redirects to ${location.origin} are not followed`;
}

interface FailedCall extends Omit<ResponseContext, "safeToRetry" | "processed"> {
  readonly method: Method;
  readonly errorRoot?: readonly string[];
  readonly isIdempotent: boolean;
  /** Whether an earlier attempt may have been processed. A refusal of a later attempt does not rule this out. */
  readonly mayBeProcessed: boolean;
  readonly retryAfter: number | undefined;
}

/** The error for a response other than 2xx, or for a 2xx with errors in place of the result. */
export function toApiError(failed: FailedCall): ApiError {
  const { operation, method, response, errorRoot = [], isIdempotent, ifProcessed, retryAfter } = failed;
  const { status, headers, body } = response;
  const sources = sourcesOf(body);
  const errors = nest(readIssues(sources, errorRoot));
  const issues = flatten(errors);
  const own = messageIn(body);
  const fields = sentence(issues);
  const page = webPageIn(body);
  const message = page || (own && !own.includes(fields) ? `${own} (${fields})` : own || fields);
  const isRefusedByBody =
    issues.length > 0 || sources.some((source) => isFilled(readOption(source, "message")));
  const text = `${operation} got ${status}${message && `: ${message}`}`;
  const advice = page ? undefined : adviceFor(status, headers);
  const isRefused = isRefusal(status, method);
  const processed = isRefused && !failed.mayBeProcessed && !DUPLICATE.test(message) ? "no" : "unknown";
  // Only the body identifies a refusal, because gateways send it with different statuses.
  const ofBody = isRefused && isRefusedByBody ? ValidationError : ApiError;
  const ErrorClass = status >= 500 ? ServerError : (CLASSES[status] ?? ofBody);
  return new ErrorClass(advice ? withAdvice(text, advice) : text, {
    operation,
    response,
    processed,
    safeToRetry: isIdempotent || processed === "no",
    ifProcessed,
    errors,
    retryAfter,
  });
}
