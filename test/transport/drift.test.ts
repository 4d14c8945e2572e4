import { inspect } from "node:util";
import { describe, expect, test, vi } from "vitest";
import type { DriftEvent } from "../../src/index.ts";
import checkoutCreated from "../fixtures/checkout-created.json" with { type: "json" };
import checkoutStatus from "../fixtures/checkout-status.json" with { type: "json" };
import product from "../fixtures/product.json" with { type: "json" };
import products from "../fixtures/products.json" with { type: "json" };
import { startGateway } from "../support/gateway.ts";
import { calls, newCheckout, newProduct } from "./calls.ts";

const status = checkoutStatus.checkout;

test.each(calls)("$operation reports nothing for a documented response", async (call) => {
  await using gateway = await startGateway(call.answer);
  const onDrift = vi.fn();
  await call.run(gateway.client({ hooks: { onDrift } }));
  expect(onDrift).not.toHaveBeenCalled();
});

test.each<[string, unknown, string[]]>([
  ["an amount as a string", { ...product, amount: "12900" }, ["amount"]],
  ["an amount with decimals", { ...product, amount: 129.5 }, ["amount"]],
  ["a quantity as a string", { ...product, quantity: "40" }, ["quantity"]],
  ["a flag as a number", { ...product, test: 1 }, ["test"]],
  ["a flag as null", { ...product, infinite: null }, ["infinite"]],
  ["a link that is null", { ...product, pay_url: null }, ["pay_url"]],
  ["a link that is missing", { ...product, pay_url: undefined }, ["pay_url"]],
  ["a list instead of an object", { ...product, additional_data: [] }, ["additional_data"]],
  ["two at once", { ...product, amount: "1", name: 5 }, ["name", "amount"]],
])("a product with %s is returned and reported", async (_what, body, fields) => {
  await using gateway = await startGateway({ status: 200, body });
  const onDrift = vi.fn<(event: DriftEvent) => void>();
  const found = await gateway.client({ hooks: { onDrift } }).products.get(product.id);
  expect(found).toStrictEqual(JSON.parse(JSON.stringify(body)));
  expect(onDrift).toHaveBeenCalledOnce();
  const [event] = onDrift.mock.calls[0] ?? [];
  expect(event?.operation).toBe("products.get");
  expect(event?.issues).toStrictEqual(
    fields.map((field) => expect.objectContaining({ path: [field], messages: [expect.any(String)] })),
  );
  expect(event?.body).toStrictEqual(found);
});

describe.each([
  {
    operation: "products.create",
    body: { ...product, amount: "1" },
    last: "amount",
  },
  { operation: "products.list", body: [...products, { ...product, amount: "1" }], last: "amount" },
  {
    operation: "checkouts.create",
    body: { checkout: { ...checkoutCreated.checkout, redirect_url: "" } },
    last: "redirect_url",
  },
  {
    operation: "checkouts.get",
    body: { checkout: { ...status, order: { ...status.order, amount: "1" } } },
    last: "amount",
  },
])("$operation", ({ operation, body, last }) => {
  test("is reported once, with operation and field, and the call resolves", async () => {
    const call = calls.find((one) => one.operation === operation);
    await using gateway = await startGateway({ status: 200, body });
    const onDrift = vi.fn<(event: DriftEvent) => void>();
    const result = await call?.run(gateway.client({ hooks: { onDrift } }));
    expect(result).toStrictEqual("checkout" in body ? body.checkout : body);
    expect(onDrift).toHaveBeenCalledOnce();
    const [event] = onDrift.mock.calls[0] ?? [];
    expect(event?.operation).toBe(operation);
    expect(event?.issues.map(({ path }) => path.at(-1))).toStrictEqual([last]);
  });
});

test("names the item of a list", async () => {
  await using gateway = await startGateway({ status: 200, body: [product, { ...product, test: "yes" }] });
  const onDrift = vi.fn<(event: DriftEvent) => void>();
  await gateway.client({ hooks: { onDrift } }).products.list();
  expect(onDrift.mock.calls[0]?.[0].issues[0]?.path).toStrictEqual(["1", "test"]);
});

test("an item that is not a product is drift, not a failure of the list", async () => {
  await using gateway = await startGateway({ status: 200, body: [product, null, 7, {}] });
  const onDrift = vi.fn<(event: DriftEvent) => void>();
  const found = await gateway.client({ hooks: { onDrift } }).products.list();
  expect(found).toStrictEqual([product, null, 7, {}]);
  expect(onDrift).toHaveBeenCalledOnce();
});

test("the body can be read, but is not logged or serialized: it may contain customer data", async () => {
  const body = { checkout: { ...status, test: "yes", customer: { email: "kim@example.com" } } };
  await using gateway = await startGateway({ status: 200, body });
  const onDrift = vi.fn<(event: DriftEvent) => void>();
  await gateway.client({ hooks: { onDrift } }).checkouts.get(status.token);
  const [event] = onDrift.mock.calls[0] ?? [];
  expect(JSON.stringify(event?.body)).toContain("kim@example.com");
  expect(inspect(event, { depth: Infinity })).not.toContain("kim@example.com");
  expect(JSON.stringify(event)).not.toContain("kim@example.com");
  expect(Object.keys(event ?? {}).sort()).toStrictEqual(["callId", "issues", "operation"]);
});

test("is ignored without an onDrift hook", async () => {
  await using gateway = await startGateway({ status: 201, body: { id: "prd_1", amount: "1" } });
  expect(await gateway.client().products.create(newProduct)).toStrictEqual({ id: "prd_1", amount: "1" });
});

test("is reported with validate: false too", async () => {
  const body = { checkout: { token: "t", redirect_url: "" } };
  await using gateway = await startGateway({ status: 200, body });
  const onDrift = vi.fn();
  await gateway.client({ validate: false, hooks: { onDrift } }).checkouts.create(newCheckout);
  expect(onDrift).toHaveBeenCalledOnce();
});
