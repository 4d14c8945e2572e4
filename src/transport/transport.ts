import type * as z from "zod/mini";
import { callSite } from "../errors/call-site.ts";
import { ConfigurationError } from "../errors/configuration-error.ts";
import { InvalidRequestError } from "../errors/invalid-request-error.ts";
import { PaymentsError } from "../errors/payments-error.ts";
import type { Model } from "../models/fields/primitives.ts";
import { write } from "../models/fields/wire.ts";
import { problemsOf } from "../models/problems.ts";
import { type ApiOperation, IS_IDEMPOTENT, type Operation, rowOf } from "../operations.ts";
import { withVariable } from "../runtime/environment.ts";
import { isRecord } from "../values.ts";
import { logUnnamed } from "./debug-log.ts";
import type { Answer, Fetch } from "./exchange.ts";
import { requestHeaders } from "./headers.ts";
import { type Hooks, notify, startInside } from "./hooks.ts";
import { idempotencyOf, readKey } from "./idempotency.ts";
import { readParams } from "./read-params.ts";
import type { Redact } from "./redact.ts";
import { type RequestOptions, readRequestOptions } from "./request-options.ts";
import { RetryBudget } from "./retry.ts";
import { type OutgoingCall, send } from "./send.ts";
import { responseContext, toResultError } from "./to-result-error.ts";
import { checkRequest, fillPath, isBelow, writeJson } from "./validate.ts";

/** The validated options of a client. */
export interface Connection {
  readonly authorization: string;
  readonly redact: Redact;
  readonly baseUrl: string;
  readonly checkoutUrl: string;
  readonly gatewayUrl?: string | null | undefined;
  readonly timeout: number;
  readonly maxRetries: number;
  readonly maxResponseBytes: number;
  /** Default: the global one, looked up at each call. */
  readonly fetch?: Fetch | null | undefined;
  readonly headers: Record<string, string>;
  readonly hooks: Hooks;
  readonly validate: boolean;
  /** Whether the gateway honours idempotency keys. */
  readonly idempotencyKeys: boolean;
  /** Whether `PAYMENTS_LOG` asks for a line about each event. */
  readonly isLogging: boolean;
}

/** The input of a typed call. */
export interface Input {
  /** Values of the placeholders in the operation's path. */
  readonly ids?: Readonly<Record<string, unknown>>;
  readonly params?: {
    /** Key of the parameters in the body. Default: they are the body. */
    readonly key?: string;
    readonly value: unknown;
    readonly model: z.ZodMiniType;
  };
}

/** How the result of a typed call is read. */
export interface Result<Value> {
  /** Key of the result in the body. Default: the body is the result. */
  readonly key?: string;
  /** Whether a value has the fields without which it is not a result. */
  readonly is: (value: unknown) => value is Value;
  /** Model of the documented result. Other differences are reported to `onDrift`. */
  readonly model: Model<Value>;
  /** The error for a result that belongs to another call; undefined for one of this call. */
  readonly refuse?: (value: Value, asked: Asked) => PaymentsError | undefined;
}

/** What a result is compared with. */
interface Asked {
  readonly idempotencyKey: string | undefined;
  /** The type of the transaction that the call makes. */
  readonly makes: string | undefined;
  /** The parameters as they were sent. */
  readonly params: unknown;
  readonly context: ReturnType<typeof responseContext>;
}

/** A running call. */
type Call = Pick<OutgoingCall, "callId" | "operation" | "progress">;

/** The request of a call, and how its response is treated. */
interface Target
  extends Pick<
    OutgoingCall,
    "method" | "url" | "errorRoot" | "isIdempotent" | "idempotencyKey" | "ifProcessed" | "hasResult" | "body"
  > {
  readonly isCheckout: boolean;
  readonly makes?: string | undefined;
  /** The parameters as they are sent, without the key that they are under. */
  readonly params?: unknown;
}

/** The result of a call. Differences from its model are reported to `onDrift`. */
function readResult<Value>(
  call: OutgoingCall & Pick<Target, "params" | "makes">,
  answer: Answer,
  { key, is, model, refuse }: Result<Value>,
): Value {
  const { callId, operation, errorRoot, idempotencyKey, makes, params } = call;
  const { onDrift } = call.hooks;
  const value = key !== undefined && isRecord(answer.body) ? answer.body[key] : answer.body;
  if (!is(value)) throw toResultError(call, answer, problemsOf(model, value, errorRoot));
  const refusal = refuse?.(value, { idempotencyKey, makes, params, context: responseContext(call, answer) });
  if (refusal) throw refusal;
  const issues = onDrift && problemsOf(model, value);
  if (issues?.length) {
    const event = { callId, operation, issues, body: value };
    notify(onDrift, Object.defineProperty(event, "body", { enumerable: false }));
  }
  return value;
}

/** Sends the calls of one client. */
export class Transport {
  readonly #connection: Connection;
  readonly #budget = new RetryBudget();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** A call without a result: it resolves on any 2xx. */
  submit(operation: ApiOperation, input: Input, options?: RequestOptions | null): Promise<void> {
    return this.#track(callSite(this.submit), operation, async (call) => {
      await send(this.#outgoing(call, this.#targetOf(call, operation, input, options, false), options));
    });
  }

  /** A call with a result. */
  request<Value>(
    operation: ApiOperation,
    input: Input,
    result: Result<Value>,
    options?: RequestOptions | null,
  ): Promise<Value> {
    return this.#track(callSite(this.request), operation, async (call) => {
      const outgoing = this.#outgoing(call, this.#targetOf(call, operation, input, options, true), options);
      return readResult(outgoing, await send(outgoing), result);
    });
  }

  /** A call of any endpoint below one of the client's URLs. */
  requestUrl(
    method: string,
    url: string | URL,
    options?: (RequestOptions & { readonly body?: unknown }) | null,
  ): Promise<unknown> {
    return this.#track(callSite(this.requestUrl), "request", async (call) => {
      readKey("request", false, options);
      const outgoing = this.#outgoing(call, this.#targetOfUrl(method, url, options?.body), options);
      const answer = await send(outgoing);
      if (answer.isTooLarge) throw toResultError(outgoing, answer);
      return answer.body === "" ? undefined : answer.body;
    });
  }

  /** Runs a call. Its caller asks for the call site: in Bun, the frame of a method ends when it returns the call of another. */
  async #track<Value>(
    beginAtCaller: ReturnType<typeof callSite>,
    operation: Operation,
    run: (call: Call) => Promise<Value>,
  ): Promise<Value> {
    const { hooks } = this.#connection;
    const event = { callId: crypto.randomUUID(), operation };
    const progress = { attempts: 0, mayBeProcessed: false };
    return startInside(hooks.aroundCall, event, async () => {
      const startedAt = performance.now();
      try {
        return await run({ ...event, progress });
      } catch (error) {
        if (error instanceof PaymentsError) {
          beginAtCaller(error);
          const durationMs = performance.now() - startedAt;
          notify(hooks.onError, { ...event, attempts: progress.attempts, durationMs, error });
        }
        throw error;
      }
    });
  }

  #targetOf(
    call: Call,
    operation: ApiOperation,
    { ids = {}, params }: Input,
    options: RequestOptions | null | undefined,
    hasResult: boolean,
  ): Target {
    const { method, host, path, errorRoot, makes } = rowOf(operation);
    const idempotency = idempotencyOf(operation, options, this.#connection.idempotencyKeys);
    const address = this.#connection[host];
    if (!address) throw new ConfigurationError(`${operation} needs ${withVariable(host)}`);
    const url = address + fillPath(operation, path, ids, errorRoot);
    const written = params && this.#write(call, params, errorRoot);
    const body = params?.key === undefined ? written : { [params.key]: written };
    return {
      method,
      url,
      isCheckout: host === "checkoutUrl",
      errorRoot,
      ...idempotency,
      hasResult,
      makes,
      params: written,
      body: params ? writeJson(operation, body) : null,
    };
  }

  /** The parameters as they are sent. */
  #write(call: Call, { value, model }: NonNullable<Input["params"]>, root: readonly string[]): unknown {
    const { operation } = call;
    const params = readParams(operation, value, root);
    if (this.#connection.isLogging) logUnnamed(call, model, params);
    const problems = this.#connection.validate ? problemsOf(model, params, root) : [];
    if (problems.length > 0) throw new InvalidRequestError(operation, problems);
    return write(model, params);
  }

  #targetOfUrl(method: string, address: string | URL, body: unknown): Target {
    const { baseUrl, checkoutUrl, gatewayUrl } = this.#connection;
    const hosts = [baseUrl, checkoutUrl, gatewayUrl].filter((host) => typeof host === "string");
    const { url, method: checked } = checkRequest(method, address, hosts, body);
    return {
      method: checked,
      url: url.href,
      isCheckout: isBelow(url, checkoutUrl),
      errorRoot: [],
      isIdempotent: IS_IDEMPOTENT[checked],
      ifProcessed: IS_IDEMPOTENT[checked] ? undefined : "It may have been processed: check before retrying",
      hasResult: true,
      body: body === undefined ? null : writeJson("request", readParams("request", body, ["body"])),
    };
  }

  #outgoing<T extends Target>(call: Call, target: T, options: RequestOptions | null | undefined) {
    const { redact, hooks, maxResponseBytes, fetch } = this.#connection;
    return {
      ...call,
      ...target,
      ...readRequestOptions(options, this.#connection),
      headers: requestHeaders(target, this.#connection, options?.headers),
      fetch: fetch ?? globalThis.fetch,
      redact,
      hooks,
      maxResponseBytes,
      budget: this.#budget,
    };
  }
}
