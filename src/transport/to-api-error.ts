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
import { flatten, type Issue, nest, sentence } from "../errors/error-tree.ts";
import { isRecord } from "../values.ts";
import type { Method } from "./hooks.ts";
import { parseRetryAfter } from "./retry-after.ts";
import { rootOf } from "./root-of.ts";

/** Errors nested deeper than this are left in the body. */
const DEEPEST = 99;

const CLASSES: Record<number, typeof ApiError> = {
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  422: ValidationError,
  429: RateLimitError,
};

/** The gateway's messages, whatever form they have: nested, dotted keys, bare strings. */
function toIssues(value: unknown, path: string[] = []): Issue[] {
  if (value === null || value === undefined || path.length > DEEPEST) return [];
  if (typeof value !== "object") return [{ path, messages: [String(value)] }];
  return Object.entries(value).flatMap(([key, inner]) => {
    const isMessage = Array.isArray(value) && typeof inner !== "object";
    return toIssues(inner, isMessage ? path : [...path, ...key.split(".")]);
  });
}

/** Whether an answer says for sure that the gateway did nothing. */
const isRefusal = (status: number): boolean => status >= 400 && status < 500 && status !== 408;

/** The error for an answer that is not 2xx. */
export function toApiError(response: Omit<ResponseContext, "safeToRetry">, method: Method): ApiError {
  const { operation, status, headers, body } = response;
  const sources = [body, isRecord(body) ? body["response"] : undefined].filter(isRecord);
  const root = rootOf(operation);
  const issues = sources.flatMap((source) => toIssues(source["errors"]));
  const errors = nest(
    issues.map(({ path, messages }) => ({
      path: path[0] === root[0] ? path : [...root, ...path],
      messages,
    })),
  );
  const [said = sentence(flatten(errors))] = sources
    .flatMap(({ message, error }) => [message, error])
    .filter((text) => typeof text === "string" && text);
  const advice = status === 401 ? ". Check shopId and secretKey" : "";
  const ErrorOfStatus = CLASSES[status] ?? (status >= 500 ? ServerError : ApiError);
  return new ErrorOfStatus(`${operation} got ${status}${said && `: ${said}`}${advice}`, {
    ...response,
    safeToRetry: method !== "POST" || isRefusal(status),
    errors,
    retryAfter: parseRetryAfter(headers),
  });
}
