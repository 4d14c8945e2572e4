import { describe, expect, test, vi } from "vitest";
import { InvalidRequestError, PaymentsError, type ValidationError } from "../../src/index.ts";
import product from "../fixtures/product.json" with { type: "json" };
import { startGateway } from "../support/gateway.ts";
import { newCheckout, rejection } from "../transport/calls.ts";
import { refusal } from "./refusal.ts";

/** Many levels with 100 000 leaves: 1.2 MiB. */
const deepAndWide = (): unknown => {
  let errors: unknown = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`f${n}`, ["x"]]));
  for (let level = 0; level < 90; level += 1) errors = { s: errors };
  return { errors };
};

const seconds = async <Value>(run: () => Promise<Value>): Promise<[Value, number]> => {
  const startedAt = performance.now();
  return [await run(), (performance.now() - startedAt) / 1000];
};

describe("an error is built in time and memory linear in the response", () => {
  const bodies: readonly [string, unknown][] = [
    ["1.2 MiB of nested errors", deepAndWide()],
    ["a key of a million dots", { errors: { [".".repeat(1_000_000)]: ["x"] } }],
    [
      "a hundred thousand dotted keys",
      { errors: Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`a.b.c.${n}`, "x"])) },
    ],
    [
      "a field with a hundred thousand messages",
      { errors: { a: Array.from({ length: 100_000 }, (_, n) => `m${n}`) } },
    ],
    [
      "a thousand fields under a name of a million characters",
      {
        errors: {
          ["x".repeat(1_000_000)]: Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [n, "x"])),
        },
      },
    ],
    ["a message of 16 MiB", { message: "x".repeat(16 * 1024 * 1024) }],
    ["a field's message of 16 MiB", { errors: { a: ["x".repeat(16 * 1024 * 1024)] } }],
    [
      "a thousand fields, and one more message inside response",
      {
        errors: Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`f${n}`, ["x"]])),
        response: { errors: "x" },
      },
    ],
    ["a hundred thousand empty sections", { errors: Array.from({ length: 100_000 }, () => ({})) }],
  ];

  test.each(bodies)("%s", async (_what, body) => {
    const before = process.memoryUsage().heapUsed;
    const [error, time] = await seconds<ValidationError>(() => refusal("checkout", { status: 422, body }));
    expect(error.message.length).toBeLessThanOrEqual(2_000);
    expect(error.issues.length).toBeLessThanOrEqual(1_000);
    expect(error.body).toStrictEqual(body);
    expect(time).toBeLessThan(5);
    expect((process.memoryUsage().heapUsed - before) / 2 ** 20).toBeLessThan(500);
  });
});

test("keeps the advice at the end of a truncated message", async () => {
  await using gateway = await startGateway({ status: 503, body: { message: "x".repeat(5_000) } });
  const error = await rejection(gateway.client().checkouts.create(newCheckout), PaymentsError);
  expect(error.message).toHaveLength(2_000);
  expect(error.message).toMatch(/x…\. The token may have been created: .*charges nothing\.$/);
});

test("names at most 1 000 problems of a request, in a message of at most 2 000 characters", async () => {
  await using gateway = await startGateway({ status: 200 });
  const positions = Array.from({ length: 2_000 }, () => ({ amount: 1.5 }));
  const params = {
    ...newCheckout,
    order: { ...newCheckout.order, additional_data: { cart: { positions } } },
  };
  const { checkouts } = gateway.client();
  const call: Promise<unknown> = Reflect.apply(checkouts.create, checkouts, [params]);
  const error = await rejection(call, InvalidRequestError);
  expect(error.message).toHaveLength(2_000);
  expect(error.issues).toHaveLength(1_000);
  expect(error.issues[999]?.path).toStrictEqual([
    "checkout",
    "order",
    "additional_data",
    "cart",
    "positions",
    "249",
    "description",
  ]);
});

test("reports at most 1 000 drifted fields", async () => {
  const body = Array.from({ length: 5_000 }, () => ({ ...product, amount: "1" }));
  await using gateway = await startGateway({ status: 200, body });
  const onDrift = vi.fn();
  expect(await gateway.client({ hooks: { onDrift } }).products.list()).toHaveLength(5_000);
  expect(onDrift.mock.calls[0]?.[0].issues).toHaveLength(1_000);
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
