import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { ConnectionError, type Fetch, PaymentsError, ResponseError, TimeoutError } from "../../src/index.ts";
import { type Answer, startGateway } from "../support/gateway.ts";
import { retryWithoutDelay } from "../support/retry-without-delay.ts";
import { closedPort, everythingShownBy, newProduct, rejection } from "../transport/calls.ts";
import { failure, fetchFailed, refused } from "../transport/failures.ts";

retryWithoutDelay();

/** An error and its chain of causes. */
function chainOf(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let link = error; link instanceof Error; link = link.cause) chain.push(link);
  return chain;
}

describe("body and headers can be read, but are not logged or serialized to JSON", () => {
  const personal = { message: "no", customer: { email: "kim@example.com" } };
  const headers = { "set-cookie": "session=s3ss10n", "x-request-id": "r1" };

  test.each([401, 404, 422, 500, 302, 200])("of a %d", async (status) => {
    await using gateway = await startGateway({ status, body: personal, headers });
    const client = gateway.client({ maxRetries: 0 });
    const error = await rejection(client.products.get("prd_1"), ResponseError);
    expect(error.body).toStrictEqual(personal);
    expect(error.headers).toBeInstanceOf(Headers);
    expect(error.headers.get("x-request-id")).toBe("r1");
    const shown = everythingShownBy(error);
    expect(shown).not.toContain("kim@example.com");
    expect(shown).not.toContain("s3ss10n");
    expect(Object.keys(error)).not.toContain("body");
    expect(Object.keys(error)).not.toContain("headers");
    expect({ ...error }).not.toHaveProperty("body");
  });
});

describe("the cause of a ConnectionError", () => {
  test("contains only the message and code of the failure", async () => {
    await using gateway = await startGateway({ status: 200 });
    const baseUrl = `http://127.0.0.1:${await closedPort()}`;
    const error = await rejection(gateway.client({ baseUrl }).products.list(), ConnectionError);
    const { cause } = error;
    expect(cause).toBeInstanceOf(Error);
    expect(cause).toMatchObject({ message: expect.stringContaining("ECONNREFUSED"), code: "ECONNREFUSED" });
    expect(Object.keys(cause ?? {})).toStrictEqual(["code"]);
    expect(error.message).toContain("ECONNREFUSED");
  });

  test.each<[string, unknown, string, string | undefined]>([
    [
      "wrapped in fetch failed",
      fetchFailed(failure("getaddrinfo ENOTFOUND gw", { code: "ENOTFOUND" })),
      "getaddrinfo ENOTFOUND gw",
      "ENOTFOUND",
    ],
    [
      "from several addresses",
      fetchFailed(new AggregateError([refused("::1:1"), refused("127.0.0.1:1")])),
      "connect ECONNREFUSED ::1:1",
      "ECONNREFUSED",
    ],
    ["of a browser", new TypeError("Failed to fetch"), "Failed to fetch", undefined],
    ["of a custom fetch", new Error("proxy is down"), "proxy is down", undefined],
  ])("contains the message %s", async (_what, failed, message, code) => {
    await using gateway = await startGateway({ status: 200 });
    const fetch: Fetch = async () => {
      throw failed;
    };
    const error = await rejection(gateway.client({ fetch, maxRetries: 0 }).products.list(), ConnectionError);
    expect(error.message).toContain(message);
    expect(error.cause).toBeInstanceOf(Error);
    expect(error.cause).toMatchObject({ message, code });
  });

  const faults: readonly [string, Answer][] = [
    ["lost", (response) => response.socket?.destroy()],
    [
      "lost in the body",
      (response) => {
        response.writeHead(200, { "content-length": "100" });
        response.write("{", () => response.socket?.destroy());
      },
    ],
    ["timed out", () => undefined],
    ["refused", { status: 503 }],
    ["unreadable", { status: 200, body: "<html>" }],
  ];

  test.each(faults)(
    "contains no Request and no error of the HTTP library when the call was %s",
    async (_what, answer) => {
      await using gateway = await startGateway(answer);
      const client = gateway.client({ timeout: 50, maxRetries: 1 });
      const error = await rejection(client.products.create(newProduct), PaymentsError);
      for (const link of chainOf(error)) {
        expect(inspect(link, { depth: Infinity, showHidden: true })).not.toMatch(
          /\bRequest \{|Authorization/i,
        );
        for (const property of ["request", "response", "options", "isKyError"]) {
          expect(link).not.toHaveProperty(property);
        }
        expect(Object(link).name).not.toMatch(/HTTPError|NetworkError|KyError/);
      }
    },
  );

  test("a timeout has no cause: its message is complete", async () => {
    await using gateway = await startGateway(() => undefined);
    const call = gateway.client({ timeout: 30, maxRetries: 0 }).products.list();
    expect((await rejection(call, TimeoutError)).cause).toBeUndefined();
  });
});
