import { runInNewContext } from "node:vm";
import { describe, expect, test, vi } from "vitest";
import { ApiError, ConnectionError, type Fetch, type Method, TimeoutError } from "../../src/index.ts";
import { startGateway } from "../support/gateway.ts";
import { retryWithoutDelay } from "../support/retry-without-delay.ts";
import { testCases } from "../support/test-cases.ts";
import { calls, readingCalls, rejection } from "./calls.ts";
import { failure, fetchFailed, refused } from "./failures.ts";

const idempotent: readonly Method[] = ["GET", "PUT", "DELETE"];

const failWith =
  (failure: unknown): Fetch =>
  async () => {
    throw failure;
  };

const reset = failure("read ECONNRESET", { code: "ECONNRESET", syscall: "read" });

retryWithoutDelay();

/** The statuses after which a call is sent again, by the methods for which it is. Their classes: `errors/refusal-by-body`. */
const RETRIED: Readonly<Record<number, readonly Method[]>> = {
  408: idempotent,
  429: ["GET", "PUT", "DELETE", "POST"],
  500: idempotent,
  502: idempotent,
  503: idempotent,
  504: idempotent,
  ...Object.fromEntries([520, 521, 522, 523, 524].map((status) => [status, idempotent])),
};

const statuses = [
  ...[301, 302, 303, 304, 307, 308],
  ...[400, 401, 402, 403, 404, 405, 408, 409, 413, 422, 425, 429, 499],
  ...[500, 501, 502, 503, 504, 505, 519, 520, 521, 522, 523, 524, 525],
];

/** A call of each method. Each operation by itself: the timeouts below. */
const ofEachMethod = [...Map.groupBy(calls, ({ method }) => method).values()].flatMap(([call]) => call ?? []);

testCases(
  "a response other than 2xx is followed by a retry if its status and method allow it",
  statuses.flatMap((status) =>
    ofEachMethod.map((call) => ({
      ...call,
      status,
      sends: RETRIED[status]?.includes(call.method) ? 3 : 1,
    })),
  ),
  ({ operation, status, sends }) => `${status}: ${operation} is sent ${sends} times`,
  async ({ operation, path, status, sends, run }) => {
    const headers = { location: "/elsewhere" };
    await using gateway = await startGateway({ status, body: { message: "no" }, headers });
    const error = await rejection(run(gateway.client()), ApiError);
    expect(gateway.requests).toHaveLength(sends);
    expect(new Set(gateway.requests.map((request) => request.path))).toStrictEqual(new Set([path]));
    expect(error).toMatchObject({ code: "api", operation, response: { status } });
  },
);

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
    ["a refused port on Bun", failure("Unable to connect", { code: "ECONNREFUSED" })],
    ["a refused port on Bun before 1.4", failure("Unable to connect", { code: "ConnectionRefused" })],
    ...Object.entries({
      "an unknown host on Deno": new Error(
        "error sending request for url (http://nowhere.invalid/a): client error (Connect): dns error: failed",
      ),
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
});

describe("a lost connection", () => {
  // Before, in and after the headers, of a real server: `test/quality/faults`.
  test.each(readingCalls)("in the body: $operation is retried unless it is a POST", async (call) => {
    await using gateway = await startGateway((response) => {
      response.writeHead(200, { "content-length": "1000" });
      response.write('{"id":', () => response.socket?.destroy());
    });
    const error = await rejection(call.run(gateway.client()), ConnectionError);
    expect(gateway.requests).toHaveLength(call.method === "POST" ? 1 : 3);
    expect(error.constructor).toBe(ConnectionError);
  });

  const failures: readonly [string, unknown][] = [
    ["a reset", fetchFailed(reset)],
    [
      "one address refused, another reset",
      fetchFailed(new AggregateError([refused("::1:1"), reset], "mixed")),
    ],
    [
      "a closed connection on Deno",
      fetchFailed(
        new Error(
          "error sending request for url (http://h/error%20(Connect)): client error (SendRequest): closed",
        ),
      ),
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
  await using gateway = await startGateway();
  // On a busy machine a server may get nothing within the timeout.
  const fetch = vi.fn<Fetch>(() => new Promise(() => undefined));
  const error = await rejection(call.run(gateway.client({ fetch, timeout: 50 })), TimeoutError);
  expect(fetch).toHaveBeenCalledTimes(call.method === "POST" ? 1 : 3);
  expect(error).toMatchObject({
    code: "timeout",
    operation: call.operation,
    safeToRetry: call.method !== "POST",
  });
});
