import { expect, test } from "vitest";
import type { PaymentsClient } from "../../src/index.ts";
import { type Answer, startGateway } from "../support/gateway.ts";
import { retryWithoutDelay } from "../support/retry-without-delay.ts";
import { newProduct } from "./calls.ts";

retryWithoutDelay();

const DOWN: Answer = { status: 503 };

/** Makes calls one after another, and ignores their results. */
async function callTimes(client: PaymentsClient, times: number): Promise<void> {
  for (let call = 0; call < times; call += 1) await Promise.allSettled([client.products.list()]);
}

/** A gateway whose status can be changed. */
async function startSwitchedGateway() {
  const state = { status: 503 };
  const gateway = await startGateway((response) => {
    response.writeHead(state.status, state.status === 429 ? { "retry-after": "1" } : {}).end("[]");
  });
  return { ...gateway, state };
}

test("concurrent calls share the ten retries", async () => {
  await using gateway = await startGateway(DOWN);
  const client = gateway.client();
  await Promise.allSettled(Array.from({ length: 30 }, () => client.products.list()));
  expect(gateway.requests).toHaveLength(40);
});

test("reads and writes share the budget", async () => {
  await using gateway = await startGateway({ status: 429 });
  const client = gateway.client({ maxRetries: 10 });
  await Promise.allSettled([client.products.create(newProduct)]);
  expect(gateway.requests).toHaveLength(11);
  await Promise.allSettled([
    client.products.create(newProduct),
    client.products.update("prd_1", { name: "Pass" }),
    client.checkouts.get("t"),
  ]);
  expect(gateway.requests).toHaveLength(14);
});

test("a limit that names the time of the next request takes nothing from the budget", async () => {
  await using gateway = await startSwitchedGateway();
  gateway.state.status = 429;
  const client = gateway.client({ maxRetries: 1 });
  await Promise.allSettled(Array.from({ length: 12 }, () => client.products.list()));
  expect(gateway.requests).toHaveLength(24);
  gateway.state.status = 503;
  await callTimes(client, 12);
  expect(gateway.requests).toHaveLength(24 + 12 + 10);
});

test("a success after such a limit returns no retry", async () => {
  await using gateway = await startSwitchedGateway();
  const client = gateway.client({ maxRetries: 1 });
  await callTimes(client, 20);
  gateway.state.status = 429;
  const recovers = client.withOptions({ hooks: { onRetry: () => (gateway.state.status = 200) } });
  await recovers.products.list();
  gateway.state.status = 503;
  const before = gateway.requests.length;
  await callTimes(client, 1);
  expect(gateway.requests.length - before).toBe(1);
});

test("each client has ten retries of its own, then its calls fail at once", async () => {
  await using gateway = await startGateway(DOWN);
  await callTimes(gateway.client(), 20);
  expect(gateway.requests).toHaveLength(30);
  await callTimes(gateway.client(), 20);
  expect(gateway.requests).toHaveLength(60);
});

test("ten successful calls earn one retry", async () => {
  await using gateway = await startSwitchedGateway();
  const client = gateway.client();
  await callTimes(client, 20);
  gateway.state.status = 200;
  await callTimes(client, 10);
  gateway.state.status = 503;
  const before = gateway.requests.length;
  await callTimes(client, 3);
  expect(gateway.requests.length - before).toBe(3 + 1);
});

test.each([
  ["at most ten retries can be saved", 200],
  ["refusals neither cost nor earn retries", 422],
])("%s", async (_what, status) => {
  await using gateway = await startSwitchedGateway();
  const client = gateway.client();
  gateway.state.status = status;
  await callTimes(client, 50);
  gateway.state.status = 503;
  await callTimes(client, 20);
  expect(gateway.requests).toHaveLength(50 + 20 + 10);
});

test("a successful retry costs nothing", async () => {
  await using gateway = await startSwitchedGateway();
  const onRetry = () => {
    gateway.state.status = 200;
  };
  const client = gateway.client({ maxRetries: 1, hooks: { onRetry } });
  for (let call = 0; call < 30; call += 1) {
    gateway.state.status = 503;
    expect(await client.products.list()).toStrictEqual([]);
  }
  expect(gateway.requests).toHaveLength(60);
});
