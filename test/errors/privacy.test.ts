import { describe, expect, test } from "vitest";
import { ConnectionError, type Fetch } from "../../src/index.ts";
import { closedPort, newProduct, rejection } from "../client/calls.ts";
import { failure, fetchFailed, refused } from "../client/failures.ts";
import { startGateway } from "../support/gateway.ts";
import { retryWithoutDelay } from "../support/retry-without-delay.ts";

retryWithoutDelay();

describe("the cause of a ConnectionError", () => {
  test("contains only the message and code of the failure", async () => {
    await using gateway = await startGateway({ status: 200 });
    // A name with two addresses: Node's error is that of both.
    const baseUrl = `http://localhost:${await closedPort()}`;
    const error = await rejection(gateway.client({ baseUrl }).products.create(newProduct), ConnectionError);
    const { cause, safeToRetry } = error;
    expect(safeToRetry).toBe(true);
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
    ["of fetch failed, whose cause has none, as a 407", fetchFailed(new Error()), "fetch failed", undefined],
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
});
