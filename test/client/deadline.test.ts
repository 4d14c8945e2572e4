import { expect, test, vi } from "vitest";
import { InvalidRequestError, ServerError, TimeoutError } from "../../src/index.ts";
import checkoutStatus from "../fixtures/checkout-status.json" with { type: "json" };
import refunded from "../fixtures/refund.json" with { type: "json" };
import { type Answer, startGateway } from "../support/gateway.ts";
import { retryWithoutDelay } from "../support/retry-without-delay.ts";
import { stopTime } from "../support/stop-time.ts";
import { newRefund, rejection, TOKEN } from "./calls.ts";

retryWithoutDelay();
/** Whether a call has ended. */
const watch = (call: Promise<unknown>): (() => boolean) => {
  let isEnded = false;
  void call.finally(() => {
    isEnded = true;
  });
  return () => isEnded;
};

const silent: Answer = () => undefined;

test("a call ends at its deadline, with its attempts and the waits between them", async () => {
  using time = stopTime();
  await using gateway = await startGateway(silent);
  const onRetry = vi.fn();
  const client = gateway.client({ timeout: 80, maxRetries: 50, deadline: 400, hooks: { onRetry } });
  const startedAt = performance.now();
  const call = rejection(client.products.list(), TimeoutError);
  const isEnded = watch(call);
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    await time.until(() => gateway.requests.length === attempt);
    await time.advance(80);
    await time.until(() => onRetry.mock.calls.length === attempt);
    await time.advance(1);
  }
  await time.until(() => gateway.requests.length === 5);
  await time.advance(startedAt + 399 - performance.now());
  expect(isEnded()).toBe(false);
  await time.advance(1);
  const error = await call;
  expect(error.message).toBe("products.list timed out after 400 ms (deadline)");
  expect(error).toMatchObject({ code: "timeout", safeToRetry: true });
  expect(gateway.requests).toHaveLength(5);
});

test("the waits are inside the deadline", async () => {
  using time = stopTime();
  await using gateway = await startGateway({ status: 429, headers: { "retry-after": "15" } });
  const onRetry = vi.fn();
  const client = gateway.client({ deadline: 150, hooks: { onRetry } });
  const call = rejection(client.products.list(), TimeoutError);
  const isEnded = watch(call);
  await time.until(() => onRetry.mock.calls.length > 0);
  await time.advance(149);
  expect(isEnded()).toBe(false);
  await time.advance(1);
  const error = await call;
  expect(error.message).toBe("products.list timed out after 150 ms (deadline)");
  expect(error.processed).toBe("no");
});

test("an attempt that times out before the deadline says so", async () => {
  using time = stopTime();
  await using gateway = await startGateway(silent);
  const client = gateway.client({ timeout: 50, deadline: 60_000, maxRetries: 0 });
  const call = rejection(client.products.list(), TimeoutError);
  await time.until(() => gateway.requests.length === 1);
  await time.advance(50);
  expect((await call).message).toBe("products.list timed out after 50 ms (timeout)");
});

test("the deadline of a call replaces the client's, and may be shorter than an attempt", async () => {
  using time = stopTime();
  await using gateway = await startGateway(silent);
  const { transactions } = gateway.client({ deadline: 60_000 });
  const call = rejection(transactions.refund(newRefund, { deadline: 70 }), TimeoutError);
  await time.until(() => gateway.requests.length === 1);
  await time.advance(70);
  const error = await call;
  expect(error.message).toContain("transactions.refund timed out after 70 ms (deadline). It may have been");
  expect(error).toMatchObject({ processed: "unknown", safeToRetry: false });
});

test("a call that is done before its deadline is not touched by it", async () => {
  await using gateway = await startGateway({ status: 503 }, { status: 200, body: refunded });
  const client = gateway.client({ deadline: 60_000 });
  expect(await client.transactions.get(refunded.transaction.uid)).toStrictEqual(refunded.transaction);
  await using failing = await startGateway({ status: 501 });
  await rejection(failing.client({ deadline: 60_000 }).products.list(), ServerError);
});

test("a request that hangs ends with the deadline of its poll", async () => {
  using time = stopTime();
  const checkout = { ...checkoutStatus.checkout, status: "pending", finished: false };
  await using gateway = await startGateway({ status: 200, body: { checkout } }, silent);
  const poll = rejection(
    gateway.client().checkouts.poll(TOKEN, { interval: 5, deadline: 300 }),
    TimeoutError,
  );
  const isEnded = watch(poll);
  await time.until(() => gateway.requests.length === 2, 1);
  const startedAt = performance.now();
  await time.until(isEnded, 1);
  expect(performance.now() - startedAt).toBeLessThan(300);
});

test("a deadline must be a number of milliseconds that a timer can have", async () => {
  await using gateway = await startGateway({ status: 200 });
  for (const deadline of [0, -1, 1.5, 2 ** 31, Number.NaN]) {
    const call = gateway.client().products.list({ deadline });
    expect((await rejection(call, InvalidRequestError)).message, String(deadline)).toContain("deadline");
    const poll = gateway.client().checkouts.poll(TOKEN, { deadline });
    expect((await rejection(poll, InvalidRequestError)).message).toContain("deadline");
  }
});
