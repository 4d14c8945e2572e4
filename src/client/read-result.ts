import { type Issue, sentence } from "../api/error-tree.ts";
import { problemsOf } from "../api/fields/problems.ts";
import { modelsOf } from "../api/operation-models.ts";
import type { ApiOperation } from "../api/operations.ts";
import { type ResponseContext, UnexpectedResponseError } from "../errors/api-error.ts";
import type { PaymentsError } from "../errors/payments-error.ts";
import { hasErrors, toApiError } from "../errors/to-api-error.ts";
import { redactHeaders } from "../shared/redact.ts";
import { isRecord } from "../shared/values.ts";
import type { Call } from "./call.ts";
import { type Answer, parse } from "./exchange.ts";
import { notifyOfDrift } from "./hooks.ts";
import { parseRetryAfter } from "./retry.ts";

/** How the result of a typed call is read. */
export interface Result<Value> {
  /** Whether a value has the fields without which it is not a result. */
  readonly is: (value: unknown) => value is Value;
  /** The field with the id that was asked for. */
  readonly id?: string;
  /** The error for the result of another call; undefined if it is this call's. */
  readonly refuse?: (value: Value, call: Call, context: ResponseContext) => PaymentsError | undefined;
}

/** What an error with a 2xx response is made from. */
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
export function toResultError(call: Call, answer: Answer, issues: readonly Issue[] = []): PaymentsError {
  const context = contextOf(call, answer);
  const { status, headers, body } = context.response;
  if (hasErrors(body)) return toApiError({ ...call, ...context, retryAfter: parseRetryAfter(headers) });
  const message = `${call.operation} got an unreadable ${status}: ${problemWith(answer, issues)}`;
  return new UnexpectedResponseError(message, context);
}

/** Whether a result has another id than the one that was asked for. An answer without an id is not compared. */
function isOfAnother(value: unknown, id: string | undefined, { ids = {} }: Call): boolean {
  const answered: unknown = id === undefined ? undefined : Reflect.get(Object(value), id);
  return typeof answered === "string" && answered !== "" && !Object.values(ids).includes(answered);
}

/** The problems that the model of an operation's result finds. */
const differencesIn = (operation: ApiOperation, value: unknown, root?: readonly string[]): Issue[] => {
  const { result } = modelsOf(operation);
  return result ? problemsOf(result, value, root) : [];
};

/** Reads the result of a call. Differences from its model are reported to `onDrift`. */
export function readResult<Value>(
  call: Call,
  name: ApiOperation,
  answer: Answer,
  { is, id, refuse }: Result<Value>,
): Value {
  const { key } = modelsOf(name);
  const { callId, operation, errorRoot, connection } = call;
  const { onDrift } = connection.hooks;
  const value = key !== undefined && isRecord(answer.body) ? answer.body[key] : answer.body;
  if (!is(value)) throw toResultError(call, answer, differencesIn(name, value, errorRoot));
  if (isOfAnother(value, id, call)) {
    const message = `${operation} got a ${answer.response.status} for another ${id}`;
    throw new UnexpectedResponseError(message, contextOf(call, answer));
  }
  const refusal = refuse && call.idempotencyKey && refuse(value, call, contextOf(call, answer));
  if (refusal) throw refusal;
  const issues = onDrift && differencesIn(name, value);
  if (issues?.length) notifyOfDrift(onDrift, { callId, operation }, issues, value);
  return value;
}
