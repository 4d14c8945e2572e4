import { expect, onTestFinished, test } from "vitest";
import { PaymentsClient, PaymentsError } from "../../src/index.ts";
import { rejection } from "../client/calls.ts";
import { good } from "../client/construct.ts";
import { startGateway } from "../support/gateway.ts";

/** A call of each kind that makes errors begin at its caller. */
const failing: readonly [string, (client: PaymentsClient) => Promise<unknown>][] = [
  ["a method", ({ products }) => products.get("prd_1")],
  ["a method without a result", ({ products }) => products.update("prd_1", { name: "x" })],
  ["poll", ({ checkouts }) => checkouts.poll("t")],
  ["request", (client) => client.request("GET", `${client.baseUrl}/x`)],
  ["the constructor", async () => new PaymentsClient({ ...good, timeout: 0 })],
];

/** The error of a call that the gateway refuses. */
async function errorOf(run: (client: PaymentsClient) => Promise<unknown>): Promise<PaymentsError> {
  await using gateway = await startGateway({ status: 404 });
  return await rejection(run(gateway.client()), PaymentsError);
}

test.each<[string, keyof ErrorConstructor, unknown]>([
  ["there are no frames", "stackTraceLimit", 0],
  ["the engine captures no stack", "captureStackTrace", undefined],
])("errors keep their stack where %s", async (_where, property, value) => {
  const original: unknown = Error[property];
  onTestFinished(() => void Reflect.set(Error, property, original));
  Reflect.set(Error, property, value);
  for (const [, run] of failing) {
    const error = await errorOf(run);
    expect(String(error.stack).split("\n    at ")[0]).toBe(String(error));
  }
});

test("an error that the merchant's own code throws keeps its stack", async () => {
  const own = new Error("no such secret");
  const before = own.stack;
  const read = (): never => {
    throw own;
  };
  expect(() => new PaymentsClient(Object.defineProperty({ ...good }, "shopId", { get: read }))).toThrow(own);
  expect(own.stack).toBe(before);
});
