import { once } from "node:events";
import { expect, test } from "vitest";
import { ConnectionError, NotFoundError } from "../../src/index.ts";
import checkoutStatus from "../fixtures/checkout-status.json" with { type: "json" };
import product from "../fixtures/product.json" with { type: "json" };
import { SECRET_KEY, startGateway } from "../support/gateway.ts";
import { calls, rejection, TOKEN, unhandledRejectionsDuring } from "./calls.ts";

const headers = { "x-request-id": "req-7", "x-limit": "100" };

test.each(calls)("$operation resolves to its result, and with the answer around it", async (call) => {
  await using gateway = await startGateway({ ...call.answer, headers });
  const promise = call.run(gateway.client());
  expect(promise).toBeInstanceOf(Promise);
  expect(Object.getPrototypeOf(promise)).toBe(Promise.prototype);
  expect(await promise).toStrictEqual(call.result);
  if (!("withResponse" in promise) || typeof promise.withResponse !== "function") throw new Error("none");
  const response = await promise.withResponse();
  expect(response).toMatchObject({ status: call.answer.status, requestId: "req-7" });
  expect(response.data).toStrictEqual(call.result);
  expect(response.headers.get("x-limit")).toBe("100");
  expect(gateway.requests).toHaveLength(1);
});

test("an endpoint of request has it, with the type of its result", async () => {
  await using gateway = await startGateway({ status: 201, body: { uid: "1-2" } });
  const call = gateway.client().request<{ uid: string }>("POST", "/refunds", { body: {} });
  const { data, status, requestId } = await call.withResponse();
  expect(data.uid).toBe("1-2");
  expect([status, requestId]).toStrictEqual([201, undefined]);
});

test("poll has the answer of its last request", async () => {
  const checkout = { ...checkoutStatus.checkout, status: "successful", finished: true };
  await using gateway = await startGateway(
    { status: 503 },
    { status: 200, body: { checkout }, headers: { "x-request-id": "last" } },
  );
  const poll = gateway.client({ maxRetries: 0 }).checkouts.poll(TOKEN, { interval: 1 });
  expect(await poll.withResponse()).toMatchObject({ data: { token: TOKEN }, requestId: "last" });
  expect((await poll).token).toBe(TOKEN);
});

test("the headers have the shop's credentials replaced, like those of an error", async () => {
  const echo = { "x-echo": `key ${SECRET_KEY}`, "x-request-id": btoa(SECRET_KEY) };
  await using gateway = await startGateway({ status: 200, body: product, headers: echo });
  const response = await gateway.client().products.get(product.id).withResponse();
  expect(response.headers.get("x-echo")).toBe("key [redacted]");
  expect(response.requestId).toBe("[redacted]");
});

test("it rejects with the call's error, and leaves no rejection unhandled", async () => {
  await using gateway = await startGateway({ status: 404 });
  const unhandled = await unhandledRejectionsDuring(async () => {
    const call = gateway.client().products.get("none");
    const error = await rejection(call.withResponse(), NotFoundError);
    expect(await rejection(call, NotFoundError)).toBe(error);
    await rejection(gateway.client().products.get("none").withResponse(), NotFoundError);
  });
  expect(unhandled).toStrictEqual([]);
});

test("a call whose error nobody takes is an unhandled rejection", async () => {
  await using gateway = await startGateway((response) => response.destroy());
  const unhandled = await unhandledRejectionsDuring(async () => {
    const call = gateway.client({ maxRetries: 0 }).products.list();
    void call;
    await once(process, "unhandledRejection");
  });
  expect(unhandled).toStrictEqual([expect.any(ConnectionError)]);
});
