import type { Command, ResultOf } from "../../api/operation-models.ts";
import type { ApiOperation, Operation } from "../../api/operations.ts";
import { requestIdOf } from "../../errors/api-error.ts";
import { callSite } from "../../errors/call-site.ts";
import { PaymentsError } from "../../errors/payments-error.ts";
import { redactHeaders } from "../../shared/redact.ts";
import { apiCall, type Call, type InputOf, urlCall } from "../prepare/call.ts";
import type { Connection } from "../prepare/connection.ts";
import { type CallEvent, HOOK_NAMES, notify, startInside } from "../prepare/hooks.ts";
import type { BodyOptions, RequestOptions } from "../prepare/request-options.ts";
import { type Answered, type CallPromise, type CallResponse, toCallPromise } from "./call-promise.ts";
import type { Answer } from "./exchange.ts";
import { type Result, readResult, toResultError } from "./read-result.ts";
import { send } from "./send.ts";

function responseOf<Data>({ redact }: Connection, { response }: Answer, data: Data): CallResponse<Data> {
  const headers = redactHeaders(response.headers, redact);
  return { data, status: response.status, headers, requestId: requestIdOf(headers) };
}

/** Prepares and sends the calls of one client, and reads their responses. */
export class Transport {
  readonly connection: Connection;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** Sends a call without a result. It resolves on any 2xx. */
  submit<O extends Command>(
    operation: O,
    input: InputOf<O>,
    options?: RequestOptions | null,
  ): CallPromise<void> {
    const prepare = (event: CallEvent) => apiCall(this.connection, event, operation, input, options, false);
    return toCallPromise(this.#run(callSite(this.submit), operation, prepare, () => undefined));
  }

  /** Sends a call with a result. */
  request<O extends ApiOperation>(
    operation: O,
    input: InputOf<O>,
    result: Result<ResultOf<O>>,
    options?: RequestOptions | null,
  ): CallPromise<ResultOf<O>> {
    const prepare = (event: CallEvent) => apiCall(this.connection, event, operation, input, options, true);
    const read = (call: Call, answer: Answer) => readResult(call, operation, answer, result);
    return toCallPromise(this.#run(callSite(this.request), operation, prepare, read));
  }

  /** Sends a call to any endpoint under the client's addresses. */
  requestUrl(method: string, url: string | URL, options?: BodyOptions | null): CallPromise<unknown> {
    const prepare = (event: CallEvent) => urlCall(this.connection, event, method, url, options);
    const read = (call: Call, answer: Answer): unknown => {
      if (answer.isTooLarge) throw toResultError(call, answer);
      return answer.body === "" ? undefined : answer.body;
    };
    return toCallPromise(this.#run(callSite(this.requestUrl), "request", prepare, read));
  }

  /**
   * Runs a call. Its caller captures the call site, because in Bun the frame of a method ends when it returns another
   * call.
   */
  async #run<Data>(
    beginAtCaller: ReturnType<typeof callSite>,
    operation: Operation,
    prepare: (event: CallEvent) => Call,
    read: (call: Call, answer: Answer) => Data,
  ): Promise<Answered<Data>> {
    const { hooks } = this.connection;
    // Only hooks use the id. The first random id of a process delays its first response by half a millisecond.
    const callId = HOOK_NAMES.some((name) => hooks[name]) ? crypto.randomUUID() : "";
    const event = { callId, operation };
    return startInside(hooks.aroundCall, event, async () => {
      const startedAt = performance.now();
      let call: Call | undefined;
      try {
        call = prepare(event);
        const answer = await send(call);
        const data = read(call, answer);
        return { data, response: () => responseOf(this.connection, answer, data) };
      } catch (error) {
        if (error instanceof PaymentsError) {
          beginAtCaller(error);
          const durationMs = performance.now() - startedAt;
          notify(hooks.onError, { ...event, attempts: call?.attempts ?? 0, durationMs, error });
        }
        throw error;
      }
    });
  }
}
