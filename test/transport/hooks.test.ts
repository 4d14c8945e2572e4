import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  ConnectionError,
  type Hooks,
  NotFoundError,
  RequestAbortedError,
  ServerError,
  TimeoutError,
} from "../../src/index.ts";
import product from "../fixtures/product.json" with { type: "json" };
import { type Answer, startGateway } from "../support/gateway.ts";
import { calls, everythingShownBy, rejection, SECRETS, unhandledRejectionsDuring } from "./calls.ts";

beforeEach(() => {
  vi.spyOn(Math, "random").mockReturnValue(0);
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** Hooks that keep what they are told, in its order. */
function recorder(): { hooks: Hooks; events: [string, object][] } {
  const events: [string, object][] = [];
  const keep = (name: string) => (event: object) => {
    events.push([name, event]);
  };
  const hooks = {
    onRequest: keep("onRequest"),
    onResponse: keep("onResponse"),
    onRetry: keep("onRetry"),
    onDrift: keep("onDrift"),
  };
  return { hooks, events };
}

test.each(calls)("tell of each attempt of $operation, in order, what the contract names", async (call) => {
  const { operation, method, path } = call;
  await using gateway = await startGateway({ status: 429 }, call.answer);
  const { hooks, events } = recorder();
  await call.run(gateway.client({ hooks }));
  const url = gateway.url + path;
  const durationMs = expect.any(Number);
  expect(events).toStrictEqual([
    ["onRequest", { operation, method, url, attempt: 1 }],
    ["onResponse", { operation, method, url, attempt: 1, status: 429, durationMs }],
    ["onRetry", { operation, attempt: 1, delayMs: 0, error: expect.objectContaining({ status: 429 }) }],
    ["onRequest", { operation, method, url, attempt: 2 }],
    ["onResponse", { operation, method, url, attempt: 2, status: call.answer.status, durationMs }],
  ]);
});

const lost: Answer = (response) => response.socket?.destroy();

test("tell of a retry which attempt failed, and how", async () => {
  await using gateway = await startGateway(lost, { status: 503 }, lost);
  const { hooks, events } = recorder();
  const error = await rejection(gateway.client({ hooks }).products.list(), ConnectionError);
  expect(events.map(([name]) => name)).toStrictEqual([
    ...["onRequest", "onRetry"],
    ...["onRequest", "onResponse", "onRetry"],
    ...["onRequest"],
  ]);
  expect(events.map(([, event]) => Reflect.get(event, "attempt"))).toStrictEqual([1, 1, 2, 2, 2, 3]);
  const retried = events
    .filter(([name]) => name === "onRetry")
    .map(([, event]) => Reflect.get(event, "error"));
  expect(retried[0]).toBeInstanceOf(ConnectionError);
  expect(retried[1]).toBeInstanceOf(ServerError);
  expect(error).toBeInstanceOf(ConnectionError);
});

test("count the attempts of each call from 1", async () => {
  await using gateway = await startGateway({ status: 200, body: [] });
  const { hooks, events } = recorder();
  const client = gateway.client({ hooks });
  await client.products.list();
  await client.products.list();
  expect(events.map(([, event]) => Reflect.get(event, "attempt"))).toStrictEqual([1, 1, 1, 1]);
});

test("tell of no response where none came whole", async () => {
  await using gateway = await startGateway((response) => {
    response.writeHead(200, { "content-length": "100" });
    response.write("{", () => response.socket?.destroy());
  });
  const { hooks, events } = recorder();
  await rejection(gateway.client({ hooks, maxRetries: 0 }).products.list(), ConnectionError);
  expect(events.map(([name]) => name)).toStrictEqual(["onRequest"]);
});

test("tell of no response after the attempt has timed out", async () => {
  await using gateway = await startGateway((response) => {
    response.writeHead(503);
    response.write("<html>");
  });
  const { hooks, events } = recorder();
  await rejection(gateway.client({ hooks, timeout: 50, maxRetries: 1 }).products.list(), TimeoutError);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(events.map(([name]) => name)).toStrictEqual(["onRequest", "onRetry", "onRequest"]);
});

test("measure an attempt to the last byte of its body", async () => {
  await using gateway = await startGateway((response) => {
    response.write("[");
    setTimeout(() => response.end("]"), 60);
  });
  const { hooks, events } = recorder();
  await gateway.client({ hooks }).products.list();
  const durationMs = Reflect.get(events[1]?.[1] ?? {}, "durationMs");
  expect(durationMs).toBeGreaterThanOrEqual(55);
  expect(durationMs).toBeLessThan(2_000);
});

test("tell of drift after the response", async () => {
  await using gateway = await startGateway({ status: 200, body: { ...product, amount: "1" } });
  const { hooks, events } = recorder();
  await gateway.client({ hooks }).products.get(product.id);
  expect(events.map(([name]) => name)).toStrictEqual(["onRequest", "onResponse", "onDrift"]);
});

test("are told nothing of a call that was refused here", async () => {
  await using gateway = await startGateway({ status: 200 });
  const { hooks, events } = recorder();
  await Promise.allSettled([
    gateway.client({ hooks }).products.get(""),
    gateway.client({ hooks }).products.update("prd_1", {}),
    gateway.client({ hooks }).products.list({ timeout: -1 }),
  ]);
  expect(events).toStrictEqual([]);
});

test("are told an address in which the id is escaped", async () => {
  await using gateway = await startGateway({ status: 200, body: product });
  const { hooks, events } = recorder();
  await gateway.client({ hooks, baseUrl: `${gateway.url}/api/` }).products.get("a/b c");
  expect(events[0]?.[1]).toMatchObject({ url: `${gateway.url}/api/products/a%2Fb%20c` });
});

test.each(calls)("show no secret of $operation", async (call) => {
  await using gateway = await startGateway(
    { status: 429 },
    (response) => response.writeHead(429, { "retry-after": "0" }).end("<html>"),
    call.answer,
  );
  const { hooks, events } = recorder();
  await call.run(gateway.client({ hooks }));
  expect(events).toHaveLength(8);
  for (const [, event] of events) {
    for (const secret of SECRETS) expect(everythingShownBy(event)).not.toContain(secret);
  }
});

describe("that fail change nothing", () => {
  const failing: readonly [string, () => unknown][] = [
    [
      "throw",
      () => {
        throw new Error("my logger is down");
      },
    ],
    [
      "throw undefined",
      () => {
        throw undefined;
      },
    ],
    ["reject", () => Promise.reject(new Error("my logger is down"))],
    ["reject later", () => new Promise((_resolve, reject) => setTimeout(() => reject("down"), 10))],
    [
      "return what throws when awaited",
      () => ({
        // biome-ignore lint/suspicious/noThenProperty: a thenable that fails is the point
        get then() {
          throw new Error("my logger is down");
        },
      }),
    ],
    ["never settle", () => new Promise(() => undefined)],
    ["return something", () => false],
  ];

  const hooksOf = (fail: () => unknown): Hooks => ({
    onRequest: fail,
    onResponse: fail,
    onRetry: fail,
    onDrift: fail,
  });

  test.each(failing)("%s: a call that succeeds", async (_what, fail) => {
    const unhandled = await unhandledRejectionsDuring(async () => {
      const body = { ...product, amount: "1" };
      await using gateway = await startGateway({ status: 503 }, { status: 200, body });
      expect(await gateway.client({ hooks: hooksOf(fail) }).products.get(product.id)).toStrictEqual(body);
      expect(gateway.requests).toHaveLength(2);
    });
    expect(unhandled).toStrictEqual([]);
  });

  test.each(failing)("%s: a call that fails", async (_what, fail) => {
    const unhandled = await unhandledRejectionsDuring(async () => {
      await using gateway = await startGateway(lost, { status: 404 });
      const call = gateway.client({ hooks: hooksOf(fail) }).products.get(product.id);
      await rejection(call, NotFoundError);
      expect(gateway.requests).toHaveLength(2);
    });
    expect(unhandled).toStrictEqual([]);
  });
});

test("that abort the call end it before anything is sent", async () => {
  await using gateway = await startGateway({ status: 200, body: [] });
  const controller = new AbortController();
  const hooks = { onRequest: () => controller.abort() };
  const call = gateway.client({ hooks }).products.list({ signal: controller.signal });
  await rejection(call, RequestAbortedError);
  expect(gateway.requests).toHaveLength(0);
});
