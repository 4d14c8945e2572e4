import { expect, test, vi } from "vitest";
import { type Fetch, PaymentsClient, type RetryEvent, ServerError } from "../../src/index.ts";
import { rejection } from "./calls.ts";
import { good } from "./construct.ts";

test.each([
  { random: 0, delays: [0, 0, 0, 0, 0, 0, 0] },
  { random: 0.5, delays: [250, 500, 1_000, 2_000, 4_000, 4_000, 4_000] },
  { random: 0.999, delays: [499.5, 999, 1_998, 3_996, 7_992, 7_992, 7_992] },
])("the delay is random up to a limit that doubles: Math.random() $random", async ({ random, delays }) => {
  vi.spyOn(Math, "random").mockReturnValue(random);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  const announced: number[] = [];
  const onRetry = ({ delayMs }: RetryEvent) => announced.push(delayMs);
  const fetch: Fetch = async () => new Response("", { status: 503 });
  const client = new PaymentsClient({ ...good, fetch, hooks: { onRetry }, maxRetries: 7 });
  const startedAt = Date.now();
  const took = rejection(client.products.list(), ServerError).then(() => Date.now() - startedAt);
  // Also runs timers that earlier tests left, after those of the call.
  await vi.runAllTimersAsync();
  expect(announced).toStrictEqual(delays.map((delay) => expect.closeTo(delay, 3)));
  const total = delays.reduce((sum, delay) => sum + delay, 0);
  expect(Math.abs((await took) - total)).toBeLessThanOrEqual(delays.length);
});
