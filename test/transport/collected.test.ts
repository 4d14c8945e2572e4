/** What holds nothing but a weak reference is gone after a garbage collection: a call must end all the same. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test, vi } from "vitest";
import { RequestAbortedError, TimeoutError } from "../../src/index.ts";
import { startGateway } from "../support/gateway.ts";
import { retryWithoutDelay } from "../support/retry-without-delay.ts";
import { newProduct, rejection } from "./calls.ts";

retryWithoutDelay();
setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

/** A gateway that is too busy for the first attempt, and never answers the second. */
async function openGateway() {
  const closed = vi.fn();
  const gateway = await startGateway({ status: 429, body: {} }, (response) => {
    response.on("close", closed);
    for (let times = 0; times < 3; times += 1) setTimeout(collect, 20 * times);
  });
  const isClosed = () => expect.poll(() => closed.mock.calls.length).toBe(1);
  const isHanging = () => expect.poll(() => gateway.requests.length).toBe(2);
  return { gateway, isClosed, isHanging, [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose]() };
}

test("an abort ends the second attempt at once, and its connection", async () => {
  await using opened = await openGateway();
  const { products } = opened.gateway.client({ maxRetries: 1 });
  const controller = new AbortController();
  const call = rejection(products.create(newProduct, { signal: controller.signal }), RequestAbortedError);
  await opened.isHanging();
  await new Promise((resolve) => setTimeout(resolve, 100));
  const startedAt = performance.now();
  controller.abort();
  await call;
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  await opened.isClosed();
});

test.each([{ timeout: 300 }, { deadline: 400 }])(
  "%o ends the connection of the second attempt",
  async (limit) => {
    await using opened = await openGateway();
    const { products } = opened.gateway.client({ maxRetries: 1, ...limit });
    await rejection(products.create(newProduct), TimeoutError);
    await opened.isClosed();
  },
);
