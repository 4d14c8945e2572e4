import { runInNewContext } from "node:vm";
import { describe, expect, test, vi } from "vitest";
import {
  ApiError,
  ConnectionError,
  type Fetch,
  type Method,
  PaymentsClient,
  TimeoutError,
} from "../../src/index.ts";
import { optionsFor, startGateway } from "../support/gateway.ts";
import { retryWithoutDelay } from "../support/retry-without-delay.ts";
import { stopTime } from "../support/stop-time.ts";
import { callOf, calls, ofEachMethod, rejection } from "./calls.ts";
import { failure, fetchFailed, refused } from "./failures.ts";

const idempotent: readonly Method[] = ["GET", "PUT", "DELETE"];

/** A client whose attempts all fail like this, and its `fetch`. */
const failing = (failure: unknown) => {
  const fetch = vi.fn<Fetch>(() => Promise.reject(failure));
  return { fetch, client: new PaymentsClient({ ...optionsFor("https://gateway.example"), fetch }) };
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

test.each(statuses)("a response with the status %d is retried by its method", async (status) => {
  const headers = { location: "/elsewhere" };
  await using gateway = await startGateway({ status, body: { message: "no" }, headers });
  const sent: (string | undefined)[] = [];
  for (const { operation, method, path, run } of ofEachMethod) {
    const error = await rejection(run(gateway.client()), ApiError);
    expect(error).toMatchObject({ code: "api", operation, response: { status } });
    sent.push(...Array<string>(RETRIED[status]?.includes(method) ? 3 : 1).fill(path));
  }
  expect(gateway.requests.map(({ path }) => path)).toStrictEqual(sent);
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

  test.each(failures.flatMap(([what, failed]) => ofEachMethod.map((call) => ({ ...call, what, failed }))))(
    "$what is retried in every call, POST included: $operation",
    async ({ operation, failed, run }) => {
      const { fetch, client } = failing(failed);
      const error = await rejection(run(client), ConnectionError);
      expect(fetch).toHaveBeenCalledTimes(3);
      expect(error.constructor).toBe(ConnectionError);
      expect(error).toMatchObject({ code: "connection", operation, safeToRetry: true });
      expect(error).not.toHaveProperty("status");
    },
  );
});

describe("a lost connection", () => {
  test.each([
    "client error (Connect)",
    "Proxy response (502): a page",
    "the request failed, error (Connect): x",
  ])("with another library's message is not taken for one that was never made: %s", async (message) => {
    const { client } = failing(fetchFailed(new Error(message)));
    const error = await rejection(callOf("products.create").run(client), ConnectionError);
    expect(error.processed).toBe("unknown");
  });

  // Before, in and after the headers, of a real server: `test/quality/faults`.
  test.each(["products.create", "products.get"].map(callOf))("in the body: $operation", async (call) => {
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
    ["one refused, another reset", fetchFailed(new AggregateError([refused("::1:1"), reset], "mixed"))],
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

  test.each(failures.flatMap(([what, failed]) => ofEachMethod.map((call) => ({ ...call, what, failed }))))(
    "$what is retried unless the call is a POST: $operation",
    async ({ operation, method, failed, run }) => {
      const { fetch, client } = failing(failed);
      const error = await rejection(run(client), ConnectionError);
      expect(fetch).toHaveBeenCalledTimes(method === "POST" ? 1 : 3);
      expect(error).toMatchObject({ code: "connection", operation, safeToRetry: method !== "POST" });
    },
  );
});

test.each(calls)("a timeout: $operation ($method) is retried unless it is a POST", async (call) => {
  const { method, operation } = call;
  const { fetch, client } = failing(undefined);
  fetch.mockReturnValue(new Promise(() => undefined));
  using time = stopTime();
  const failed = rejection(call.run(client), TimeoutError);
  const sends = method === "POST" ? 1 : 3;
  await time.until(() => fetch.mock.calls.length === sends, 30_000);
  await time.advance(60_000);
  expect(await failed).toMatchObject({ code: "timeout", operation, safeToRetry: method !== "POST" });
  expect(fetch).toHaveBeenCalledTimes(sends);
});
