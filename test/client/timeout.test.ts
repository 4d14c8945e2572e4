import { Agent, fetch as fetchOfUndici } from "undici";
import { expect, test } from "vitest";
import { ConnectionError, type Fetch, TimeoutError } from "../../src/index.ts";
import { type Answer, startGateway } from "../support/gateway.ts";
import { retryWithoutDelay } from "../support/retry-without-delay.ts";
import { newProduct, rejection, unhandledRejectionsDuring } from "./calls.ts";

retryWithoutDelay();

/** Sends the headers, and then a byte every 10 ms without end. */
const drip =
  (status: number): Answer =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json" });
    const timer = setInterval(() => response.write(" "), 10);
    response.on("close", () => clearInterval(timer));
  };

/** Sends the headers and half a body, then nothing. */
const stall: Answer = (response) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.write('{"id":');
};

const silent: Answer = () => undefined;

test.each([
  { answer: silent, what: "a response that never starts" },
  { answer: stall, what: "a body that stops" },
  { answer: drip(200), what: "a body that arrives byte by byte" },
  { answer: drip(503), what: "a failure that arrives byte by byte" },
])("covers $what", async ({ answer }) => {
  await using gateway = await startGateway(answer);
  const startedAt = performance.now();
  const call = gateway.client({ timeout: 80, maxRetries: 0 }).products.list();
  const error = await rejection(call, TimeoutError);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({ name: "TimeoutError", code: "timeout", operation: "products.list" });
  expect(error.message).toContain("80 ms");
  expect(error.safeToRetry).toBe(true);
});

test.each([
  { client: 60_000, call: 50 },
  { client: 50, call: undefined },
])("the call's timeout overrides the client's: $call over $client", async ({ client, call }) => {
  await using gateway = await startGateway(silent);
  const run = gateway.client({ timeout: client, maxRetries: 0 }).products.list({ timeout: call });
  expect((await rejection(run, TimeoutError)).message).toContain("50 ms");
});

test("a call's timeout may be longer than the client's", async () => {
  await using gateway = await startGateway((response) => {
    setTimeout(() => response.end("[]"), 80);
  });
  expect(await gateway.client({ timeout: 20 }).products.list({ timeout: 5_000 })).toStrictEqual([]);
  expect(gateway.requests).toHaveLength(1);
});

test("closes the connection of each attempt before the next", async () => {
  await using gateway = await startGateway();
  const open = new Set<RequestInit>();
  const openBefore: number[] = [];
  const fetch: Fetch = (_url, init) => {
    openBefore.push(open.size);
    open.add(init);
    init.signal?.addEventListener("abort", () => open.delete(init));
    return new Promise(() => undefined);
  };
  await rejection(gateway.client({ fetch, timeout: 20 }).products.list(), TimeoutError);
  expect(openBefore).toStrictEqual([0, 0, 0]);
});

test("ends a call whose fetch ignores the signal, and ignores late errors of that fetch", async () => {
  await using gateway = await startGateway(silent);
  const unhandled = await unhandledRejectionsDuring(async () => {
    const fetch: Fetch = () => new Promise((_, reject) => setTimeout(() => reject(new Error("late")), 50));
    const client = gateway.client({ fetch, timeout: 20, maxRetries: 0 });
    await rejection(client.products.list(), TimeoutError);
    await new Promise((resolve) => setTimeout(resolve, 50));
  });
  expect(unhandled).toStrictEqual([]);
});

test.each([0, 40])("stops reading the body of a fetch that ignores the signal, %d ms late", async (late) => {
  const cancelled = Promise.withResolvers<void>();
  const endless = () =>
    new ReadableStream<Uint8Array>({
      pull: (controller) =>
        new Promise((resolve) => {
          controller.enqueue(new Uint8Array(1));
          setTimeout(resolve, 1);
        }),
      cancel: () => cancelled.resolve(),
    });
  const fetch: Fetch = async () => {
    await new Promise((resolve) => setTimeout(resolve, late));
    return new Response(endless());
  };
  await using gateway = await startGateway(silent);
  await rejection(gateway.client({ fetch, timeout: 20, maxRetries: 0 }).products.list(), TimeoutError);
  await cancelled.promise;
});

test("is a TimeoutError also if a custom fetch throws its own error for an aborted signal", async () => {
  await using gateway = await startGateway(silent);
  const fetch: Fetch = (_url, { signal }) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener("abort", () => reject(new DOMException("Aborted", "AbortError")));
    });
  const call = gateway.client({ fetch, timeout: 20 }).products.create(newProduct);
  const error = await rejection(call, TimeoutError);
  expect(error).toMatchObject({ code: "timeout", safeToRetry: false });
  expect(error.message).toContain("20 ms");
});

test.each([
  { late: () => new Response("[]"), what: "response" },
  { late: () => new Response(null, { status: 503 }), what: "failure without a body" },
])("onResponse is not called for a late $what", async ({ late }) => {
  await using gateway = await startGateway();
  const statuses: number[] = [];
  const { promise, resolve } = Promise.withResolvers<Response>();
  const client = gateway.client({
    fetch: () => promise,
    hooks: { onResponse: ({ status }) => statuses.push(status) },
    maxRetries: 0,
    timeout: 10,
  });
  await rejection(client.products.list(), TimeoutError);
  resolve(late());
  await new Promise((done) => setTimeout(done, 20));
  expect(statuses).toStrictEqual([]);
});

test("a late response of the first attempt never replaces the retry's", async () => {
  await using gateway = await startGateway();
  const results = Array.from({ length: 60 }, async (_, steps) => {
    const late = Promise.withResolvers<Response>();
    let attempts = 0;
    const fetch: Fetch = async () => {
      attempts += 1;
      if (attempts === 1) return late.promise;
      (async () => {
        for (let step = 0; step < steps; step += 1) await undefined;
        late.resolve(new Response('["first"]'));
      })();
      return new Response('["second"]');
    };
    return gateway.client({ fetch, timeout: 200 }).products.list();
  });
  expect(new Set((await Promise.all(results)).flat())).toStrictEqual(new Set(["second"]));
});

test.each([
  { limit: { headersTimeout: 50 }, answer: silent, what: "the headers" },
  { limit: { bodyTimeout: 50 }, answer: stall, what: "the body" },
])("a limit of Node's fetch for $what is a timeout that names it", async ({ limit, answer }) => {
  await using gateway = await startGateway(answer);
  const dispatcher = new Agent(limit);
  const fetch = (url: string, init: RequestInit) =>
    fetchOfUndici(url, { ...Object(init), dispatcher }) as unknown as Promise<Response>;
  const client = gateway.client({ fetch, timeout: 600_000, maxRetries: 0 });
  const error = await rejection(client.products.create(newProduct), TimeoutError);
  await dispatcher.destroy();
  expect(error).toMatchObject({ code: "timeout", processed: "unknown", safeToRetry: false });
  expect(error.message).toMatch(/^products\.create timed out: .*fetch, 300 seconds in Node/);
});

test("a fetch that ends itself after its own time is a timeout", async () => {
  await using gateway = await startGateway(silent);
  const fetch: Fetch = (url, init) => globalThis.fetch(url, { ...init, signal: AbortSignal.timeout(20) });
  const error = await rejection(gateway.client({ fetch, maxRetries: 0 }).products.list(), TimeoutError);
  expect(error.cause).toMatchObject({ message: expect.stringContaining("timeout") });
});
