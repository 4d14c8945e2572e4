import { getEventListeners } from "node:events";
import { describe, expect, test, vi } from "vitest";
import {
  type Fetch,
  NotFoundError,
  PaymentsError,
  RequestAbortedError,
  ServerError,
} from "../../src/index.ts";
import { type Answer, startGateway } from "../support/gateway.ts";
import { retryWithoutDelay } from "../support/retry-without-delay.ts";
import { testCases } from "../support/test-cases.ts";
import { calls, newProduct, readingCalls, rejection, unhandledRejectionsDuring } from "./calls.ts";

retryWithoutDelay();

/** Aborts when the request arrives, and never responds. */
const abortOnArrival =
  (controller: AbortController, reason?: unknown): Answer =>
  () =>
    controller.abort(reason);

/** Aborts in the middle of a response body. */
const abortInBody =
  (controller: AbortController, status: number): Answer =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.write('{"id":');
    setTimeout(() => controller.abort(), 20);
  };

const nameOf = ({ operation }: (typeof calls)[number]): string => operation;

const summaryOf = (error: PaymentsError) => ({
  name: error.name,
  code: error.code,
  operation: error.operation,
  safeToRetry: error.safeToRetry,
});

testCases("before a call: nothing is sent", calls, nameOf, async ({ operation, run }) => {
  await using gateway = await startGateway({ status: 200 });
  const onRequest = vi.fn();
  const call = run(gateway.client({ hooks: { onRequest } }), {
    signal: AbortSignal.abort("cancelled by the user"),
  });
  const error = await rejection(call, RequestAbortedError);
  expect(summaryOf(error)).toStrictEqual({
    name: "RequestAbortedError",
    code: "aborted",
    operation,
    safeToRetry: true,
  });
  expect(error.cause).toBe("cancelled by the user");
  expect(gateway.requests).toHaveLength(0);
  expect(onRequest).not.toHaveBeenCalled();
});

testCases("right after a call: nothing is sent, and it is safe to retry", calls, nameOf, async (call) => {
  await using gateway = await startGateway({ status: 200 });
  const fetch = vi.fn<Fetch>(async () => new Response());
  const controller = new AbortController();
  const running = call.run(gateway.client({ fetch }), { signal: controller.signal });
  controller.abort();
  const error = await rejection(running, RequestAbortedError);
  expect(fetch).not.toHaveBeenCalled();
  expect(error.safeToRetry).toBe(true);
});

testCases(
  "in onRequest: nothing is sent even if fetch ignores the signal, and it is safe to retry",
  calls,
  nameOf,
  async (call) => {
    await using gateway = await startGateway({ status: 200 });
    const unhandled = await unhandledRejectionsDuring(async () => {
      const fetch = vi.fn<Fetch>(async () => new Response());
      const controller = new AbortController();
      const hooks = { onRequest: () => controller.abort("enough") };
      const running = call.run(gateway.client({ fetch, hooks }), { signal: controller.signal });
      const error = await rejection(running, RequestAbortedError);
      expect(fetch).not.toHaveBeenCalled();
      expect(error).toMatchObject({ safeToRetry: true, cause: "enough" });
    });
    expect(unhandled).toStrictEqual([]);
  },
);

testCases("during a call: a POST may have been processed", calls, nameOf, async (call) => {
  const controller = new AbortController();
  await using gateway = await startGateway(abortOnArrival(controller));
  const running = call.run(gateway.client(), { signal: controller.signal });
  const error = await rejection(running, RequestAbortedError);
  expect(error).toMatchObject({ code: "aborted", operation: call.operation });
  expect(error.safeToRetry).toBe(call.method !== "POST");
  expect(gateway.requests).toHaveLength(1);
});

testCases(
  "while the response body is read: a POST may have been processed",
  readingCalls,
  nameOf,
  async (call) => {
    const controller = new AbortController();
    await using gateway = await startGateway(abortInBody(controller, 200));
    const running = call.run(gateway.client(), { signal: controller.signal });
    const error = await rejection(running, RequestAbortedError);
    expect(error.safeToRetry).toBe(call.method !== "POST");
    expect(error.cause).toBe(controller.signal.reason);
    expect(gateway.requests).toHaveLength(1);
  },
);

test.each([422, 404, 503])("while the body of a %d is read", async (status) => {
  const controller = new AbortController();
  await using gateway = await startGateway(abortInBody(controller, status));
  const running = gateway.client().products.list({ signal: controller.signal });
  expect((await rejection(running, RequestAbortedError)).cause).toBe(controller.signal.reason);
  expect(gateway.requests).toHaveLength(1);
});

testCases("during the delay before a retry: no request is open", calls, nameOf, async (call) => {
  await using gateway = await startGateway({ status: 429, headers: { "retry-after": "20" } });
  const controller = new AbortController();
  const hooks = { onRetry: () => setTimeout(() => controller.abort("enough"), 10) };
  const running = call.run(gateway.client({ hooks }), { signal: controller.signal });
  const error = await rejection(running, RequestAbortedError);
  expect(error).toMatchObject({ safeToRetry: true, cause: "enough", operation: call.operation });
  expect(gateway.requests).toHaveLength(1);
});

test("during the second attempt of a POST: it may have been processed", async () => {
  const controller = new AbortController();
  await using gateway = await startGateway({ status: 429 }, abortOnArrival(controller));
  const running = gateway.client().products.create(newProduct, { signal: controller.signal });
  expect((await rejection(running, RequestAbortedError)).safeToRetry).toBe(false);
  expect(gateway.requests).toHaveLength(2);
});

describe("the cause is the signal's reason", () => {
  const timedOut = new DOMException("The operation was aborted due to timeout", "TimeoutError");
  const reasons: readonly [string, unknown][] = [
    ["an Error", new Error("the customer left")],
    ["an error of this package", new PaymentsError("other", { code: "connection", safeToRetry: true })],
    ["a timeout's DOMException", timedOut],
    ["an error that looks like a refused connection", Object.assign(new Error("x"), { syscall: "connect" })],
    ["a string", "the customer left"],
    ["an empty string", ""],
    ["null", null],
    ["0", 0],
    ["false", false],
    ["an object", { because: "the customer left" }],
  ];

  test.each(reasons)("%s, before the call", async (_what, reason) => {
    await using gateway = await startGateway({ status: 200 });
    const running = gateway.client().products.create(newProduct, { signal: AbortSignal.abort(reason) });
    const error = await rejection(running, RequestAbortedError);
    expect(error.cause).toBe(reason);
    expect(error.safeToRetry).toBe(true);
  });

  test.each(reasons)("%s, during the call", async (_what, reason) => {
    const controller = new AbortController();
    await using gateway = await startGateway(abortOnArrival(controller, reason));
    const running = gateway.client().products.create(newProduct, { signal: controller.signal });
    const error = await rejection(running, RequestAbortedError);
    expect(error.cause).toBe(reason);
    expect(error.safeToRetry).toBe(false);
  });

  test.each(reasons)("%s, during the delay before a retry", async (_what, reason) => {
    const controller = new AbortController();
    await using gateway = await startGateway({ status: 429, headers: { "retry-after": "20" } });
    const hooks = { onRetry: () => setTimeout(() => controller.abort(reason), 5) };
    const running = gateway.client({ hooks }).products.create(newProduct, { signal: controller.signal });
    const error = await rejection(running, RequestAbortedError);
    expect(error.cause).toBe(reason);
    expect(error.safeToRetry).toBe(true);
  });

  test("a DOMException if no reason was given", async () => {
    const controller = new AbortController();
    await using gateway = await startGateway(abortOnArrival(controller));
    const running = gateway.client().products.list({ signal: controller.signal });
    const { cause } = await rejection(running, RequestAbortedError);
    expect(cause).toBeInstanceOf(DOMException);
    expect(cause).toMatchObject({ name: "AbortError" });
  });

  test("a caller's AbortSignal.timeout is an abort, not a TimeoutError", async () => {
    await using gateway = await startGateway(() => undefined);
    const running = gateway.client().products.list({ signal: AbortSignal.timeout(30) });
    const { cause } = await rejection(running, RequestAbortedError);
    expect(cause).toMatchObject({ name: "TimeoutError" });
  });
});

test("after the response has no effect", async () => {
  const controller = new AbortController();
  await using gateway = await startGateway({ status: 200, body: [] });
  const products = await gateway.client().products.list({ signal: controller.signal });
  controller.abort();
  expect(products).toStrictEqual([]);
});

test("ends a call whose fetch ignores the signal", async () => {
  await using gateway = await startGateway({ status: 200 });
  const controller = new AbortController();
  const fetch: Fetch = () => new Promise(() => undefined);
  const running = gateway.client({ fetch }).products.create(newProduct, { signal: controller.signal });
  setTimeout(() => controller.abort("enough"), 20);
  expect(await rejection(running, RequestAbortedError)).toMatchObject({
    cause: "enough",
    safeToRetry: false,
  });
});

test("closes the connection", async () => {
  const controller = new AbortController();
  const closed = Promise.withResolvers<void>();
  await using gateway = await startGateway((response) => {
    response.on("close", closed.resolve);
    controller.abort();
  });
  await rejection(gateway.client().products.list({ signal: controller.signal }), RequestAbortedError);
  await closed.promise;
});

test("one signal aborts all calls that share it", async () => {
  const controller = new AbortController();
  await using gateway = await startGateway(
    () => undefined,
    () => undefined,
    abortOnArrival(controller),
  );
  const client = gateway.client();
  const running = Array.from({ length: 3 }, () => client.products.list({ signal: controller.signal }));
  for (const call of running) await rejection(call, RequestAbortedError);
});

test("is passed to a custom fetch", async () => {
  const controller = new AbortController();
  await using gateway = await startGateway({ status: 200 });
  const fetch: Fetch = (_url, { signal }) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
      setTimeout(() => controller.abort("enough"), 10);
    });
  const running = gateway.client({ fetch }).products.list({ signal: controller.signal });
  expect((await rejection(running, RequestAbortedError)).cause).toBe("enough");
});

testCases("leaves no unhandled rejection", calls, nameOf, async (call) => {
  const unhandled = await unhandledRejectionsDuring(async () => {
    const waiting = new AbortController();
    await using gateway = await startGateway({ status: 429, headers: { "retry-after": "20" } });
    const hooks = { onRetry: () => setTimeout(() => waiting.abort(), 5) };
    await rejection(call.run(gateway.client({ hooks }), { signal: waiting.signal }), RequestAbortedError);
    await rejection(call.run(gateway.client(), { signal: AbortSignal.abort() }), RequestAbortedError);
    const underway = new AbortController();
    await using other = await startGateway(abortOnArrival(underway));
    await rejection(call.run(other.client(), { signal: underway.signal }), RequestAbortedError);
  });
  expect(unhandled).toStrictEqual([]);
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

test("is a RequestAbortedError even if a custom fetch throws its own error for an abort", async () => {
  await using gateway = await startGateway();
  const controller = new AbortController();
  const fetch: Fetch = (_, { signal }) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener("abort", () => reject(new Error("socket hang up")));
      controller.abort("enough");
    });
  const call = gateway.client({ fetch }).products.list({ signal: controller.signal });
  expect((await rejection(call, RequestAbortedError)).cause).toBe("enough");
});
