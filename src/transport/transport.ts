import type * as z from "zod/mini";
import { UnexpectedResponseError } from "../errors/api-error.ts";
import { ConfigurationError } from "../errors/configuration-error.ts";
import { MOST_ISSUES, sentence } from "../errors/error-tree.ts";
import { PaymentsError } from "../errors/payments-error.ts";
import type { Model } from "../models/fields/primitives.ts";
import { type ApiOperation, type Method, type Operation, rowOf } from "../operations.ts";
import { isRecord } from "../values.ts";
import type { Answer, Fetch } from "./exchange.ts";
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
import { checkParams, checkRequest, fillPath, isBelow, problemsOf, writeJson } from "./validate.ts";

/** What a client is made of, once its options are read. */
export interface Connection {
  readonly authorization: string;
  readonly baseUrl: string;
  readonly checkoutUrl: string;
  readonly gatewayUrl?: string | null | undefined;
  readonly timeout: number;
  readonly maxRetries: number;
  readonly maxResponseBytes: number;
  /** Left out: the global one, looked up at each call. */
  readonly fetch?: Fetch | null | undefined;
  readonly headers: Record<string, string>;
  readonly hooks: Hooks;
  readonly validate: boolean;
}

/** What a typed call sends. */
export interface Input {
  /** The segments of its path, by the names in the table of operations. */
  readonly ids?: Readonly<Record<string, unknown>>;
  readonly params?: {
    readonly value: unknown;
    readonly model: z.ZodMiniType;
    /** The body, from parameters that were read and checked. */
    readonly write: (params: unknown) => unknown;
  };
}

/** How the 2xx of a typed call is read. */
export interface Result<Value> {
  /** The key of the body under which it stands, where it is not the body itself. */
  readonly key?: string;
  /** Whether it holds what the call is for. */
  readonly is: (value: unknown) => value is Value;
  /** The result as documented: what else is wrong with it goes to `onDrift`. */
  readonly model: Model<Value>;
}

/** A call under way. */
interface Call {
  readonly callId: string;
  readonly operation: Operation;
  readonly attempts: { count: number };
}

/** Where a call goes and what it carries. */
interface Target {
  readonly method: Method;
  readonly url: string;
  readonly isCheckout: boolean;
  readonly errorRoot: readonly string[];
  readonly isRepeatable: boolean;
  readonly ifProcessed?: string | undefined;
  readonly reads: boolean;
  readonly body: string | null;
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

/** The error for a 2xx that cannot be read. */
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

/** Sends the calls of one client: headers, attempts, retries, timeouts, errors. */
export class Transport {
  readonly #connection: Connection;
  readonly #budget = new RetryBudget();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** A call whose 2xx says all; its body is not read. */
  async submit(operation: ApiOperation, input: Input, options?: RequestOptions | null): Promise<void> {
    await this.#track(operation, (call) =>
      this.#send(call, this.#targetOf(operation, input, false), options),
    );
  }

  /** A call whose 2xx carries a result. */
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

  /** A call of an endpoint that the SDK does not name, below one of the client's addresses. */
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
        const { callId, attempts } = call;
        const durationMs = performance.now() - startedAt;
        notify(this.#connection.hooks.onError, {
          callId,
          operation,
          attempts: attempts.count,
          durationMs,
          error,
        });
      }
      throw error;
    }
  }

  #targetOf(operation: ApiOperation, { ids = {}, params }: Input, reads: boolean): Target {
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
      reads,
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
    const { url, method: known, isRepeatable } = checkRequest(method, address, hosts, body);
    return {
      method: known,
      url: url.href,
      isCheckout: isBelow(url, checkoutUrl),
      errorRoot: [],
      isRepeatable,
      reads: true,
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
    const sending = {
      ...call,
      ...target,
      ...readRequestOptions(options, connection),
      headers: headersOf(target, connection, options?.headers),
      fetch: connection.fetch ?? globalThis.fetch,
      hooks,
      maxResponseBytes,
    };
    const answer = await send(sending, this.#budget, attempts);
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
      throw unreadable(operation, answer, target, answer.isTooLarge ? TOO_LARGE : sentence(issues));
    }
    const issues = onDrift && problemsOf(model, value, [], MOST_ISSUES);
    if (issues?.length) {
      const event = { callId, operation, issues, body: value };
      notify(onDrift, Object.defineProperty(event, "body", { enumerable: false }));
    }
    return value;
  }
}
