import { expect, test, vi } from "vitest";
import { ApiError, type ClientOptions, RequestAbortedError, type RetryEvent } from "../../src/index.ts";
import { type Gateway, startGateway } from "../support/gateway.ts";
import { retryWithoutDelay } from "../support/retry-without-delay.ts";
import { rejection } from "./calls.ts";

retryWithoutDelay();

/** The first retry that a call announces; its delay is skipped. */
async function firstRetry(gateway: Gateway, options: ClientOptions = {}): Promise<RetryEvent> {
  const retries: RetryEvent[] = [];
  const controller = new AbortController();
  const onRetry = (event: RetryEvent): void => {
    retries.push(event);
    controller.abort();
  };
  const client = gateway.client({ ...options, hooks: { onRetry } });
  await rejection(client.products.list({ signal: controller.signal }), RequestAbortedError);
  const [retry] = retries;
  if (retry === undefined) throw new Error("no retry");
  return retry;
}

const dateIn = (seconds: number): string => new Date(Date.now() + seconds * 1000).toUTCString();

const retryAfterOf = (event: RetryEvent): number | undefined =>
  event.error instanceof ApiError ? event.error.retryAfter : undefined;

/** The value of the header, the delay, and `retryAfter`. Without a delay, the call fails at once. */
test.each<[header: string, delayMs: number | undefined, retryAfter: number | undefined]>([
  ["0", 0, 0],
  ["1", 1_000, 1],
  ["007", 7_000, 7],
  ["20", 20_000, 20],
  ["21", undefined, 21],
  ["2099", undefined, 2_099],
  ["99999999999999999999", undefined, 1e20],
  ["9".repeat(400), undefined, Number.POSITIVE_INFINITY],
  ["-1", 0, undefined],
  ["1.5", 0, undefined],
  ["1e3", 0, undefined],
  ["0x10", 0, undefined],
  ["", 0, undefined],
  ["soon", 0, undefined],
  ["5, 10", 0, undefined],
  ["NaN", 0, undefined],
  ["Infinity", 0, undefined],
  ["2099-01-01", 0, undefined],
  ["Mon, 99 Foo 2026 07:28:00 GMT", 0, undefined],
  ["tomorrow GMT", 0, undefined],
  [" GMT", 0, undefined],
  ["Wed, 21 Oct 2015 07:28:00 GMT", 0, 0],
  ["Thu, 01 Jan 1970 00:00:00 GMT", 0, 0],
])("Retry-After %j is a delay of %s ms", async (header, delayMs, retryAfter) => {
  for (const status of [429, 503]) {
    await using gateway = await startGateway({ status, headers: { "retry-after": header } });
    if (delayMs === undefined) {
      const onRetry = vi.fn();
      const error = await rejection(gateway.client({ hooks: { onRetry } }).products.list(), ApiError);
      expect(error.retryAfter).toBe(retryAfter);
      expect(onRetry).not.toHaveBeenCalled();
    } else {
      const retry = await firstRetry(gateway);
      expect(retry.delayMs).toBe(delayMs);
      expect(retryAfterOf(retry)).toBe(retryAfter);
    }
    expect(gateway.requests).toHaveLength(1);
  }
});

test("waits until a date", async () => {
  const date = dateIn(5);
  await using gateway = await startGateway({ status: 503, headers: { "retry-after": date } });
  const retry = await firstRetry(gateway);
  expect(Date.now() + retry.delayMs).toBeGreaterThanOrEqual(Date.parse(date));
  expect(retry.delayMs).toBeLessThanOrEqual(5_000);
});

test("jitter only adds to the requested delay", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  await using gateway = await startGateway({ status: 429, headers: { "retry-after": "3" } });
  expect((await firstRetry(gateway)).delayMs).toBe(3_250);
});

test("a date more than 20 s ahead is not waited for either", async () => {
  await using gateway = await startGateway({ status: 503, headers: { "retry-after": dateIn(60) } });
  const error = await rejection(gateway.client().products.list(), ApiError);
  expect(error.retryAfter).toBeGreaterThanOrEqual(58);
  expect(error.retryAfter).toBeLessThanOrEqual(60);
  expect(gateway.requests).toHaveLength(1);
});

test.each([
  [401, "5", 5],
  [422, "5", 5],
  [302, "5", 5],
  [404, undefined, undefined],
  [429, undefined, undefined],
])("a %d with Retry-After %s has it in the error", async (status, header, retryAfter) => {
  await using gateway = await startGateway({ status, headers: header ? { "retry-after": header } : {} });
  const error = await rejection(gateway.client({ maxRetries: 0 }).products.list(), ApiError);
  expect(error.retryAfter).toBe(retryAfter);
});
