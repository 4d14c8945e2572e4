import { inspect } from "node:util";
import { expect, test, vi } from "vitest";
import type { DriftEvent } from "../../src/index.ts";
import { driftHooks } from "../../src/index.ts";
import checkoutCreated from "../fixtures/checkout-created.json" with { type: "json" };
import checkoutStatus from "../fixtures/checkout-status.json" with { type: "json" };
import product from "../fixtures/product.json" with { type: "json" };
import refunded from "../fixtures/refund.json" with { type: "json" };
import { startGateway } from "../support/gateway.ts";
import { callOf, calls, newCheckout } from "./calls.ts";

const status = checkoutStatus.checkout;

test.each(calls)("$operation reports nothing for a documented response", async (call) => {
  await using gateway = await startGateway(call.answer);
  const report = vi.fn();
  await call.run(gateway.client({ hooks: driftHooks(report) }));
  expect(report).not.toHaveBeenCalled();
});

/** A call, the result, and the paths of the fields that differ. */
test.each<[what: string, operation: string, result: unknown, paths: string[][]]>([
  ["an amount as a string", "products.get", { ...product, amount: "12900" }, [["amount"]]],
  ["a flag of an item", "products.list", [product, { ...product, test: "yes" }], [["1", "test"]]],
  [
    "a number as text of the receipt",
    "checkouts.create",
    { ...checkoutCreated.checkout, order: { additional_data: { receipt_text: [1] } } },
    [["order", "additional_data", "receipt_text"]],
  ],
  [
    "a section's status as a number",
    "transactions.refund",
    { ...refunded.transaction, amount: "2900", refund: { status: 1 } },
    [["amount"], ["refund", "status"]],
  ],
])("%s in the result of %s is returned and reported", async (_what, operation, result, paths) => {
  const roots = { products: result, checkouts: { checkout: result }, transactions: { transaction: result } };
  const body: unknown = Reflect.get(roots, operation.split(".")[0] ?? "");
  await using gateway = await startGateway({ status: 200, body });
  const report = vi.fn<(event: DriftEvent) => void>();
  const found = await callOf(operation).run(gateway.client({ hooks: driftHooks(report) }));
  expect(found).toStrictEqual(JSON.parse(JSON.stringify(result)));
  expect(report).toHaveBeenCalledOnce();
  const [event] = report.mock.calls[0] ?? [];
  expect(event?.operation).toBe(operation);
  expect(event?.issues).toMatchObject(paths.map((path) => ({ path, messages: [expect.any(String)] })));
  expect(event?.body).toStrictEqual(found);
});

test("an item that is not a product is drift, not a failure of the list", async () => {
  await using gateway = await startGateway({ status: 200, body: [product, null, 7, {}] });
  const report = vi.fn<(event: DriftEvent) => void>();
  const found = await gateway.client({ hooks: driftHooks(report) }).products.list();
  expect(found).toStrictEqual([product, null, 7, {}]);
  expect(report).toHaveBeenCalledOnce();
});

test("the body can be read, but is not logged or serialized: it may contain customer data", async () => {
  const body = { checkout: { ...status, test: "yes", customer: { email: "kim@example.com" } } };
  await using gateway = await startGateway({ status: 200, body });
  const report = vi.fn<(event: DriftEvent) => void>();
  await gateway.client({ hooks: driftHooks(report) }).checkouts.get(status.token);
  const [event] = report.mock.calls[0] ?? [];
  expect(JSON.stringify(event?.body)).toContain("kim@example.com");
  expect(inspect(event, { depth: Infinity })).not.toContain("kim@example.com");
  expect(JSON.stringify(event)).not.toContain("kim@example.com");
  expect(Object.keys(event ?? {}).sort()).toStrictEqual(["callId", "issues", "operation"]);
});

test("is reported with validate: false too", async () => {
  const order = { additional_data: { receipt_text: [1] } };
  const body = { checkout: { token: "t", redirect_url: "https://checkout.example/t", order } };
  await using gateway = await startGateway({ status: 200, body });
  const report = vi.fn();
  await gateway.client({ validate: false, hooks: driftHooks(report) }).checkouts.create(newCheckout);
  expect(report).toHaveBeenCalledOnce();
});

test("a token with 130 000 wrong values is returned, with 1 000 drifted fields", async () => {
  const receipt_text = Array.from({ length: 130_000 }, () => 1);
  const order = { additional_data: { receipt_text } };
  const checkout = { token: "t", redirect_url: "https://checkout.example/t", order };
  await using gateway = await startGateway({ status: 201, body: { checkout } });
  const report = vi.fn();
  const { checkouts } = gateway.client({ hooks: driftHooks(report) });
  expect(await checkouts.create(newCheckout)).toStrictEqual(checkout);
  expect(report.mock.calls[0]?.[0].issues).toHaveLength(1_000);
});
