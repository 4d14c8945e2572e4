/** The answer to a call, with its result. */
export interface CallResponse<Data> {
  /** What the call itself resolves to. */
  readonly data: Data;
  /** The HTTP status. */
  readonly status: number;
  /** The response's headers. */
  readonly headers: Headers;
  /** The response's `X-Request-Id`, which the gateway's support asks for; undefined if absent. */
  readonly requestId: string | undefined;
}

/** The promise of a call's result. */
export interface CallPromise<Data> extends Promise<Data> {
  /** Resolves to the result together with the status, the headers and the request id of the answer. */
  withResponse(): Promise<CallResponse<Data>>;
}

/** A result, and the response around it, which is only made if it is asked for. */
export interface Answered<Data> {
  readonly data: Data;
  readonly response: () => CallResponse<Data>;
}

export function toCallPromise<Data>(answered: Promise<Answered<Data>>): CallPromise<Data> {
  const promise = answered.then(({ data }) => data);
  return Object.assign(promise, {
    withResponse: () => {
      // The caller handles the rejection of the returned promise; this one must not be reported as unhandled.
      promise.catch(() => undefined);
      return answered.then(({ response }) => response());
    },
  });
}
