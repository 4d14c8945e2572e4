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
  const notFound = { code: "ENOTFOUND", syscall: "getaddrinfo" };

  /** What fetch throws. */
  const failures: readonly [string, unknown][] = [
    ["an object that is not an Error", { cause: { ...notFound, message: "getaddrinfo ENOTFOUND" } }],
    [
      "an Error from another realm, as under Jest",
      runInNewContext(
        `new TypeError("fetch failed", {
          cause: Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED", syscall: "connect" }),
        })`,
      ),
    ],
    ...Object.entries({
      "a refused port": refused("127.0.0.1:1"),
      "an unknown host": failure("getaddrinfo ENOTFOUND api.gateway.example", notFound),
      "a failed DNS lookup": failure("getaddrinfo", { code: "EAI_AGAIN", syscall: "getaddrinfo" }),
      "a connect timeout": failure("Connect Timeout Error", { code: "UND_ERR_CONNECT_TIMEOUT" }),
      "an unreachable host": failure("connect", { code: "EHOSTUNREACH", syscall: "connect" }),
      "all addresses refused": new AggregateError([refused("127.0.0.1:1"), refused("::1:1")], "all"),
    }).map(([what, cause]): [string, unknown] => [what, fetchFailed(cause)]),
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

  testCases(
    "is retried when one address, or both addresses of a name, refuse",
    ["127.0.0.1", "localhost"].flatMap((host) => calls.map((call) => ({ ...call, host }))),
    ({ operation, host }) => `${operation} of ${host}`,
    async ({ host, run }) => {
      await using gateway = await startGateway({ status: 500 });
      const url = `http://${host}:${await closedPort()}`;
      const onRequest = vi.fn();
      const addresses = { baseUrl: url, checkoutUrl: url, gatewayUrl: url };
      const error = await rejection(
        run(gateway.client({ ...addresses, hooks: { onRequest } })),
        ConnectionError,
      );
      expect(onRequest).toHaveBeenCalledTimes(3);
      expect(error).toMatchObject({ code: "connection", safeToRetry: true, cause: { code: "ECONNREFUSED" } });
    },
  );
});

describe("a lost connection", () => {
  const cutOff =
    (headers: Record<string, string>): Answer =>
    (response) => {
      response.writeHead(200, { "content-type": "application/json", ...headers });
      response.write('{"id":', () => response.socket?.destroy());
    };

  const faults: readonly [fault: string, of: typeof calls, answer: Answer][] = [
    ["before the headers", calls, (response) => response.socket?.destroy()],
    ["reset before the headers", calls, (response) => response.socket?.resetAndDestroy()],
    ["in the headers", calls, (response) => response.socket?.end("HTTP/1.1 200 OK\r\ncontent-type: applic")],
    [
      "to a server that does not speak HTTP",
      calls,
      (response) => response.socket?.end("SSH-2.0-OpenSSH_9.6\r\n"),
    ],
    ["in the body", readingCalls, cutOff({ "content-length": "1000" })],
    ["in a chunk of the body", readingCalls, cutOff({})],
  ];

  test.each(
    faults.flatMap(([fault, of, answer]) =>
      of.map((call) => ({ ...call, fault, reply: answer, sends: call.method === "POST" ? 1 : 3 })),
    ),
  )("$fault: $operation ($method) is sent $sends times", async ({ operation, method, reply, sends, run }) => {
    await using gateway = await startGateway(reply);
    const error = await rejection(run(gateway.client()), ConnectionError);
    expect(gateway.requests).toHaveLength(sends);
    expect(error.constructor).toBe(ConnectionError);
    expect(error).toMatchObject({ code: "connection", operation, safeToRetry: method !== "POST" });
  });

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
