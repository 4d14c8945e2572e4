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

/** A gateway that can be switched off and on. */
async function startSwitchedGateway() {
  const state = { isUp: false };
  const gateway = await startGateway((response) => {
    response.writeHead(state.isUp ? 200 : 503).end("[]");
  });
  return { gateway, state, [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose]() };
}

test("a failing gateway gets ten retries, then each call fails at once", async () => {
  await using gateway = await startGateway(DOWN);
  const client = gateway.client();
  await callTimes(client, 5);
  expect(gateway.requests).toHaveLength(15);
  await callTimes(client, 15);
  expect(gateway.requests).toHaveLength(30);
});

test("concurrent calls share the ten retries", async () => {
  await using gateway = await startGateway(DOWN);
  const client = gateway.client();
  await Promise.allSettled(Array.from({ length: 30 }, () => client.products.list()));
  expect(gateway.requests).toHaveLength(40);
});

test("a failing gateway gets at most 1.1 times the traffic", async () => {
  await using gateway = await startGateway(DOWN);
  await callTimes(gateway.client({ maxRetries: 5 }), 100);
  expect(gateway.requests.length).toBeLessThanOrEqual(110);
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

test("clients have separate budgets", async () => {
  await using gateway = await startGateway(DOWN);
  await callTimes(gateway.client(), 20);
  expect(gateway.requests).toHaveLength(30);
  await callTimes(gateway.client(), 20);
  expect(gateway.requests).toHaveLength(60);
});

test("ten successful calls earn one retry", async () => {
  await using switched = await startSwitchedGateway();
  const { gateway, state } = switched;
  const client = gateway.client();
  await callTimes(client, 20);
  state.isUp = true;
  await callTimes(client, 10);
  state.isUp = false;
  const before = gateway.requests.length;
  await callTimes(client, 3);
  expect(gateway.requests.length - before).toBe(3 + 1);
});

test("at most ten retries can be saved", async () => {
  await using switched = await startSwitchedGateway();
  const { gateway, state } = switched;
  const client = gateway.client();
  state.isUp = true;
  await callTimes(client, 50);
  state.isUp = false;
  const before = gateway.requests.length;
  await callTimes(client, 20);
  expect(gateway.requests.length - before).toBe(20 + 10);
});

test("a successful retry costs nothing", async () => {
  let arrived = 0;
  await using gateway = await startGateway((response) => {
    arrived += 1;
    response.writeHead(arrived % 2 === 0 ? 200 : 503).end("[]");
  });
  const client = gateway.client({ maxRetries: 1 });
  for (let call = 0; call < 30; call += 1) expect(await client.products.list()).toStrictEqual([]);
  expect(gateway.requests).toHaveLength(60);
});

test("refusals neither cost nor earn retries", async () => {
  let isDown = false;
  await using gateway = await startGateway((response) => {
    response.writeHead(isDown ? 503 : 422).end();
  });
  const client = gateway.client();
  await callTimes(client, 20);
  expect(gateway.requests).toHaveLength(20);
  isDown = true;
  await callTimes(client, 20);
  expect(gateway.requests).toHaveLength(20 + 30);
});
