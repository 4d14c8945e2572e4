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

/**
 * The error for a 2xx response without the result: the gateway's refusal, or a response that cannot be read.
 *
 * @param issues How the body differs from the documented result.
 */
export function toResultError(
  call: Pick<Outgoing, "operation" | "errorRoot" | "isIdempotent" | "ifProcessed" | "redact">,
  answer: Answer,
  issues: readonly Issue[] = [],
): ApiError | UnexpectedResponseError {
  const { operation, isIdempotent, redact } = call;
  const { status, headers } = answer.response;
  const text = redact(answer.text);
  const context = {
    ...call,
    status,
    headers: redactHeaders(headers, redact),
    body: text === answer.text ? answer.body : parse(text),
  };
  if (hasErrors(context.body)) return toApiError({ ...context, retryAfter: parseRetryAfter(headers) });
  const message = `${operation} got an unreadable ${status}: ${problemWith(answer, issues)}`;
  return new UnexpectedResponseError(message, { ...context, safeToRetry: isIdempotent });
}
