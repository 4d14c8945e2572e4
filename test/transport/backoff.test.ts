import { afterEach, expect, test, vi } from "vitest";
import { type Fetch, ServerError } from "../../src/index.ts";
import { startGateway } from "../support/gateway.ts";
import { rejection } from "./calls.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The delays that a call announces before its retries, and its duration, with a mocked clock. */
async function delaysWith(random: number): Promise<{ delays: number[]; elapsed: number }> {
  vi.spyOn(Math, "random").mockReturnValue(random);
  await using gateway = await startGateway({ status: 500 });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  const delays: number[] = [];
  const fetch: Fetch = async () => new Response("", { status: 503 });
  const hooks = { onRetry: ({ delayMs }: { delayMs: number }) => delays.push(delayMs) };
  const client = gateway.client({ fetch, hooks, maxRetries: 7 });
  const startedAt = Date.now();
  const call = rejection(client.products.list(), ServerError);
  await vi.runAllTimersAsync();
  await call;
  const elapsed = Date.now() - startedAt;
  vi.useRealTimers();
  return { delays, elapsed };
}

test.each([
  { random: 0, delays: [0, 0, 0, 0, 0, 0, 0] },
  { random: 0.5, delays: [250, 500, 1_000, 2_000, 4_000, 4_000, 4_000] },
  { random: 0.999, delays: [499.5, 999, 1_998, 3_996, 7_992, 7_992, 7_992] },
])("the delay is random up to a limit that doubles: Math.random() $random", async ({ random, delays }) => {
  const waits = await delaysWith(random);
  expect(waits.delays).toStrictEqual(delays.map((delay) => expect.closeTo(delay, 3)));
  const total = delays.reduce((sum, delay) => sum + delay, 0);
  expect(Math.abs(waits.elapsed - total)).toBeLessThanOrEqual(delays.length);
});

test("clients that failed at the same time retry at different times", async () => {
  await using gateway = await startGateway({ status: 503 });
  const delays = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const controller = new AbortController();
      let delay = Number.NaN;
      const onRetry = ({ delayMs }: { delayMs: number }): void => {
        delay = delayMs;
        controller.abort();
      };
      await Promise.allSettled([
        gateway.client({ hooks: { onRetry } }).products.list({ signal: controller.signal }),
      ]);
      return delay;
    }),
  );
  expect(new Set(delays).size).toBe(20);
  for (const delay of delays) {
    expect(delay).toBeGreaterThanOrEqual(0);
    expect(delay).toBeLessThan(500);
  }
});
