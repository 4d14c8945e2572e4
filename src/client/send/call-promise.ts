/** The response to a call, with its result. */
export interface CallResponse<Data> {
  /** The result of the call. */
  readonly data: Data;
  /** The HTTP status. */
  readonly status: number;
  /** The response's headers. */
  readonly headers: Headers;
  /** The response's `X-Request-Id`, for the gateway's support. Undefined if absent. */
  readonly requestId: string | undefined;
}

/** The promise of a call's result. */
export interface CallPromise<Data> extends Promise<Data> {
  /** Resolves to the result, with the status, the headers and the request id of the response. */
  withResponse(): Promise<CallResponse<Data>>;
}

/** Creates the promise of a result. `responseOf` creates the response only if it is requested. */
export function toCallPromise<Data, Source>(
  answered: Promise<readonly [Data, Source]>,
  responseOf: (data: Data, source: Source) => CallResponse<Data>,
): CallPromise<Data> {
  const promise = answered.then(([data]) => data);
  return Object.assign(promise, {
    withResponse: () => {
      // The caller handles the rejection of the returned promise, so this promise must not be reported as unhandled.
      promise.catch(() => undefined);
      return answered.then(([data, source]) => responseOf(data, source));
    },
  });
}
