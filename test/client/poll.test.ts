import { getEventListeners } from "node:events";
import { beforeEach, expect, test, vi } from "vitest";
import {
  InvalidRequestError,
  NotFoundError,
  PaymentsClient,
  type PollOptions,
  RequestAbortedError,
  TimeoutError,
  UnexpectedResponseError,
} from "../../src/index.ts";
import { Sandbox } from "../../src/sandbox.ts";
import { startGateway } from "../support/gateway.ts";
import { stopTime } from "../support/stop-time.ts";
import { rejection } from "./calls.ts";

beforeEach(() => {
  vi.spyOn(Math, "random").mockReturnValue(0.5);
});

const statusOf = (status: string) => ({ status: 200, body: { checkout: { token: "t", status } } });

test("polls until the status is final, and returns it", async () => {
  await using gateway = await startGateway(
    statusOf("incomplete"),
    statusOf("pending"),
    statusOf("a status that is new"),
    statusOf("successful"),
  );
  const { signal } = new AbortController();
  const status = await gateway.client().checkouts.poll("t", { interval: 1, signal });
  expect(status.status).toBe("successful");
  expect(getEventListeners(signal, "abort")).toStrictEqual([]);
  expect(gateway.requests.map(({ path }) => path)).toStrictEqual(Array(4).fill("/ctp/api/checkouts/t"));
});

/** The delays between the requests of a poll, in virtual time, until the last of so many is final. */
const delaysOf = async (requests: number, options?: PollOptions): Promise<number[]> => {
  const asked: number[] = [];
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const fetch = async () => {
    asked.push(performance.now());
    return Response.json(statusOf(asked.length < requests ? "pending" : "failed").body);
  };
  const polling = new PaymentsClient({ ...new Sandbox().clientOptions, fetch }).checkouts.poll("t", options);
  await vi.runAllTimersAsync();
  await polling;
  return asked.slice(1).map((at, index) => at - (asked[index] ?? 0));
};

test("polls at growing, jittered intervals, from 2 to 30 seconds", async () => {
  const expected = [2000, 3000, 4500, 6750, 10125, 15187.5, 22781.25, 30000, 30000, 30000, 30000];
  const delays = await delaysOf(12);
  expect(delays).toHaveLength(expected.length);
  for (const [index, delay] of delays.entries()) {
    expect(Math.abs(delay - (expected[index] ?? 0)), `delay ${index + 1}`).toBeLessThan(5);
  }
});

test.each([
  [0, 750],
  [0.999, 1250],
])("varies by a quarter at random: %d waits %d ms of 1000", async (random, expected) => {
  vi.mocked(Math.random).mockReturnValue(random);
  const [delay = 0] = await delaysOf(2, { interval: 1000 });
  expect(Math.abs(delay - expected)).toBeLessThan(5);
});

test("continues after temporary failures", async () => {
  await using gateway = await startGateway(
    (response) => response.socket?.destroy(),
    { status: 503 },
    ...[520, 521, 522, 523, 524].map((status) => ({ status })),
    { status: 429 },
    () => undefined,
    statusOf("expired"),
  );
  using time = stopTime();
  const polling = gateway.client({ maxRetries: 0 }).checkouts.poll("t", { interval: 1 });
  await time.until(() => gateway.requests.length === 9, 1);
  await time.advance(60_000);
  await time.until(() => gateway.requests.length === 10, 1);
  expect((await polling).status).toBe("expired");
});

test("waits as long as Retry-After requests", async () => {
  const limited = { status: 429, headers: { "retry-after": "1" } };
  await using gateway = await startGateway(limited, statusOf("successful"));
  using time = stopTime();
  const startedAt = performance.now();
  const polling = gateway.client({ maxRetries: 0 }).checkouts.poll("t", { interval: 1 });
  await time.until(() => gateway.requests.length === 2, 1);
  await polling;
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(1000);
});

test("waits at most 30 seconds, even if Retry-After is longer than a timer's maximum", async () => {
  await using gateway = await startGateway({ status: 429, headers: { "retry-after": "9999999" } });
  const controller = new AbortController();
  const timer = vi.spyOn(globalThis, "setTimeout");
  const client = gateway.client({ maxRetries: 0, timeout: 60_000 });
  const call = client.checkouts.poll("t", { interval: 1, signal: controller.signal });
  await vi.waitUntil(() => timer.mock.calls.some(([, delay]) => delay === 30_000), { timeout: 30_000 });
  controller.abort();
  await rejection(call, RequestAbortedError);
  expect(gateway.requests).toHaveLength(1);
});

test("ends with any other error", async () => {
  await using gateway = await startGateway(statusOf("pending"), { status: 404 });
  await rejection(gateway.client().checkouts.poll("t", { interval: 1 }), NotFoundError);
  await using odd = await startGateway({ status: 200, body: "<html>" });
  await rejection(odd.client().checkouts.poll("t"), UnexpectedResponseError);
  expect(odd.requests).toHaveLength(1);
});

/** Polls a token that stays pending, in virtual time. */
const pollPending = (options: PollOptions) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const fetch = async () => Response.json(statusOf("pending").body);
  const client = new PaymentsClient({ ...new Sandbox().clientOptions, fetch, deadline: 50 });
  return client.checkouts.poll("t", options);
};

test("ends at its deadline, which is that of all its requests, and not the client's", async () => {
  const call = pollPending({ interval: 100, deadline: 300 });
  const ended = vi.fn();
  call.catch(ended);
  await vi.advanceTimersByTimeAsync(299);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await rejection(call, TimeoutError)).toMatchObject({
    message: "checkouts.poll timed out after 300 ms (deadline)",
    ...{ operation: "checkouts.get", processed: "unknown", safeToRetry: true },
  });
});

test("ends when the signal is aborted, between two requests and during one", async () => {
  const waiting = new AbortController();
  const first = rejection(pollPending({ interval: 30_000, signal: waiting.signal }), RequestAbortedError);
  await vi.advanceTimersByTimeAsync(1);
  waiting.abort("enough");
  expect((await first).cause).toBe("enough");
  expect(vi.getTimerCount(), "a timer would keep the process").toBe(0);
  vi.useRealTimers();

  const asking = new AbortController();
  await using silent = await startGateway(() => asking.abort("enough"));
  const second = silent.client().checkouts.poll("t", { signal: asking.signal });
  expect((await rejection(second, RequestAbortedError)).cause).toBe("enough");
});

test("takes its options from the getters of a class, which its prototype has", async () => {
  const controller = new AbortController();
  class PollSettings {
    get interval() {
      return 1;
    }
    get signal() {
      return controller.signal;
    }
  }
  await using gateway = await startGateway(statusOf("pending"), () => controller.abort("enough"));
  const call = gateway.client().checkouts.poll("t", new PollSettings());
  expect((await rejection(call, RequestAbortedError)).cause).toBe("enough");
  expect(gateway.requests).toHaveLength(2);
});

test("takes null instead of options, and of each of them", async () => {
  await using gateway = await startGateway(statusOf("failed"));
  const { checkouts } = gateway.client();
  for (const options of [null, { interval: null, signal: null, deadline: null }])
    expect(await Reflect.apply(checkouts.poll, checkouts, ["t", options])).toHaveProperty("status", "failed");
});

test("refuses an interval that is not a number of milliseconds", async () => {
  await using gateway = await startGateway(statusOf("successful"));
  for (const interval of [0, -1, 1.5, 30_001, Number.NaN, "2"]) {
    const { checkouts } = gateway.client();
    const call: Promise<unknown> = Reflect.apply(checkouts.poll, checkouts, ["t", { interval }]);
    const error = await rejection(call, InvalidRequestError);
    expect(error.message).toBe(
      "checkouts.get was not sent: interval must be an integer of milliseconds, 1 to 30000",
    );
  }
  expect(gateway.requests).toHaveLength(0);
});

test("a deadline that passes during a request prints no warning", async () => {
  const warnings: string[] = [];
  const onWarning = ({ name }: Error): number => warnings.push(name);
  process.on("warning", onWarning);
  await using gateway = await startGateway(() => undefined);
  for (const deadline of [1, 20, 60]) {
    await rejection(gateway.client().checkouts.poll("t", { deadline, interval: 1 }), TimeoutError);
  }
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.off("warning", onWarning);
  expect(warnings).toStrictEqual([]);
});
