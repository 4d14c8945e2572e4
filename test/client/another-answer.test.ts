/** A gateway, a cache or a proxy that mixes up answers: what is asked for is what comes back. */
import { expect, test } from "vitest";
import { UnexpectedResponseError } from "../../src/index.ts";
import { startGateway } from "../support/gateway.ts";
import { callOf, rejection } from "./calls.ts";

const READS = [
  ["checkouts.get", "token"],
  ["transactions.get", "uid"],
  ["products.get", "id"],
] as const;

test.each(READS)("%s refuses the answer for another %s, and none fulfills that", async (operation, field) => {
  const call = callOf(operation);
  const { status, body } = JSON.parse(JSON.stringify(call.answer));
  const result = body.checkout ?? body.transaction ?? body;
  const asked = result[field];
  result[field] = "another";
  await using gateway = await startGateway({ status, body });
  const error = await rejection(call.run(gateway.client()), UnexpectedResponseError);
  const message = `${operation} got a 200 for another ${field}: another, not ${asked}. A mock must answer with the requested ${field}`;
  expect(error.message).toBe(message);
  expect(error).toMatchObject({ response: { status: 200, body }, safeToRetry: true });
});

test.each([
  ["1007", "order_id", { uid: "u-1", order_id: "1008" }],
  ["5b8f-1", "uid", { uid: "5b8f-2", order_id: "1007" }],
])("bills.get of %s refuses the bill of another %s", async (id, field, transaction) => {
  await using gateway = await startGateway({ status: 200, body: { transaction } });
  const error = await rejection(gateway.client().bills.get(id), UnexpectedResponseError);
  expect(error.message).toContain(`bills.get got a 200 for another ${field}: `);
  expect(error.message).toContain(`, not ${id}. `);
});

test.each(["1007", "u-1"])("bills.get of %s returns its bill", async (id) => {
  const transaction = { uid: "u-1", order_id: 1007 };
  await using gateway = await startGateway({ status: 200, body: { transaction } });
  expect(await gateway.client().bills.get(id)).toStrictEqual(transaction);
});

test("an id is compared as it was given, not as the address writes it", async () => {
  const id = "prd 1/ü%2F?";
  await using gateway = await startGateway({ status: 200, body: { id } });
  expect(await gateway.client().products.get(id)).toStrictEqual({ id });
  expect(gateway.requests[0]?.path).toBe("/products/prd%201%2F%C3%BC%252F%3F");
});
