import type * as z from "zod/mini";
import { UnexpectedResponseError } from "../errors/api-error.ts";
import { ConfigurationError } from "../errors/configuration-error.ts";
import { type Issue, MOST_ISSUES, sentence } from "../errors/error-tree.ts";
import { PaymentsError } from "../errors/payments-error.ts";
import type { Model } from "../models/fields/primitives.ts";
import { problemsOf } from "../models/problems.ts";
import { type ApiOperation, type Operation, rowOf } from "../operations.ts";
import { isRecord } from "../values.ts";
import type { Answer, Fetch, Outgoing } from "./exchange.ts";
import { type Hooks, notify } from "./hooks.ts";
import { readParams } from "./read-params.ts";
import {
  type HeadersOption,
  type RequestOptions,
  readHeaders,
  readRequestOptions,
  VARIABLES,
} from "./request-options.ts";
import { RetryBudget } from "./retry.ts";
import { send } from "./send.ts";
import { checkParams, checkRequest, fillPath, isBelow, writeJson } from "./validate.ts";

/** The validated options of a client. */
export interface Connection {
  readonly authorization: string;
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
}

/** The input of a typed call. */
export interface Input {
  /** Values of the placeholders in the operation's path. */
  readonly ids?: Readonly<Record<string, unknown>>;
  readonly params?: {
    readonly value: unknown;
    readonly model: z.ZodMiniType;
    /** Converts validated parameters to the body. */
    readonly write: (params: unknown) => unknown;
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
}

/** A running call. */
interface Call {
  readonly callId: string;
  readonly operation: Operation;
  readonly attempts: { count: number };
}

/** The request of a call, and how its response is treated. */
interface Target
  extends Pick<
    Outgoing,
    "method" | "url" | "errorRoot" | "isRepeatable" | "ifProcessed" | "hasResult" | "body"
  > {
  readonly isCheckout: boolean;
}

const headersOf = (
  { body, isCheckout }: Target,
  { headers, authorization }: Connection,
  own: HeadersOption | undefined,
): Record<string, string> => ({
  accept: "application/json",
  ...(body !== null && { "content-type": "application/json" }),
  ...(isCheckout && { "x-api-version": "2" }),
  ...headers,
  ...readHeaders(own),
  authorization,
});

const TOO_LARGE = "larger than maxResponseBytes";
const NOT_JSON = "the body is not a JSON object or array";

/** What is wrong with the body of a 2xx response. */
const problemWith = ({ isTooLarge, body }: Answer, issues: readonly Issue[]): string => {
  if (isTooLarge) return TOO_LARGE;
  return typeof body === "string" ? NOT_JSON : sentence(issues);
};

/** The error for a 2xx response that cannot be read. */
const unreadable = (
  operation: Operation,
  { response, body }: Answer,
  { isRepeatable, ifProcessed }: Target,
  problem: string,
): UnexpectedResponseError =>
  new UnexpectedResponseError(`${operation} got an unreadable ${response.status}: ${problem}`, {
    operation,
    status: response.status,
    headers: response.headers,
    body,
    safeToRetry: isRepeatable,
    ifProcessed,
  });

/** Sends the calls of one client. */
export class Transport {
  readonly #connection: Connection;
  readonly #budget = new RetryBudget();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** A call without a result: it resolves on any 2xx. */
  async submit(operation: ApiOperation, input: Input, options?: RequestOptions | null): Promise<void> {
    await this.#track(operation, (call) =>
      this.#send(call, this.#targetOf(operation, input, false), options),
    );
  }

  /** A call with a result. */
  async request<Value>(
    operation: ApiOperation,
    input: Input,
    result: Result<Value>,
    options?: RequestOptions | null,
  ): Promise<Value> {
    return this.#track(operation, async (call) => {
      const target = this.#targetOf(operation, input, true);
      const answer = await this.#send(call, target, options);
      return this.#read(call, target, answer, result);
    });
  }

  /** A call of any endpoint below one of the client's URLs. */
  async requestUrl(
    method: string,
    url: string | URL,
    options?: (RequestOptions & { readonly body?: unknown }) | null,
  ): Promise<unknown> {
    return this.#track("request", async (call) => {
      const target = this.#targetOfUrl(method, url, options?.body);
      const answer = await this.#send(call, target, options);
      if (answer.isTooLarge) throw unreadable("request", answer, target, TOO_LARGE);
      return answer.body === "" ? undefined : answer.body;
    });
  }

  async #track<Value>(operation: Operation, run: (call: Call) => Promise<Value>): Promise<Value> {
    const call = { callId: crypto.randomUUID(), operation, attempts: { count: 0 } };
    const startedAt = performance.now();
    try {
      return await run(call);
    } catch (error) {
      if (error instanceof PaymentsError) {
        const attempts = call.attempts.count;
        const durationMs = performance.now() - startedAt;
        notify(this.#connection.hooks.onError, { ...call, attempts, durationMs, error });
      }
      throw error;
    }
  }

  #targetOf(operation: ApiOperation, { ids = {}, params }: Input, hasResult: boolean): Target {
    const { method, host, path, errorRoot, isRepeatable, ifProcessed } = rowOf(operation);
    const address = this.#connection[host];
    if (!address) throw new ConfigurationError(`${operation} needs ${host} (${VARIABLES[host]})`);
    return {
      method,
      url: address + fillPath(operation, path, ids, errorRoot),
      isCheckout: host === "checkoutUrl",
      errorRoot,
      isRepeatable,
      ifProcessed,
      hasResult,
      body: params ? this.#write(operation, params, errorRoot) : null,
    };
  }

  #write(
    operation: ApiOperation,
    { value, model, write }: NonNullable<Input["params"]>,
    root: readonly string[],
  ): string {
    const params = readParams(operation, value, root);
    if (this.#connection.validate) checkParams(operation, model, params, root);
    return writeJson(operation, write(params));
  }

  #targetOfUrl(method: string, address: string | URL, body: unknown): Target {
    const { baseUrl, checkoutUrl, gatewayUrl } = this.#connection;
    const hosts = [baseUrl, checkoutUrl, gatewayUrl].filter((host) => typeof host === "string");
    const { url, ...checked } = checkRequest(method, address, hosts, body);
    return {
      ...checked,
      url: url.href,
      isCheckout: isBelow(url, checkoutUrl),
      errorRoot: [],
      hasResult: true,
      body: body === undefined ? null : writeJson("request", readParams("request", body, ["body"])),
    };
  }

  async #send(
    { attempts, ...call }: Call,
    target: Target,
    options: RequestOptions | null | undefined,
  ): Promise<Answer> {
    const connection = this.#connection;
    const { hooks, maxResponseBytes } = connection;
    const outgoing = {
      ...call,
      ...target,
      ...readRequestOptions(options, connection),
      headers: headersOf(target, connection, options?.headers),
      fetch: connection.fetch ?? globalThis.fetch,
      hooks,
      maxResponseBytes,
    };
    const answer = await send(outgoing, this.#budget, attempts);
    notify(hooks.onResponse, answer.event);
    return answer;
  }

  #read<Value>(
    { callId, operation }: Call,
    target: Target,
    answer: Answer,
    { key, is, model }: Result<Value>,
  ): Value {
    const { onDrift } = this.#connection.hooks;
    const value = key !== undefined && isRecord(answer.body) ? answer.body[key] : answer.body;
    if (!is(value)) {
      const issues = problemsOf(model, value, target.errorRoot, MOST_ISSUES);
      throw unreadable(operation, answer, target, problemWith(answer, issues));
    }
    const issues = onDrift && problemsOf(model, value, [], MOST_ISSUES);
    if (issues?.length) {
      const event = { callId, operation, issues, body: value };
      notify(onDrift, Object.defineProperty(event, "body", { enumerable: false }));
    }
    return value;
  }
}
