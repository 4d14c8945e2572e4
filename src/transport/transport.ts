import ky from "ky";
import { UnexpectedResponseError } from "../errors/api-error.ts";
import { sentence } from "../errors/error-tree.ts";
import type { Operation } from "../errors/payments-error.ts";
import type { Field } from "../models/primitives.ts";
import { isRecord } from "../values.ts";
import { type Answer, attempt, type Fetch, type Outgoing } from "./attempt.ts";
import { problemsOf } from "./check-params.ts";
import { type Hooks, type Method, notify } from "./hooks.ts";
import {
  type HeadersOption,
  type RequestOptions,
  readHeaders,
  readRequestOptions,
} from "./request-options.ts";
import { retryDelay } from "./retry.ts";
import { RetryBudget } from "./retry-budget.ts";
import { isCheckout, rootOf } from "./root-of.ts";
import { toPaymentsError } from "./to-payments-error.ts";
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
  readonly model: Field<Value>;
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

const reportDrift = <Value>(hooks: Hooks, operation: Operation, model: Field<Value>, value: Value): void => {
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

  async #exchange(call: Call, reads: boolean, given?: RequestOptions): Promise<Answer> {
    const options = given ?? {};
    const connection = this.#connection;
    const { operation, method, path } = call;
    const { signal, timeout, maxRetries } = readRequestOptions(options, connection);
    const url = (isCheckout(operation) ? connection.checkoutUrl : connection.baseUrl) + path;
    const outgoing: Outgoing = {
      ...connection,
      ...call,
      url,
      reads,
      headers: headersOf(call, connection, options.headers),
      body: call.body === undefined ? null : writeJson(operation, call.body),
      fetch: connection.fetch ?? globalThis.fetch,
    };
    let isUnderway = false;
    const toError = (failure: unknown) => toPaymentsError(failure, { ...call, timeout, signal, isUnderway });
    let answer: Answer | undefined;
    let attempts = 0;
    let delay = 0;
    try {
      // ky is given neither credentials nor body: its own Request and errors have nothing to give away.
      const response = await ky(url, {
        method,
        timeout,
        signal: signal ?? null,
        retry: {
          limit: maxRetries,
          methods: [method.toLowerCase()],
          shouldRetry: ({ error: failure, retryCount: attempt }) => {
            const error = toError(failure);
            const delayMs = retryDelay(error, attempt);
            if (delayMs === undefined || !this.#budget.spend()) return false;
            delay = delayMs;
            isUnderway = false;
            notify(connection.hooks.onRetry, { operation, attempt, delayMs, error });
            return true;
          },
          delay: () => delay,
        },
        fetch: async (input) => {
          // The caller's signal, and ky's own for the timeout.
          const kySignal = input instanceof Request ? input.signal : null;
          kySignal?.throwIfAborted();
          attempts += 1;
          isUnderway = true;
          const number = attempts;
          const arrived = await attempt(outgoing, number, kySignal);
          // A fetch that does not mind its signal may answer after its time.
          if (number === attempts) answer = arrived;
          return arrived.response;
        },
      });
      this.#budget.succeeded(attempts);
      return answer ?? { response, body: "" };
    } catch (failure) {
      throw toError(failure);
    }
  }
}
