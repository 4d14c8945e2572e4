/** The client: its options, what it sends, what it returns, and what it does when an answer is late or lost. */
import { getEventListeners } from "node:events";
import { describe, expect, test, vi } from "vitest";
import {
  type Fetch,
  type Hooks,
  NotFoundError,
  PaymentsError,
  RequestAbortedError,
  ServerError,
} from "../../src/index.ts";
import { type Answer, startGateway } from "../support/gateway.ts";
import { retryWithoutDelay } from "../support/retry-without-delay.ts";
import { newProduct, ofEachMethod, rejection, type SdkCall, unhandledRejectionsDuring } from "./calls.ts";

retryWithoutDelay();

/** Aborts in the middle of a response body. */
const abortInBody =
  (abort: () => void, status: number): Answer =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.write('{"id":');
    setTimeout(abort, 20);
  };

/** When a call is aborted. */
interface Moment {
  readonly when: string;
  /** Requests that arrive. */
  readonly sends: number;
  /** Whether even a POST is safe to retry. */
  readonly isSafe: boolean;
  readonly prepare: (abort: () => void) => { readonly answer?: Answer; readonly hooks?: Hooks };
}

const moments: readonly Moment[] = [
  {
    when: "before the call",
    sends: 0,
    isSafe: true,
    prepare: (abort) => {
      abort();
      return {};
    },
  },
  { when: "as it arrives", sends: 1, isSafe: false, prepare: (abort) => ({ answer: () => abort() }) },
  {
    when: "while the response body is read",
    sends: 1,
    isSafe: false,
    prepare: (abort) => ({ answer: abortInBody(abort, 200) }),
  },
  {
    when: "during the delay before a retry",
    sends: 1,
    isSafe: true,
    prepare: (abort) => ({
      answer: { status: 429, headers: { "retry-after": "20" } },
      hooks: { onRetry: () => void setTimeout(abort, 5) },
    }),
  },
];

/** A call without a result reads no body. */
const rows = moments.flatMap((moment) =>
  ofEachMethod
    .filter(({ result }) => result !== undefined || !moment.when.includes("body"))
    .map((call) => ({ moment, call })),
);

/** The error of a call that is aborted at that moment. `onRequest` was called for nothing but what was sent. */
async function abortAt(moment: Moment, call: SdkCall, reason?: unknown): Promise<RequestAbortedError> {
  const controller = new AbortController();
  const { signal } = controller;
  const { answer = { status: 200 }, hooks } = moment.prepare(() => controller.abort(reason));
  await using gateway = await startGateway(answer);
  const startedAt = performance.now();
  const onRequest = vi.fn<NonNullable<Hooks["onRequest"]>>();
  const client = gateway.client({ hooks: { ...hooks, onRequest } });
  const error = await rejection(call.run(client, { signal }), RequestAbortedError);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect(error.cause).toBe(signal.reason);
  expect(gateway.requests).toHaveLength(moment.sends);
  expect(onRequest).toHaveBeenCalledTimes(moment.sends);
  return error;
}

test.each(rows)(
  "$call.operation $moment.when tells whether it may have been processed, and leaves no unhandled rejection",
  async ({ moment, call }) => {
    const unhandled = await unhandledRejectionsDuring(async () => {
      expect(await abortAt(moment, call)).toMatchObject({
        name: "RequestAbortedError",
        code: "aborted",
        operation: call.operation,
        safeToRetry: moment.isSafe || call.method !== "POST",
      });
    });
    expect(unhandled).toStrictEqual([]);
  },
);

test.each(ofEachMethod)(
  "right after $operation, or in onRequest: nothing is sent even if fetch ignores the signal",
  async (call) => {
    await using gateway = await startGateway({ status: 200 });
    const fetch = vi.fn<Fetch>(async () => new Response());
    const unhandled = await unhandledRejectionsDuring(async () => {
      for (const isInHook of [false, true]) {
        const controller = new AbortController();
        const abort = () => controller.abort("enough");
        const client = gateway.client({ fetch, ...(isInHook && { hooks: { onRequest: abort } }) });
        const running = call.run(client, { signal: controller.signal });
        if (!isInHook) abort();
        const error = await rejection(running, RequestAbortedError);
        expect(error).toMatchObject({ safeToRetry: true, cause: "enough" });
      }
    });
    expect(fetch).not.toHaveBeenCalled();
    expect(unhandled).toStrictEqual([]);
  },
);

test.each([422, 404, 503])("while the body of a %d is read", async (status) => {
  const controller = new AbortController();
  await using gateway = await startGateway(abortInBody(() => controller.abort(), status));
  const running = gateway.client().products.list({ signal: controller.signal });
  expect((await rejection(running, RequestAbortedError)).cause).toBe(controller.signal.reason);
  expect(gateway.requests).toHaveLength(1);
});

test("during the second attempt of a POST: it may have been processed", async () => {
  const controller = new AbortController();
  await using gateway = await startGateway({ status: 429 }, () => controller.abort());
  const running = gateway.client().products.create(newProduct, { signal: controller.signal });
  expect((await rejection(running, RequestAbortedError)).safeToRetry).toBe(false);
  expect(gateway.requests).toHaveLength(2);
});

describe("the cause is the signal's reason", () => {
  const reasons: readonly [string, unknown][] = [
    ["an Error", new Error("the customer left")],
    ["an error of this package", new PaymentsError("other", { code: "connection", processed: "no" })],
    ["a string", "the customer left"],
    ["null", null],
  ];

  test.each(reasons)("%s", async (_what, reason) => {
    for (const { moment, call } of rows.filter((row) => row.call.operation === "products.create")) {
      const { cause, safeToRetry } = await abortAt(moment, call, reason);
      expect([cause, safeToRetry], moment.when).toStrictEqual([reason, moment.isSafe]);
    }
  });

  test("a caller's AbortSignal.timeout is an abort, not a TimeoutError", async () => {
    await using gateway = await startGateway(() => undefined);
    const running = gateway.client().products.list({ signal: AbortSignal.timeout(30) });
    const { cause } = await rejection(running, RequestAbortedError);
    expect(cause).toMatchObject({ name: "TimeoutError" });
  });
});

test.each<[string, Fetch]>([
  ["ignores the signal", () => new Promise(() => undefined)],
  [
    "throws its own error for an abort",
    (_url, { signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener("abort", () => reject(new Error("socket hang up")));
      }),
  ],
])("ends a call whose fetch %s", async (_what, fetch) => {
  await using gateway = await startGateway();
  const controller = new AbortController();
  const running = gateway.client({ fetch }).products.create(newProduct, { signal: controller.signal });
  setTimeout(() => controller.abort("enough"), 20);
  const error = await rejection(running, RequestAbortedError);
  expect(error).toMatchObject({ cause: "enough", safeToRetry: false });
});

test("a long-lived signal does not accumulate listeners over a hundred calls", async () => {
  const { signal } = new AbortController();
  await using gateway = await startGateway((response, { path }) => {
    if (path === "/products/gone") response.writeHead(404).end();
    else if (path === "/products/down") response.writeHead(503).end();
    else response.end('{"id":"prd_1"}');
  });
  const client = gateway.client();
  for (let call = 0; call < 90; call += 1) await client.products.get("prd_1", { signal });
  for (let call = 0; call < 5; call += 1) {
    await rejection(client.products.get("gone", { signal }), NotFoundError);
    await rejection(client.products.get("down", { signal }), ServerError);
  }
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});

test("a complete response is returned even if onResponse aborts the signal", async () => {
  await using gateway = await startGateway({ status: 404 });
  const controller = new AbortController();
  const client = gateway.client({ hooks: { onResponse: () => controller.abort() } });
  await rejection(client.products.list({ signal: controller.signal }), NotFoundError);
});
