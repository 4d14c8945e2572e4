import { unknownCodes } from "../../api/fields/codes.ts";
import { problemsOf } from "../../api/fields/problems.ts";
import { write } from "../../api/fields/wire.ts";
import { modelsOf, type ParamsOf } from "../../api/operation-models.ts";
import { type ApiOperation, type Host, IS_IDEMPOTENT, type Method, rowOf } from "../../api/operations.ts";
import { ConfigurationError } from "../../errors/configuration-error.ts";
import { InvalidRequestError } from "../../errors/invalid-request-error.ts";
import { refuseUnknown } from "../../errors/refuse-unknown.ts";
import { withVariable } from "../../runtime/environment.ts";
import { readOption } from "../../shared/read-option.ts";
import { isRecord } from "../../shared/values.ts";
import type { Connection } from "./connection.ts";
import { logUnnamed } from "./debug-log.ts";
import { requestHeaders } from "./headers.ts";
import { type CallEvent, notifyOfDrift } from "./hooks.ts";
import { idempotencyOf, readKey } from "./idempotency.ts";
import { problem } from "./invalid-request.ts";
import { checkRequest, isBelow } from "./own-url.ts";
import { fillPath, readParams, writeJson } from "./parameters.ts";
import {
  type BodyOptions,
  type CallLimits,
  REQUEST_OPTIONS,
  type RequestOptions,
  readRequestOptions,
} from "./request-options.ts";

/** The input of a call in the table of operations. */
export interface Input<Params = unknown> {
  /** Values of the placeholders in the operation's path. */
  readonly ids?: Readonly<Record<string, string>>;
  readonly params?: Params;
}

/** The input of an operation, with parameters if it has a model of them. */
export type InputOf<O extends ApiOperation> =
  ParamsOf<O> extends undefined
    ? Pick<Input, "ids">
    : Required<Pick<Input<ParamsOf<O>>, "params">> & Input<ParamsOf<O>>;

type Options = RequestOptions | null | undefined;

/** The request of a call, and how its response is read. */
interface Message extends Pick<Input, "ids"> {
  readonly method: Method;
  readonly url: string;
  readonly body: string | null;
  /** The parameters in the body, in their wire format. */
  readonly params?: unknown;
  /** False for a call without a result. The body of a 2xx is then not read. */
  readonly hasResult: boolean;
  /** Path under which errors are nested. */
  readonly errorRoot: readonly string[];
  /** The type of the transaction that the call makes. */
  readonly transactionType?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  /** Whether the call may be retried even if it may have been processed. */
  readonly isIdempotent: boolean;
  /** Advice in errors if the call may have been processed. */
  readonly ifProcessed?: string | undefined;
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

const toCall = (
  connection: Connection,
  event: CallEvent,
  message: Message,
  isCheckout: boolean,
  options: Options,
): Call => ({
  ...event,
  ...message,
  ...readRequestOptions(options, connection),
  connection,
  headers: requestHeaders({ ...event, ...message, isCheckout }, connection, readOption(options, "headers")),
  attempts: 0,
  mayBeProcessed: false,
});

const addressOf = (connection: Connection, host: Host, operation: string): string => {
  const address = connection[host];
  if (address) return address;
  throw new ConfigurationError(`${operation} needs ${withVariable(host)}`);
};

/** Checks parameters and converts them to their wire format. */
function writeParams(
  { isLogging, validate, hooks }: Connection,
  event: CallEvent,
  model: NonNullable<ReturnType<typeof modelsOf>["params"]>,
  value: unknown,
  { errorRoot: root, bodyKey }: Pick<ReturnType<typeof rowOf>, "errorRoot" | "bodyKey">,
): unknown {
  const { operation } = event;
  const params = readParams(operation, value, root);
  if (isLogging) logUnnamed(event, model, params);
  const problems = validate ? problemsOf(model, params, root) : [];
  if (problems.length > 0 && bodyKey !== undefined && isRecord(params) && isRecord(params[bodyKey])) {
    const path = [...root, bodyKey];
    problems.unshift(
      problem(path, "must be left out. Pass its content, and the SDK adds the key", "forbidden"),
    );
  }
  if (problems.length > 0) throw new InvalidRequestError(operation, problems);
  const issues = validate && hooks.onDrift ? unknownCodes(model, params, root) : [];
  if (issues.length > 0) notifyOfDrift(hooks.onDrift, event, issues, params);
  return write(model, params);
}

/** Creates a call from the table of operations. */
export function apiCall(
  connection: Connection,
  event: CallEvent,
  operation: ApiOperation,
  { ids = {}, params }: Input,
  options: Options,
  hasResult: boolean,
): Call {
  const row = rowOf(operation);
  const { method, host, path, bodyKey, errorRoot, transactionType, takesResend } = row;
  const idempotency = idempotencyOf(operation, options, connection.idempotencyKeys);
  refuseUnknown(operation, options, [
    ...REQUEST_OPTIONS,
    "idempotencyKey",
    ...(takesResend ? ["resend"] : []),
  ]);
  const address = addressOf(connection, host, operation);
  const url = address + fillPath(operation, path, ids, errorRoot);
  const { params: model } = modelsOf(operation);
  const written = model && writeParams(connection, event, model, params, row);
  const body = model ? writeJson(operation, bodyKey === undefined ? written : { [bodyKey]: written }) : null;
  const message = {
    method,
    url,
    ids,
    body,
    params: written,
    hasResult,
    errorRoot,
    transactionType,
    ...idempotency,
  };
  return toCall(connection, event, message, host === "checkoutUrl", options);
}

/** Creates a call of any endpoint under the client's addresses. */
export function urlCall(
  connection: Connection,
  event: CallEvent,
  method: string,
  address: string | URL,
  options: BodyOptions | null | undefined,
): Call {
  readKey("request", false, options);
  refuseUnknown("request", options, [...REQUEST_OPTIONS, "body"]);
  const given = readOption(options, "body");
  const { url, method: checked } = checkRequest(method, address, connection, given);
  const isIdempotent = IS_IDEMPOTENT[checked];
  const message: Message = {
    method: checked,
    url: url.href,
    body: given === undefined ? null : writeJson("request", readParams("request", given, ["body"])),
    hasResult: true,
    errorRoot: [],
    idempotencyKey: undefined,
    isIdempotent,
    ifProcessed: isIdempotent ? undefined : "It may have been processed, so check before retrying",
  };
  return toCall(connection, event, message, isBelow(url, connection.checkoutUrl), options);
}
