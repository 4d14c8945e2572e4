/** What holds nothing but a weak reference is gone after a garbage collection: a call must end all the same. */
import { setTimeout as wait } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test, vi } from "vitest";
import { PaymentsClient, RequestAbortedError, TimeoutError } from "../../src/index.ts";
import product from "../fixtures/product.json" with { type: "json" };
import { startGateway } from "../support/gateway.ts";
import { retryWithoutDelay } from "../support/retry-without-delay.ts";
import { stopTime } from "../support/stop-time.ts";
import { newProduct, rejection } from "./calls.ts";
import { good } from "./construct.ts";

retryWithoutDelay();
setFlagsFromString("--expose-gc");
const collect: (options?: { type: "minor" }) => void = runInNewContext("gc");

/** A gateway that is too busy for the first attempt, and never answers the second, after which garbage is collected. */
async function openGateway() {
  const hanging = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  const gateway = await startGateway({ status: 429, body: {} }, async (response) => {
    response.on("close", closed.resolve);
    for (let times = 0; times < 3; times += 1) {
      await wait(20);
      collect();
    }
    hanging.resolve();
  });
  return {
    gateway,
    hanging: hanging.promise,
    closed: closed.promise,
    [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose](),
  };
}

test("an abort ends the second attempt at once, and its connection", async () => {
  await using opened = await openGateway();
  const { products } = opened.gateway.client({ maxRetries: 1 });
  const controller = new AbortController();
  const call = rejection(products.create(newProduct, { signal: controller.signal }), RequestAbortedError);
  await opened.hanging;
  const startedAt = performance.now();
  controller.abort();
  await call;
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  await opened.closed;
});

test.each([{ timeout: 300 }, { deadline: 400 }])("%o ends the second attempt's connection", async (limit) => {
  using time = stopTime();
  await using opened = await openGateway();
  const onRetry = vi.fn();
  const { products } = opened.gateway.client({ maxRetries: 1, hooks: { onRetry }, ...limit });
  const call = rejection(products.create(newProduct), TimeoutError);
  await time.until(() => onRetry.mock.calls.length === 1);
  await time.advance(1);
  await opened.hanging;
  await time.advance(400);
  await call;
  await opened.closed;
});

test("a minor collection frees the lists of earlier calls", async () => {
  const rows = Array.from({ length: 2_000 }, (_, number) => ({ ...product, id: `prd_${number}` }));
  const text = JSON.stringify(rows);
  const { products } = new PaymentsClient({ ...good, fetch: async () => new Response(text) });
  const list = async (): Promise<void> => {
    await products.list();
    for (let times = 0; times < 2; times += 1) {
      await wait(0);
      collect({ type: "minor" });
    }
  };
  for (let warmUp = 0; warmUp < 10; warmUp += 1) await list();
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let calls = 0; calls < 5; calls += 1) await list();
  // One list takes more than a megabyte.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(text.length);
});
