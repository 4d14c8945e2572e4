import { describe, expect, test, vi } from "vitest";
import { ConnectionError, driftHooks, type Hooks, NotFoundError, ServerError } from "../../src/index.ts";
import product from "../fixtures/product.json" with { type: "json" };
import { type Answer, startGateway } from "../support/gateway.ts";
import { retryWithoutDelay } from "../support/retry-without-delay.ts";
import { calls, rejection, unhandledRejectionsDuring } from "./calls.ts";

retryWithoutDelay();

type Event = Readonly<Record<string, unknown>>;

/** Hooks that record their events in order. */
function recorder(): { hooks: Hooks; events: [name: string, event: Event][]; names: () => string[] } {
  const events: [string, Event][] = [];
  const keep = (name: string) => (event: object) => {
    events.push([name, { ...event }]);
  };
  const hooks = {
    onRequest: keep("onRequest"),
    onResponse: keep("onResponse"),
    onRetry: keep("onRetry"),
    onError: keep("onError"),
    ...driftHooks(keep("drift")),
  };
  return { hooks, events, names: () => events.map(([name]) => name) };
}

test.each(calls)("report each attempt of $operation, in order, with the documented fields", async (call) => {
  const { operation, method, path } = call;
  const busy = { status: 429, headers: { "x-request-id": "req-1" } };
  await using gateway = await startGateway(busy, call.answer);
  const { hooks, events } = recorder();
  await call.run(gateway.client({ hooks }));
  const url = gateway.url + path;
  const durationMs = expect.any(Number);
  const callId = events[0]?.[1]["callId"];
  expect(callId).toMatch(/^[0-9a-f-]{36}$/);
  const first = { callId, operation, method, url, attempt: 1 };
  const second = { ...first, attempt: 2 };
  const error = expect.objectContaining({ response: expect.objectContaining({ status: 429 }) });
  expect(events).toStrictEqual([
    ["onRequest", first],
    ["onResponse", { ...first, status: 429, requestId: "req-1", durationMs }],
    ["onRetry", { callId, operation, attempt: 1, delayMs: 0, error }],
    ["onRequest", second],
    ["onResponse", { ...second, status: call.answer.status, requestId: undefined, durationMs }],
  ]);
});

const lost: Answer = (response) => response.socket?.destroy();

test("report the number and the error of the attempt before a retry, and the final failure once", async () => {
  await using gateway = await startGateway(lost, { status: 503 }, lost);
  const { hooks, events, names } = recorder();
  const error = await rejection(gateway.client({ hooks }).products.list(), ConnectionError);
  expect(names()).toStrictEqual([
    ...["onRequest", "onRetry"],
    ...["onRequest", "onResponse", "onRetry"],
    ...["onRequest", "onError"],
  ]);
  expect(events.map(([, { attempt }]) => attempt)).toStrictEqual([1, 1, 2, 2, 2, 3, undefined]);
  const errors = events.flatMap(([, event]) => event["error"] ?? []);
  expect(errors[0]).toBeInstanceOf(ConnectionError);
  expect(errors[1]).toBeInstanceOf(ServerError);
  expect(errors[2]).toBe(error);
  const { callId } = events[0]?.[1] ?? {};
  const last = { callId, operation: "products.list", attempts: 3, durationMs: expect.any(Number), error };
  expect(events.at(-1)?.[1]).toStrictEqual(last);
});

test.each<[string, Answer, string[]]>([
  [
    "no response if it was incomplete",
    (response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("{", () => response.socket?.destroy());
    },
    ["onRequest", "onError"],
  ],
  [
    "no response after the attempt has timed out",
    (response) => {
      response.writeHead(503);
      response.write("<html>");
    },
    ["onRequest", "onError"],
  ],
  [
    "drift at the end",
    { status: 200, body: { ...product, amount: "1" } },
    ["onRequest", "onResponse", "drift"],
  ],
  ["an unreadable 2xx", { status: 200, body: "<html>" }, ["onRequest", "onResponse", "onError"]],
])("report %s", async (what, answer, expected) => {
  await using gateway = await startGateway(answer);
  const { hooks, names } = recorder();
  const client = gateway.client({ hooks, maxRetries: 0 });
  const timeout = what.includes("timed out") ? 100 : 60_000;
  await Promise.allSettled([client.products.get(product.id, { timeout })]);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(names()).toStrictEqual(expected);
});

test("measure an attempt to the last byte of its body, and no longer than the call took", async () => {
  await using gateway = await startGateway((response) => {
    response.writeHead(404).write("[");
    setTimeout(() => response.end("]"), 60);
  });
  const { hooks, events } = recorder();
  const startedAt = performance.now();
  await rejection(gateway.client({ hooks }).products.list(), NotFoundError);
  const took = performance.now() - startedAt;
  const durations = events.flatMap(([, { durationMs }]) => durationMs ?? []);
  expect(durations).toHaveLength(2);
  for (const duration of durations) {
    expect(duration).toBeGreaterThanOrEqual(55);
    expect(duration).toBeLessThanOrEqual(took);
  }
});

test("report a call that was refused before it was sent, without an attempt", async () => {
  await using gateway = await startGateway({ status: 200 });
  const { hooks, events, names } = recorder();
  await Promise.allSettled([
    gateway.client({ hooks }).products.get(""),
    gateway.client({ hooks }).products.update("prd_1", {}),
    gateway.client({ hooks }).products.list({ timeout: -1 }),
    gateway.client({ hooks }).products.list({ signal: AbortSignal.abort() }),
  ]);
  expect(names()).toStrictEqual(Array(4).fill("onError"));
  expect(events.map(([, { attempts }]) => attempts)).toStrictEqual([0, 0, 0, 0]);
  const codes = events.map(([, { error }]) => Object(error).code);
  expect(codes.sort()).toStrictEqual(["aborted", ...Array(3).fill("invalid_request")]);
});

test("have an id also if there is only one hook, of a class", async () => {
  const ids: string[] = [];
  class Log implements Hooks {
    onError({ callId }: { callId: string }): void {
      ids.push(callId);
    }
  }
  await using gateway = await startGateway({ status: 404 }, { status: 404 });
  const { products } = gateway.client({ hooks: new Log() });
  for (const id of ["1", "2"]) await rejection(products.get(id), NotFoundError);
  expect(new Set(ids.map((id) => id.length))).toEqual(new Set([36]));
  expect(new Set(ids).size).toBe(2);
});

describe("that fail have no effect", () => {
  const broken = (): never => {
    throw new Error("the logger is down");
  };
  const late = async (): Promise<never> => broken();
  // The linter knows the name, and takes it for a mistake.
  const THEN = "then";

  const failing: readonly [string, () => unknown][] = [
    ["throw", broken],
    ["reject", late],
    ["return a thenable that cannot be read", () => Object.defineProperty({}, THEN, { get: broken })],
    ["never settle", () => new Promise(() => undefined)],
  ];

  const hooksOf = (fail: () => unknown): Hooks => ({
    aroundCall: fail,
    aroundAttempt: fail,
    onRequest: fail,
    onResponse: fail,
    onRetry: fail,
    onError: fail,
    ...driftHooks(fail),
  });

  test.each(failing)("%s", async (_what, fail) => {
    const unhandled = await unhandledRejectionsDuring(async () => {
      const body = { ...product, amount: "1" };
      await using gateway = await startGateway({ status: 503 }, { status: 200, body }, lost, { status: 404 });
      const { products } = gateway.client({ hooks: hooksOf(fail) });
      expect(await products.get(product.id)).toStrictEqual(body);
      expect(gateway.requests).toHaveLength(2);
      await rejection(products.get(product.id), NotFoundError);
      expect(gateway.requests).toHaveLength(4);
    });
    expect(unhandled).toStrictEqual([]);
  });
});

describe("around calls and attempts", () => {
  test("add headers, but replace none", async () => {
    await using gateway = await startGateway({ status: 200, body: product });
    const headers = { traceparent: "00-1", authorization: "none", Accept: "text/html", "x-own": "hook" };
    const client = gateway.client({
      hooks: { aroundAttempt: (_event, start) => start(headers) },
      headers: { "X-Own": "client" },
    });
    await client.products.get(product.id);
    const received = gateway.requests[0]?.headers;
    expect(received).toMatchObject({ traceparent: "00-1", accept: "application/json", "x-own": "client" });
    expect(received?.authorization).toMatch(/^Basic /);
  });

  test("send a call once, whatever they do", async () => {
    const misbehaving: Hooks["aroundAttempt"][] = [
      () => undefined,
      (_event, start) => void setTimeout(start, 5),
      (_event, start) => void Promise.all([start(), start(), start({ "x-late": "1" })]),
      (_event, start) => void start({ "not a name": "x" }),
      (_event, start) => {
        start();
        throw new Error("after start");
      },
    ];
    for (const around of misbehaving) {
      await using gateway = await startGateway({ status: 200, body: product });
      const hooks: Hooks = { aroundAttempt: around };
      expect(await gateway.client({ hooks }).products.get(product.id)).toStrictEqual(product);
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(gateway.requests).toHaveLength(1);
      expect(gateway.requests[0]?.headers).not.toHaveProperty("x-late");
    }
  });
});

test("do not get errors that are not the SDK's", async () => {
  await using gateway = await startGateway({ status: 200 });
  const onError = vi.fn();
  const options = {
    get timeout(): number {
      throw new RangeError("in the merchant's code");
    },
  };
  await rejection(gateway.client({ hooks: { onError } }).products.list(options), RangeError);
  expect(onError).not.toHaveBeenCalled();
});
