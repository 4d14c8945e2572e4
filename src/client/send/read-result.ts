import { type Issue, sentence } from "../../api/error-tree.ts";
import type { Transaction } from "../../api/transactions/transaction.ts";
import { type ResponseContext, UnexpectedResponseError } from "../../errors/api-error.ts";
import type { PaymentsError } from "../../errors/payments-error.ts";
import { hasErrors, messageIn, toApiError } from "../../errors/to-api-error.ts";
import { readOption } from "../../shared/read-option.ts";
import { redactHeaders } from "../../shared/redact.ts";
import { isRecord } from "../../shared/values.ts";
import { webPageIn } from "../../shared/web-page.ts";
import type { Call } from "../prepare/call.ts";
import { notify } from "../prepare/hooks.ts";
import { fieldsOfAnotherCall } from "./another-call.ts";
import { type Answer, parse } from "./exchange.ts";
import { IdempotencyError } from "./idempotency-error.ts";
import { parseRetryAfter } from "./retry.ts";

function contextOf(call: Call, { response, text, body }: Answer): ResponseContext {
  const { operation, isIdempotent, ifProcessed, connection } = call;
  const redacted = connection.redact(text);
  return {
    operation,
    ifProcessed,
    processed: "unknown",
    safeToRetry: isIdempotent,
    response: {
      status: response.status,
      headers: redactHeaders(response.headers, connection.redact),
      body: redacted === text ? body : parse(redacted),
    },
  };
}

const problemWith = ({ isTooLarge, body }: Answer, issues: readonly Issue[]): string => {
  if (isTooLarge) return "larger than maxResponseBytes";
  if (typeof body !== "string") return sentence(issues);
  return webPageIn(body) || "the body is not a JSON object or array";
};

/**
 * The error for a 2xx response without the result, which is the gateway's refusal or unreadable.
 *
 * @param issues Differences between the body and the documented result.
 */
function toResultError(call: Call, answer: Answer, issues: readonly Issue[] = []): PaymentsError {
  const context = contextOf(call, answer);
  const { status, headers, body } = context.response;
  if (hasErrors(body)) return toApiError({ ...call, ...context, retryAfter: parseRetryAfter(headers) });
  const quoted = messageIn(body);
  const message = `${call.operation} got an unreadable ${status}: ${problemWith(answer, issues)}${quoted && `. The gateway's message: ${quoted}`}`;
  return new UnexpectedResponseError(message, context);
}

/** The differences between a value and the result, which has at least the fields that the operation needs. */
function problemsWith(value: unknown, { isList, needs = [], key }: Call): Issue[] {
  const isRight = isList ? Array.isArray(value) : isRecord(value);
  if (!isRight)
    return [{ path: [key ?? "the body"], messages: [`must be an ${isList ? "array" : "object"}`] }];
  const missing = needs.filter((name) => {
    const id = readOption(value, name);
    return typeof id !== "string" || id === "";
  });
  return missing.map((name) => ({
    path: [...(key ? [key] : []), name],
    messages: ["must be a string, not empty"],
  }));
}

/** What differs if a result has another id than requested. A result without an id is not compared. */
function problemWithId(value: unknown, { idField, ids = {}, connection }: Call): string | undefined {
  const answered: unknown = idField && readOption(value, idField);
  const [asked] = Object.values(ids);
  if (typeof answered !== "string" || answered === "" || answered === asked) return undefined;
  return `another ${idField}: ${connection.redact(answered)}, not ${asked}. A mock must answer with the requested ${idField}`;
}

const isTransaction = (value: unknown): value is Transaction => isRecord(value);

/**
 * Reads the result of a call.
 *
 * @typeParam Value The result of the operation.
 */
export function readResult<Value>(call: Call, answer: Answer): Value;
export function readResult(call: Call, answer: Answer): unknown {
  const { callId, operation, hasResult, returns, key, takes, transactionType, params, connection } = call;
  if (!hasResult) return undefined;
  if (answer.isTooLarge) throw toResultError(call, answer);
  if (!returns) return answer.body === "" ? undefined : answer.body;
  const value = key !== undefined && isRecord(answer.body) ? readOption(answer.body, key) : answer.body;
  const issues = problemsWith(value, call);
  if (issues.length > 0) throw toResultError(call, answer, issues);
  const other = problemWithId(value, call);
  if (other) {
    const message = `${operation} got a ${answer.response.status} for ${other}`;
    throw new UnexpectedResponseError(message, contextOf(call, answer));
  }
  if (call.idempotencyKey !== undefined && isTransaction(value)) {
    const order_id = takes === "BillCreateParams" ? readOption(params, "order_id") : undefined;
    const fields = fieldsOfAnotherCall({ ...Object(params), order_id, type: transactionType }, value);
    if (fields.length > 0) throw new IdempotencyError(fields, value, contextOf(call, answer));
  }
  notify(connection.hooks.onData, { callId, operation, result: value });
  return value;
}
