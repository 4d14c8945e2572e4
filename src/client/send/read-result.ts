import { type Issue, sentence } from "../../api/error-tree.ts";
import { problemsOf } from "../../api/fields/problems.ts";
import { modelsOf } from "../../api/operation-models.ts";
import type { ApiOperation } from "../../api/operations.ts";
import { type ResponseContext, UnexpectedResponseError } from "../../errors/api-error.ts";
import type { PaymentsError } from "../../errors/payments-error.ts";
import { hasErrors, toApiError } from "../../errors/to-api-error.ts";
import { redactHeaders } from "../../shared/redact.ts";
import { isRecord } from "../../shared/values.ts";
import type { Call } from "../prepare/call.ts";
import { notifyOfDrift } from "../prepare/hooks.ts";
import { type Answer, parse } from "./exchange.ts";
import { parseRetryAfter } from "./retry.ts";

/** How the result of a typed call is read. */
export interface Result<Value> {
  /** Whether a value has the fields that a result must have. */
  readonly is: (value: unknown) => value is Value;
  /** The field that contains the requested id. */
  readonly id?: string;
  /** The error for the result of another call. Undefined for the result of this call. */
  readonly refuse?: (value: Value, call: Call, context: ResponseContext) => PaymentsError | undefined;
}

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
  return typeof body === "string" ? "the body is not a JSON object or array" : sentence(issues);
};

/**
 * The error for a 2xx response without the result, which is the gateway's refusal or unreadable.
 *
 * @param issues Differences between the body and the documented result.
 */
export function toResultError(call: Call, answer: Answer, issues: readonly Issue[] = []): PaymentsError {
  const context = contextOf(call, answer);
  const { status, headers, body } = context.response;
  if (hasErrors(body)) return toApiError({ ...call, ...context, retryAfter: parseRetryAfter(headers) });
  const message = `${call.operation} got an unreadable ${status}: ${problemWith(answer, issues)}`;
  return new UnexpectedResponseError(message, context);
}

/** Whether a result has another id than requested. A result without an id is not compared. */
function isOfAnother(value: unknown, id: string | undefined, { ids = {} }: Call): boolean {
  const answered: unknown = id === undefined ? undefined : Reflect.get(Object(value), id);
  return typeof answered === "string" && answered !== "" && !Object.values(ids).includes(answered);
}

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
