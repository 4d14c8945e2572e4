import { problemsOf } from "../../api/fields/problems.ts";
import { write } from "../../api/fields/wire.ts";
import {
  type ApiOperation,
  type Host,
  IS_IDEMPOTENT,
  type Operation,
  type OperationRow,
  type ParamsOf,
  rowOf,
} from "../../api/operations.ts";
import { PARAMS } from "../../api/params.ts";
import { ConfigurationError } from "../../errors/configuration-error.ts";
import { InvalidRequestError } from "../../errors/invalid-request-error.ts";
import { withVariable } from "../../runtime/environment.ts";
import { readOption } from "../../shared/read-option.ts";
import { isRecord, withoutPrototype } from "../../shared/values.ts";
import { refuseUnknownOptions } from "./check-options.ts";
import type { Connection } from "./connection.ts";
import { requestHeaders } from "./headers.ts";
import { type CallEvent, notify } from "./hooks.ts";
import { type Idempotency, idempotencyOf } from "./idempotency.ts";
import { invalidRequest, problem } from "./invalid-request.ts";
import { findMisnamed } from "./misnamed-fields.ts";
import { checkRequest, isBelow } from "./own-url.ts";
import { fillPath, readParams, writeJson } from "./parameters.ts";
import {
  type BodyOptions,
  type CallLimits,
  callOptions,
  REQUEST_OPTIONS,
  type RequestOptions,
  readRequestOptions,
} from "./request-options.ts";

/** The input of a call in the table of operations. */
export interface Input<Params = unknown> {
  /** Values of the placeholders in the operation's path. */
  readonly ids?: Readonly<Record<string, string>>;
  readonly params?: Params;
  /** The field of the result that contains the requested id. Default: the row's. */
  readonly idField?: string;
}

/** The input of an operation, with parameters if it has a model of them. */
export type InputOf<O extends ApiOperation> =
  ParamsOf<O> extends undefined
    ? Omit<Input, "params">
    : Required<Pick<Input<ParamsOf<O>>, "params">> & Input<ParamsOf<O>>;

type Options = RequestOptions | null | undefined;

/** The request of a call, and how its response is read. */
interface Message extends Omit<OperationRow, "ifProcessed">, Pick<Input, "ids">, Idempotency {
  readonly url: string;
  readonly body: string | null;
  /** The parameters in the body, in their wire format. */
  readonly params?: unknown;
  /** False for a call without a result. The body of a 2xx is then not read. */
  readonly hasResult: boolean;
}

/** A call, with its request, its limits and its progress. */
export interface Call extends CallEvent, Message, CallLimits {
  readonly connection: Connection;
  readonly headers: Record<string, string>;
  /** Number of attempts until now. */
  attempts: number;
  /** Whether an attempt before the current one may have been processed. */
  mayBeProcessed: boolean;
}

function toCall(connection: Connection, event: CallEvent, message: Message, options: Options): Call {
  const limits = readRequestOptions(event.operation, options, connection);
  const headers = requestHeaders(event.operation, message, connection, limits.headers);
  const progress = { attempts: 0, mayBeProcessed: false };
  return withoutPrototype({ ...event, ...message, ...limits, connection, headers, ...progress });
}

const addressOf = (connection: Connection, host: Host, operation: string): string => {
  const address = connection[host];
  if (address) return address;
  throw new ConfigurationError(`${operation} needs ${withVariable(host)}`);
};

/**
 * Refuses options among parameters, where they would be sent as undocumented fields. Without its key, a call could move
 * money twice.
 */
export function refuseOptionsIn(
  operation: Operation,
  params: unknown,
  root: readonly string[] = [],
  names: readonly string[] = callOptions(),
  message = "is an option. Pass options in the argument after the parameters",
): void {
  const found = names.find((name) => readOption(params, name) !== undefined);
  if (found) throw invalidRequest(operation, [...root, found], message, "forbidden");
}

/** Checks parameters and converts them to their wire format. */
function writeParams(
  { validate, hooks }: Connection,
  event: CallEvent,
  name: keyof typeof PARAMS,
  value: unknown,
  { errorRoot: root = [], bodyKey }: OperationRow,
): unknown {
  const { operation } = event;
  const model = PARAMS[name];
  const params = readParams(operation, value, root);
  refuseOptionsIn(operation, params, root);
  const problems = validate ? problemsOf(model, params, root, findMisnamed) : [];
  if (problems.length > 0 && bodyKey !== undefined && isRecord(params) && isRecord(params[bodyKey])) {
    const path = [...root, bodyKey];
    problems.unshift(problem(path, "must be left out. Pass its content", "forbidden"));
  }
  if (problems.length > 0) throw new InvalidRequestError(operation, problems);
  notify(hooks.onData, { ...event, params });
  return write(model, params);
}

/** Creates a call from the table of operations. */
export function apiCall(
  connection: Connection,
  event: CallEvent,
  operation: ApiOperation,
  { ids = {}, params, idField }: Input,
  options: Options,
): Call {
  const row = rowOf(operation);
  const { host, path, takes, bodyKey, returns, errorRoot = [], transactionType, takesResend } = row;
  refuseUnknownOptions(operation, options, [
    ...(transactionType ? ["idempotencyKey"] : []),
    ...(takesResend ? ["resend"] : []),
    ...REQUEST_OPTIONS,
  ]);
  const idempotency = idempotencyOf(operation, options, connection.idempotencyKeys);
  const address = addressOf(connection, host, operation);
  const url = address + fillPath(operation, path, ids, errorRoot);
  const written = takes && writeParams(connection, event, takes, params, row);
  const body = takes ? writeJson(operation, bodyKey === undefined ? written : { [bodyKey]: written }) : null;
  const message: Message = {
    ...row,
    ...(idField && { idField }),
    ...idempotency,
    url,
    ids,
    body,
    params: written,
    hasResult: returns !== undefined,
  };
  return toCall(connection, event, message, options);
}

/** Creates a call of any endpoint under the client's addresses. */
export function urlCall(
  connection: Connection,
  event: CallEvent,
  method: string,
  address: string | URL,
  options: BodyOptions | null | undefined,
): Call {
  refuseUnknownOptions("request", options, ["body", ...REQUEST_OPTIONS]);
  const given = readOption(options, "body");
  const { url, method: checked } = checkRequest(method, address, connection, given);
  const isIdempotent = IS_IDEMPOTENT[checked];
  const message: Message = {
    method: checked,
    host: isBelow(url, connection.checkoutUrl) ? "checkoutUrl" : "gatewayUrl",
    path: url.pathname,
    url: url.href,
    body: given === undefined ? null : writeJson("request", readParams("request", given, ["body"])),
    hasResult: true,
    // Otherwise it would be read from a polluted `Object.prototype`.
    idempotencyKey: undefined,
    isIdempotent,
    ifProcessed: isIdempotent ? undefined : "It may have been processed, so check before retrying",
  };
  return toCall(connection, event, message, options);
}
