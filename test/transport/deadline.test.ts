import { expect, test } from "vitest";
import { ConfigurationError, ServerError, TimeoutError } from "../../src/index.ts";
import checkoutStatus from "../fixtures/checkout-status.json" with { type: "json" };
import refunded from "../fixtures/refund.json" with { type: "json" };
import { type Answer, startGateway } from "../support/gateway.ts";
import { retryWithoutDelay } from "../support/retry-without-delay.ts";
import { newRefund, rejection, TOKEN } from "./calls.ts";

retryWithoutDelay();

const silent: Answer = () => undefined;

test("a call ends at its deadline, with its attempts and the waits between them", async () => {
  await using gateway = await startGateway(silent);
  const client = gateway.client({ timeout: 80, maxRetries: 50, deadline: 400 });
  const startedAt = performance.now();
  const error = await rejection(client.products.list(), TimeoutError);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(399);
  expect(error.message).toBe("products.list timed out after 400 ms (deadline)");
  expect(error).toMatchObject({ code: "timeout", safeToRetry: true });
  expect(gateway.requests.length).toBeGreaterThan(1);
});

test("the waits are inside the deadline", async () => {
  await using gateway = await startGateway({ status: 429, headers: { "retry-after": "15" } });
  const startedAt = performance.now();
  const error = await rejection(gateway.client({ deadline: 150 }).products.list(), TimeoutError);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect(error.message).toBe("products.list timed out after 150 ms (deadline)");
  expect(error.processed).toBe("no");
});

test("an attempt that times out before the deadline says so", async () => {
  await using gateway = await startGateway(silent);
  const client = gateway.client({ timeout: 50, deadline: 60_000, maxRetries: 0 });
  const { message } = await rejection(client.products.list(), TimeoutError);
  expect(message).toBe("products.list timed out after 50 ms (timeout)");
});

test("the deadline of a call replaces the client's, and may be shorter than an attempt", async () => {
  await using gateway = await startGateway(silent);
  const { transactions } = gateway.client({ deadline: 60_000 });
  const error = await rejection(transactions.refund(newRefund, { deadline: 70 }), TimeoutError);
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

test("a deadline of poll is that of all its requests", async () => {
  await using gateway = await startGateway({ status: 200, body: checkoutStatus });
  const checkout = { ...checkoutStatus.checkout, status: "pending", finished: false };
  await using pending = await startGateway({ status: 200, body: { checkout } });
  const options = { interval: 5, deadline: 300 };
  const poll = pending.client({ deadline: 60_000 }).checkouts.poll(TOKEN, options);
  const { message } = await rejection(poll, TimeoutError);
  expect(message).toBe("checkouts.poll timed out after 300 ms (deadline)");
  expect(pending.requests.length).toBeGreaterThan(1);
  expect((await gateway.client().checkouts.poll(TOKEN, { deadline: 60_000 })).token).toBe(TOKEN);
});

test("a deadline must be a number of milliseconds that a timer can have", async () => {
  await using gateway = await startGateway({ status: 200 });
  for (const deadline of [0, -1, 1.5, 2 ** 31, Number.NaN]) {
    const call = gateway.client().products.list({ deadline });
    expect((await rejection(call, ConfigurationError)).message, String(deadline)).toContain("deadline");
    const poll = gateway.client().checkouts.poll(TOKEN, { deadline });
    expect((await rejection(poll, ConfigurationError)).message).toContain("deadline");
  }
});
