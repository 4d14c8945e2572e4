import { describe, expect, test } from "vitest";
import { InvalidRequestError, PaymentsError } from "../../src/index.ts";
import { newCheckout, rejection } from "../client/calls.ts";
import { startGateway } from "../support/gateway.ts";
import { refusal } from "./refusal.ts";

/** Many levels with 100 000 leaves: 1.2 MiB. */
const deepAndWide = (): unknown => {
  let errors: unknown = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`f${n}`, ["x"]]));
  for (let level = 0; level < 90; level += 1) errors = { s: errors };
  return { errors };
};

describe("an error is built in time and memory linear in the response", () => {
  const listOf = <Item>(length: number, itemOf: (index: number) => Item): Item[] =>
    Array.from({ length }, (_, index) => itemOf(index));
  const fieldsOf = (length: number, nameOf: (index: number) => string): object =>
    Object.fromEntries(listOf(length, (index) => [nameOf(index), "x"]));

  const bodies: readonly [string, unknown][] = [
    ["1.2 MiB of nested errors", deepAndWide()],
    ["a key of a million dots", { errors: { [".".repeat(1_000_000)]: ["x"] } }],
    [
      "a thousand fields under a name of a million characters",
      { errors: { ["x".repeat(1_000_000)]: fieldsOf(1_000, String) } },
    ],
    ["a message of 16 MiB", { message: "x".repeat(16 * 1024 * 1024) }],
    [
      "a thousand fields, and one more message inside response",
      { errors: fieldsOf(1_000, (n) => `f${n}`), response: { errors: "x" } },
    ],
  ];

  test.each(bodies)("%s", async (_what, body) => {
    const before = process.memoryUsage().heapUsed;
    const startedAt = performance.now();
    const error = await refusal("checkout", { status: 422, body });
    // Half a second on an idle machine; a time that grows with the square would be minutes.
    expect(performance.now() - startedAt).toBeLessThan(30_000);
    expect(error.message.length).toBeLessThanOrEqual(2_000);
    expect(error.issues.length).toBeLessThanOrEqual(1_000);
    expect(error.response.body).toStrictEqual(body);
    expect((process.memoryUsage().heapUsed - before) / 2 ** 20).toBeLessThan(500);
  });
});

test("rows of brackets that are almost too long do not hold up the process", async () => {
  const body = `${"[".repeat(99_999)} `.repeat(20);
  await using gateway = await startGateway({ status: 500, body }, { status: 200, body });
  const client = gateway.client({ maxRetries: 0 });
  const startedAt = performance.now();
  for (const status of [500, 200]) {
    const error = await rejection(client.products.list(), PaymentsError);
    expect(error, String(status)).toMatchObject({ response: { body } });
  }
  // Half a second on an idle machine; searched for the row, each would take 25.
  expect(performance.now() - startedAt).toBeLessThan(15_000);
});

test("keeps the advice at the end of a truncated message", async () => {
  await using gateway = await startGateway({ status: 503, body: { message: "x".repeat(5_000) } });
  const error = await rejection(gateway.client().checkouts.create(newCheckout), PaymentsError);
  expect(error.message).toHaveLength(2_000);
  expect(error.message).toMatch(/x…\. The token may have been created\. .*charges nothing\.$/);
});

test("has the gateway's request id", async () => {
  await using gateway = await startGateway(
    { status: 422, headers: { "x-request-id": "req-7" } },
    { status: 200, body: "<html>", headers: { "X-Request-ID": "req-8" } },
    { status: 404 },
  );
  const { products } = gateway.client();
  const idOf = async () => Reflect.get(await rejection(products.list(), PaymentsError), "requestId");
  expect([await idOf(), await idOf(), await idOf()]).toStrictEqual(["req-7", "req-8", undefined]);
});

test("truncates only messages longer than 2 000 characters", async () => {
  const messageWith = async (length: number) =>
    (await refusal("product", { status: 422, body: { message: "x".repeat(length) } })).message;
  const [whole, cut] = await Promise.all([messageWith(1_975), messageWith(1_976)]);
  expect(whole).toBe(`products.create got 422: ${"x".repeat(1_975)}`);
  expect(whole).toHaveLength(2_000);
  expect(cut).toBe(`products.create got 422: ${"x".repeat(1_974)}…`);
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
