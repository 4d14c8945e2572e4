import { UnexpectedResponseError } from "../errors/api-error.ts";
import { sentence } from "../errors/error-tree.ts";
import { type Operation, PaymentsError } from "../errors/payments-error.ts";
import type { Model } from "../models/fields/primitives.ts";
import { isRecord } from "../values.ts";
import { type Answer, attempt, type Fetch, type Outgoing } from "./attempt.ts";
import { problemsOf } from "./check-params.ts";
import { type Hooks, type Method, notify } from "./hooks.ts";
import { pause } from "./pause.ts";
import {
  type HeadersOption,
  type RequestOptions,
  readHeaders,
  readRequestOptions,
} from "./request-options.ts";
import { retryDelay } from "./retry.ts";
import { RetryBudget } from "./retry-budget.ts";
import { isCheckout, rootOf } from "./root-of.ts";
import { writeJson } from "./write-json.ts";

/** What a client is made of, once its options are read. */
export interface Connection {
  readonly authorization: string;
  readonly baseUrl: string;
  readonly checkoutUrl: string;
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
export interface Call {
  readonly operation: Operation;
  readonly method: Method;
  readonly path: string;
  readonly body?: unknown;
}

/** How the 2xx of a typed call is read. */
export interface Result<Value> {
  /** Whether it holds what the call is for. */
  readonly is: (value: unknown) => value is Value;
  /** The result as documented: what else is wrong with it goes to `onDrift`. */
  readonly model: Model<Value>;
}

const headersOf = (
  call: Call,
  { headers, authorization }: Connection,
  own: HeadersOption | undefined,
): Record<string, string> => ({
  accept: "application/json",
  ...(call.body !== undefined && { "content-type": "application/json" }),
  ...(isCheckout(call.operation) && { "x-api-version": "2" }),
  ...headers,
  ...readHeaders(own),
  authorization,
});

const reportDrift = <Value>(hooks: Hooks, operation: Operation, model: Model<Value>, value: Value): void => {
  const issues = hooks.onDrift ? problemsOf(model, value) : [];
  if (issues.length === 0) return;
  const event = { operation, issues, body: value };
  notify(hooks.onDrift, Object.defineProperty(event, "body", { enumerable: false }));
};

/** Sends the calls of one client: headers, attempts, retries, timeouts, errors. */
export class Transport {
  readonly #connection: Connection;
  readonly #budget = new RetryBudget();

  /** Whether parameters are checked before they are sent. */
  readonly validates: boolean;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.validates = connection.validate;
  }

  /** A call whose 2xx says all; its body is not read. */
  async submit(call: Call, options?: RequestOptions): Promise<void> {
    await this.#exchange(call, false, options);
  }

  /** A call whose 2xx carries a result. */
  async request<Value>(call: Call, { is, model }: Result<Value>, options?: RequestOptions): Promise<Value> {
    const { operation, method } = call;
    const { response, body, isTooLarge } = await this.#exchange(call, true, options);
    const value = isCheckout(operation) && isRecord(body) ? body["checkout"] : body;
    if (!is(value)) {
      const problem = isTooLarge
        ? "larger than maxResponseBytes"
        : sentence(problemsOf(model, value, rootOf(operation)));
      throw new UnexpectedResponseError(`${operation} got an unreadable ${response.status}: ${problem}`, {
        operation,
        status: response.status,
        headers: response.headers,
        body,
        safeToRetry: method !== "POST",
      });
    }
    reportDrift(this.#connection.hooks, operation, model, value);
    return value;
  }

  async #exchange(call: Call, reads: boolean, options?: RequestOptions): Promise<Answer> {
    const connection = this.#connection;
    const { operation, path, body } = call;
    return this.#send({
      ...connection,
      ...readRequestOptions(options, connection),
      ...call,
      url: (isCheckout(operation) ? connection.checkoutUrl : connection.baseUrl) + path,
      reads,
      headers: headersOf(call, connection, options?.headers),
      body: body === undefined ? null : writeJson(operation, body),
      fetch: connection.fetch ?? globalThis.fetch,
    });
  }

  async #send(outgoing: Outgoing & { readonly maxRetries: number }): Promise<Answer> {
    const { operation, maxRetries, hooks, signal } = outgoing;
    for (let number = 1; ; number += 1) {
      const outcome = await attempt(outgoing, number);
      if (!(outcome instanceof PaymentsError)) {
        this.#budget.succeeded(number);
        return outcome;
      }
      const delayMs = number > maxRetries ? undefined : retryDelay(outcome, number);
      if (delayMs === undefined || !this.#budget.spend()) throw outcome;
      notify(hooks.onRetry, { operation, attempt: number, delayMs, error: outcome });
      await pause(delayMs, signal);
    }
  }
}
