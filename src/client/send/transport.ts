import type { ApiOperation, Operation, ResultOf } from "../../api/operations.ts";
import { requestIdOf } from "../../errors/api-error.ts";
import { callSite } from "../../errors/call-site.ts";
import { PaymentsError } from "../../errors/payments-error.ts";
import { redactHeaders } from "../../shared/redact.ts";
import { apiCall, type Call, type InputOf, urlCall } from "../prepare/call.ts";
import type { Connection } from "../prepare/connection.ts";
import { type CallEvent, HOOK_NAMES, notify, startInside } from "../prepare/hooks.ts";
import type { BodyOptions, RequestOptions } from "../prepare/request-options.ts";
import { type CallPromise, toCallPromise } from "./call-promise.ts";
import { readResult } from "./read-result.ts";
import { send } from "./send.ts";

/** Prepares and sends the calls of one client, and reads their responses. */
export class Transport {
  readonly connection: Connection;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** Sends a call of the table of operations. */
  request<O extends ApiOperation>(
    operation: O,
    input: InputOf<O>,
    options?: RequestOptions | null,
  ): CallPromise<ResultOf<O>> {
    const prepare = (event: CallEvent) => apiCall(this.connection, event, operation, input, options);
    return this.#run(callSite(this.request), operation, prepare);
  }

  /** Sends a call to any endpoint under the client's addresses. */
  requestUrl(method: string, url: string | URL, options?: BodyOptions | null): CallPromise<unknown> {
    const prepare = (event: CallEvent) => urlCall(this.connection, event, method, url, options);
    return this.#run(callSite(this.requestUrl), "request", prepare);
  }

  /**
   * Runs a call. Its caller captures the call site, because in Bun the frame of a method ends when it returns another
   * call.
   */
  #run<Data>(
    beginAtCaller: ReturnType<typeof callSite>,
    operation: Operation,
    prepare: (event: CallEvent) => Call,
  ): CallPromise<Data> {
    const { hooks, redact } = this.connection;
    // Only hooks use the id. The first random id of a process delays its first response by half a millisecond.
    const callId = HOOK_NAMES.some((name) => hooks[name]) ? crypto.randomUUID() : "";
    const event = { callId, operation };
    const answered = startInside(hooks.aroundCall, event, async () => {
      const startedAt = performance.now();
      let call: Call | undefined;
      try {
        call = prepare(event);
        const answer = await send(call);
        return [readResult<Data>(call, answer), answer.response] as const;
      } catch (error) {
        if (error instanceof PaymentsError) {
          beginAtCaller(error);
          const durationMs = performance.now() - startedAt;
          notify(hooks.onError, { ...event, attempts: call?.attempts ?? 0, durationMs, error });
        }
        throw error;
      }
    });
    return toCallPromise(answered, (data, response) => {
      const headers = redactHeaders(response.headers, redact);
      return { data, status: response.status, headers, requestId: requestIdOf(headers) };
    });
  }
}
