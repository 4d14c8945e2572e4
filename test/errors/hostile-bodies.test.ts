/** Bodies that a gateway never sends on purpose: they cost neither time nor memory, and keep the error class. */
import { expect, test } from "vitest";
import { InvalidRequestError, ValidationError } from "../../src/index.ts";
import { newCheckout, rejection } from "../client/calls.ts";
import { startGateway } from "../support/gateway.ts";
import { type Endpoint, refusal } from "./refusal.ts";

const LEVELS = 10_000;

const fieldsOf = (length: number, nameOf: (index: number) => string): object =>
  Object.fromEntries(Array.from({ length }, (_, index) => [nameOf(index), ["x"]]));

/** Ninety levels with 100 000 leaves: 1.2 MiB. */
const deepAndWide = (): object => {
  let errors = fieldsOf(100_000, (n) => `f${n}`);
  for (let level = 0; level < 90; level += 1) errors = { s: errors };
  return { errors };
};

const nested = (open: string, close: string) =>
  `{"message":"no","errors":${open.repeat(LEVELS)}"deep"${close.repeat(LEVELS)}}`;

test.each<[string, Endpoint, unknown]>([
  ["1.2 MiB of nested errors", "checkout", deepAndWide()],
  ["a key of a million dots", "checkout", { errors: { [".".repeat(1_000_000)]: ["x"] } }],
  [
    "a thousand fields under a name of a million characters",
    "checkout",
    { errors: { ["x".repeat(1_000_000)]: fieldsOf(1_000, String) } },
  ],
  ["a message of 4 MiB", "checkout", { message: "x".repeat(4 * 1024 * 1024) }],
  [
    "a thousand fields, and one more message inside response",
    "checkout",
    { errors: fieldsOf(1_000, (n) => `f${n}`), response: { errors: "x" } },
  ],
  ["ten thousand levels of objects with the same key", "product", nested('{"a":', "}")],
  ["ten thousand objects named checkout", "checkout", nested('{"checkout":', "}")],
  ["ten thousand levels of arrays", "product", nested("[", "]")],
  ["nested responses", "product", `${'{"response":'.repeat(LEVELS)}{"message":"no"}${"}".repeat(LEVELS)}`],
  ["ten thousand dots", "product", { message: "no", errors: { ["a.".repeat(LEVELS)]: ["deep"] } }],
  ["a million arrays beside one another", "product", `{"message":"no","list":[${"[],".repeat(1e6)}"[["]}`],
])("%s: the error is built in time and memory linear in the response", async (what, endpoint, body) => {
  const before = process.memoryUsage().heapUsed;
  const startedAt = performance.now();
  const error = await refusal(endpoint, { status: 422, body });
  // Half a second on an idle machine; a time that grows with the square would be minutes.
  expect(performance.now() - startedAt).toBeLessThan(30_000);
  expect((process.memoryUsage().heapUsed - before) / 2 ** 20).toBeLessThan(500);
  expect(error.constructor).toBe(ValidationError);
  expect(error.requestId).toBeUndefined();
  expect(error.message.length).toBeLessThanOrEqual(2_000);
  expect(error.issues.length).toBeLessThanOrEqual(1_000);
  if (typeof body === "object") expect(error.response.body).toStrictEqual(body);
  else expect(JSON.stringify(error.issues).length).toBeLessThan(100_000);
  if (what.startsWith("a million")) expect(error.message).toContain("got 422: no");
});

test("a __proto__ key pollutes no prototype", async () => {
  const body =
    '{"message":"no","errors":{"__proto__":{"polluted":["a"]},"constructor":{"prototype":{"polluted":"b"}}}}';
  const error = await refusal("product", { status: 422, body });
  expect({}).not.toHaveProperty("polluted");
  expect(JSON.stringify(error.response.body)).toBe(body);
  expect(error.issues).toStrictEqual([
    { path: ["__proto__", "polluted"], messages: ["a"] },
    { path: ["constructor", "prototype", "polluted"], messages: ["b"] },
  ]);
  expect(Object.getPrototypeOf(error.errors)).toBe(Object.prototype);
});

test("an object is no message", async () => {
  const error = await refusal("product", { status: 404, body: { message: { en: "Not found" } } });
  expect(error.message).not.toContain("[object");
});

test("truncates only messages longer than 2 000 characters, and keeps the advice at their end", async () => {
  const messageWith = async (length: number, endpoint: Endpoint, status: number) =>
    (await refusal(endpoint, { status, body: { message: "x".repeat(length) } })).message;
  const whole = await messageWith(1_975, "product", 422);
  expect(whole).toBe(`products.create got 422: ${"x".repeat(1_975)}`);
  expect(whole).toHaveLength(2_000);
  expect(await messageWith(1_976, "product", 422)).toBe(`products.create got 422: ${"x".repeat(1_974)}…`);
  const advice = await messageWith(5_000, "checkout", 503);
  expect(advice).toHaveLength(2_000);
  expect(advice).toMatch(/x…\. The token may have been created\. .*charges nothing\.$/);
});

test("a request with 130 000 wrong cart positions is refused with 1 000 problems, in 2 000 characters", async () => {
  await using gateway = await startGateway({ status: 201 });
  const positions = Array.from({ length: 130_000 }, () => ({ amount: 1.5 }));
  const order = { ...newCheckout.order, additional_data: { cart: { positions } } };
  const { checkouts } = gateway.client();
  const call: Promise<unknown> = Reflect.apply(checkouts.create, checkouts, [{ ...newCheckout, order }]);
  const error = await rejection(call, InvalidRequestError);
  expect(error.message).toHaveLength(2_000);
  expect(error.issues).toHaveLength(1_000);
  const last = ["checkout", "order", "additional_data", "cart", "positions", "249", "description"];
  expect(error.issues[999]?.path).toStrictEqual(last);
  expect(gateway.requests).toHaveLength(0);
});
