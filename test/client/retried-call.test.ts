import { expect, test } from "vitest";
import { ConnectionError, PaymentsError, ServerError } from "../../src/index.ts";
import { startGateway } from "../support/gateway.ts";
import { retryWithoutDelay } from "../support/retry-without-delay.ts";
import { callOf, newCheckout, newProduct, rejection } from "./calls.ts";

retryWithoutDelay();

test("never retries a POST that failed after a safe retry", async () => {
  await using gateway = await startGateway({ status: 429 }, (response) => response.socket?.destroy());
  const error = await rejection(gateway.client().products.create(newProduct), ConnectionError);
  expect(error.safeToRetry).toBe(false);
  expect(gateway.requests).toHaveLength(2);
});

test("tells what to check first when a POST may have been processed, and only then", async () => {
  const down = { status: 503 };
  await using gateway = await startGateway(down, down, down, { status: 422 });
  const { products, checkouts } = gateway.client({ maxRetries: 0 });
  const messageOf = async (call: Promise<unknown>) => (await rejection(call, PaymentsError)).message;
  expect(await messageOf(products.create(newProduct))).toBe(
    "products.create got 503. The product may have been created, so first look for it with products.list.",
  );
  expect(await messageOf(checkouts.create(newCheckout))).toBe(
    "checkouts.create got 503. The token may have been created. Create another and show only that one, because a token alone charges nothing.",
  );
  expect(await messageOf(products.list())).toBe("products.list got 503");
  expect(await messageOf(products.create(newProduct))).toBe("products.create got 422");
});

test.each([
  ["checkouts.create", undefined, false],
  ["checkouts.create", false, false],
  ["checkouts.create", true, true],
])("a lost %s with resend %s: safe to retry %s", async (operation, resend, safeToRetry) => {
  await using gateway = await startGateway((response) => response.socket?.destroy());
  const options = Object.assign({ maxRetries: 1 }, { resend });
  const lost = callOf(operation).run(gateway.client(), options);
  expect(await rejection(lost, ConnectionError)).toMatchObject({ safeToRetry });
  expect(gateway.requests).toHaveLength(safeToRetry ? 2 : 1);
});

test.each([
  [0, undefined, 1],
  [2, undefined, 3],
  [undefined, undefined, 3],
  [2, 0, 1],
  [0, 1, 2],
])("maxRetries %s of the client and %s of the call: sent %d times", async (client, call, sends) => {
  await using gateway = await startGateway({ status: 503 });
  const run = gateway.client({ maxRetries: client }).products.list({ maxRetries: call });
  await rejection(run, ServerError);
  expect(gateway.requests).toHaveLength(sends);
});
