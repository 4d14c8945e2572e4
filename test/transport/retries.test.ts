import { runInNewContext } from "node:vm";
import { describe, expect, test, vi } from "vitest";
import {
  ApiError,
  AuthenticationError,
  ConnectionError,
  type Fetch,
  type Method,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  TimeoutError,
  UnexpectedResponseError,
  ValidationError,
} from "../../src/index.ts";
import { type Answer, startGateway } from "../support/gateway.ts";
import { retryWithoutDelay } from "../support/retry-without-delay.ts";
import { testCases } from "../support/test-cases.ts";
import { calls, closedPort, readingCalls, rejection } from "./calls.ts";
import { failure, fetchFailed, refused } from "./failures.ts";

const all: readonly Method[] = ["GET", "PUT", "POST"];
const idempotent: readonly Method[] = ["GET", "PUT"];
const none: readonly Method[] = [];

const failWith =
  (failure: unknown): Fetch =>
  async () => {
    throw failure;
  };

const reset = failure("read ECONNRESET", { code: "ECONNRESET", syscall: "read" });

retryWithoutDelay();

describe("a response other than 2xx", () => {
  const statuses: readonly [number, typeof ApiError, readonly Method[], readonly Method[]][] = [
    [301, ApiError, none, idempotent],
    [302, ApiError, none, idempotent],
    [303, ApiError, none, idempotent],
    [304, ApiError, none, idempotent],
    [307, ApiError, none, idempotent],
    [308, ApiError, none, idempotent],
    [400, ValidationError, none, all],
    [401, AuthenticationError, none, all],
    [402, ValidationError, none, all],
    [403, PermissionError, none, all],
    [404, NotFoundError, none, all],
    [405, ValidationError, none, all],
    [408, ValidationError, idempotent, idempotent],
    [409, ValidationError, none, idempotent],
    [413, ValidationError, none, all],
    [422, ValidationError, none, all],
    [425, ValidationError, none, all],
    [429, RateLimitError, all, all],
    [499, ValidationError, none, idempotent],
    [500, ServerError, idempotent, idempotent],
    [501, ServerError, none, idempotent],
    [502, ServerError, idempotent, idempotent],
    [503, ServerError, idempotent, idempotent],
    [504, ServerError, idempotent, idempotent],
    [505, ServerError, none, idempotent],
    [520, ServerError, none, idempotent],
  ];

  testCases(
    "is retried as often as its status and method allow",
    statuses.flatMap(([status, type, retried, safe]) =>
      calls.map((call) => ({
        ...call,
        status,
        type,
        sends: retried.includes(call.method) ? 3 : 1,
        safe: safe.includes(call.method),
      })),
    ),
    ({ operation, status, sends, safe }) =>
      `${status}: ${operation} is sent ${sends} times, safe to retry: ${safe}`,
    async (row) => {
      const { operation, status, type, sends, safe, run } = row;
      await using gateway = await startGateway({
        status,
        body: { message: "no" },
        headers: { location: "/elsewhere" },
      });
      const error = await rejection(run(gateway.client()), type);
      expect(gateway.requests).toHaveLength(sends);
      expect(new Set(gateway.requests.map(({ path }) => path))).toStrictEqual(new Set([row.path]));
      expect(error.constructor).toBe(type);
      expect(error).toMatchObject({ code: "api", operation, status, safeToRetry: safe });
    },
  );
});

describe("a failure to connect", () => {
  const failures: readonly [string, unknown][] = [
    ["a refused port", fetchFailed(refused("127.0.0.1:1"))],
    [
      "an unknown host",
      fetchFailed(
        failure("getaddrinfo ENOTFOUND api.gateway.example", { code: "ENOTFOUND", syscall: "getaddrinfo" }),
      ),
    ],
    [
      "a failed DNS lookup",
      fetchFailed(failure("getaddrinfo EAI_AGAIN", { code: "EAI_AGAIN", syscall: "getaddrinfo" })),
    ],
    ["a connect timeout", fetchFailed(failure("Connect Timeout Error", { code: "UND_ERR_CONNECT_TIMEOUT" }))],
    [
      "an unreachable host",
      fetchFailed(failure("connect EHOSTUNREACH", { code: "EHOSTUNREACH", syscall: "connect" })),
    ],
    [
      "all addresses refused",
      fetchFailed(new AggregateError([refused("127.0.0.1:1"), refused("::1:1")], "all refused")),
    ],
    [
      "an Error from another realm, as under Jest",
      runInNewContext(
        `new TypeError("fetch failed", {
          cause: Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED", syscall: "connect" }),
        })`,
      ),
    ],
    [
      "an object that is not an Error",
      { cause: { code: "ENOTFOUND", syscall: "getaddrinfo", message: "getaddrinfo ENOTFOUND" } },
    ],
  ];

  testCases(
    "is retried in every call, POST included",
    failures.flatMap(([what, failed]) => calls.map((call) => ({ ...call, what, failed }))),
    ({ what, operation }) => `${what}: ${operation}`,
    async ({ operation, failed, run }) => {
      await using gateway = await startGateway({ status: 500 });
      const fetch = vi.fn<Fetch>(failWith(failed));
      const error = await rejection(run(gateway.client({ fetch })), ConnectionError);
      expect(fetch).toHaveBeenCalledTimes(3);
      expect(error.constructor).toBe(ConnectionError);
      expect(error).toMatchObject({ code: "connection", operation, safeToRetry: true });
      expect(error).not.toHaveProperty("status");
    },
  );

  test.each(calls)("$operation ($method) is retried when the connection is refused", async (call) => {
    await using gateway = await startGateway({ status: 500 });
    const url = `http://127.0.0.1:${await closedPort()}`;
    const onRequest = vi.fn();
    const client = gateway.client({ baseUrl: url, checkoutUrl: url, gatewayUrl: url, hooks: { onRequest } });
    const error = await rejection(call.run(client), ConnectionError);
    expect(onRequest).toHaveBeenCalledTimes(3);
    expect(error).toMatchObject({ code: "connection", safeToRetry: true, cause: { code: "ECONNREFUSED" } });
  });

  test.each(calls)("$operation ($method) is retried when both addresses of a name refuse", async (call) => {
    await using gateway = await startGateway({ status: 500 });
    const url = `http://localhost:${await closedPort()}`;
    const onRequest = vi.fn();
    const client = gateway.client({
      baseUrl: url,
      checkoutUrl: url,
      gatewayUrl: url,
      hooks: { onRequest },
    });
    const error = await rejection(call.run(client), ConnectionError);
    expect(onRequest).toHaveBeenCalledTimes(3);
    expect(error.safeToRetry).toBe(true);
  });
});

describe("a lost connection", () => {
  const halfHeaders: Answer = (response) => {
    response.socket?.end("HTTP/1.1 200 OK\r\ncontent-type: applic");
  };
  const halfBody: Answer = (response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
    response.write('{"id":', () => response.socket?.destroy());
  };
  const halfChunk: Answer = (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.write('{"id":', () => response.socket?.destroy());
  };

  const rows = (faults: readonly [string, Answer][], sdkCalls: typeof calls) =>
    faults.flatMap(([fault, answer]) =>
      sdkCalls.map((call) => ({ ...call, fault, reply: answer, sends: call.method === "POST" ? 1 : 3 })),
    );

  test.each([
    ...rows(
      [
        ["before the headers", (response) => response.socket?.destroy()],
        ["reset before the headers", (response) => response.socket?.resetAndDestroy()],
        ["in the headers", halfHeaders],
        [
          "to a server that does not speak HTTP",
          (response) => response.socket?.end("SSH-2.0-OpenSSH_9.6\r\n"),
        ],
      ],
      calls,
    ),
    ...rows(
      [
        ["in the body", halfBody],
        ["in a chunk of the body", halfChunk],
      ],
      readingCalls,
    ),
  ])(
    "$fault: $operation ($method) is sent $sends times",
    async ({ operation, method, reply, sends, run }) => {
      await using gateway = await startGateway(reply);
      const error = await rejection(run(gateway.client()), ConnectionError);
      expect(gateway.requests).toHaveLength(sends);
      expect(error.constructor).toBe(ConnectionError);
      expect(error).toMatchObject({ code: "connection", operation, safeToRetry: method !== "POST" });
    },
  );

  const failures: readonly [string, unknown][] = [
    ["a reset", fetchFailed(reset)],
    [
      "one address refused, another reset",
      fetchFailed(new AggregateError([refused("::1:1"), reset], "mixed")),
    ],
    ["an error without a cause", new TypeError("Failed to fetch")],
    ["a string", "boom"],
    ["undefined", undefined],
    ["null", null],
    ["an object without a prototype", Object.create(null)],
    ["no addresses at all", fetchFailed(new AggregateError([], "none"))],
  ];

  testCases(
    "is retried unless the call is a POST",
    failures.flatMap(([what, failed]) =>
      calls.map((call) => ({ ...call, what, failed, sends: call.method === "POST" ? 1 : 3 })),
    ),
    ({ what, operation, sends }) => `${what}: ${operation} is sent ${sends} times`,
    async ({ operation, method, failed, sends, run }) => {
      await using gateway = await startGateway({ status: 500 });
      const fetch = vi.fn<Fetch>(failWith(failed));
      const error = await rejection(run(gateway.client({ fetch })), ConnectionError);
      expect(fetch).toHaveBeenCalledTimes(sends);
      expect(error).toMatchObject({ code: "connection", operation, safeToRetry: method !== "POST" });
    },
  );
});

test.each(calls)("a timeout: $operation ($method) is retried unless it is a POST", async (call) => {
  await using gateway = await startGateway(() => undefined);
  const error = await rejection(call.run(gateway.client({ timeout: 120 })), TimeoutError);
  expect(gateway.requests).toHaveLength(call.method === "POST" ? 1 : 3);
  expect(error).toMatchObject({
    code: "timeout",
    operation: call.operation,
    safeToRetry: call.method !== "POST",
  });
});

test.each(readingCalls)("an unreadable 2xx: $operation ($method) is never retried", async (call) => {
  await using gateway = await startGateway({ status: 200, body: "<html>" });
  const error = await rejection(call.run(gateway.client()), UnexpectedResponseError);
  expect(gateway.requests).toHaveLength(1);
  expect(error).toMatchObject({
    code: "unexpected_response",
    operation: call.operation,
    status: 200,
    safeToRetry: call.method !== "POST",
  });
});
