import { type ApiError, UnexpectedResponseError } from "../errors/api-error.ts";
import { type Issue, sentence } from "../errors/error-tree.ts";
import { hasErrors, toApiError } from "../errors/to-api-error.ts";
import { type Answer, type Outgoing, parse } from "./exchange.ts";
import { redactHeaders } from "./redact.ts";
import { parseRetryAfter } from "./retry.ts";

/** What is wrong with the body of a 2xx response. */
const problemWith = ({ isTooLarge, body }: Answer, issues: readonly Issue[]): string => {
  if (isTooLarge) return "larger than maxResponseBytes";
  return typeof body === "string" ? "the body is not a JSON object or array" : sentence(issues);
};

/** What an error with a 2xx response is made from. */
export function responseContext(call: Outgoing, { response, text, body }: Answer) {
  const { operation, isIdempotent, ifProcessed, redact } = call;
  const redacted = redact(text);
  return {
    operation,
    ifProcessed,
    processed: "unknown" as const,
    safeToRetry: isIdempotent,
    status: response.status,
    headers: redactHeaders(response.headers, redact),
    body: redacted === text ? body : parse(redacted),
  };
}

/**
 * The error for a 2xx response without the result: the gateway's refusal, or a response that cannot be read.
 *
 * @param issues How the body differs from the documented result.
 */
export function toResultError(
  call: Outgoing,
  answer: Answer,
  issues: readonly Issue[] = [],
): ApiError | UnexpectedResponseError {
  const context = responseContext(call, answer);
  if (hasErrors(context.body)) {
    const { mayBeProcessed } = call.progress;
    const retryAfter = parseRetryAfter(context.headers);
    return toApiError({ ...call, ...context, mayBeProcessed, retryAfter });
  }
  const { operation, status } = context;
  const message = `${operation} got an unreadable ${status}: ${problemWith(answer, issues)}`;
  return new UnexpectedResponseError(message, context);
}
