import { expect, test } from "vitest";
import {
  completeCheckout,
  completeCheckoutSent,
  completeProduct,
  completeProductSent,
} from "./complete-params.ts";
import { createCheckout, createProduct, textSentBy, updateProduct } from "./params.ts";

test("a payment token request with every documented field arrives as documented, byte for byte", async () => {
  const text = await textSentBy(createCheckout(completeCheckout));
  expect(text).toBe(JSON.stringify({ checkout: completeCheckoutSent }));
});

test.each([
  ["creation", createProduct],
  ["update", updateProduct],
])("a product's %s with every documented field arrives as documented, byte for byte", async (_, call) => {
  expect(await textSentBy(call(completeProduct))).toBe(JSON.stringify(completeProductSent));
});

test("sending does not modify the parameters, which may be deeply frozen", async () => {
  const freeze = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    Object.values(value).forEach(freeze);
    Object.freeze(value);
  };
  const frozen = structuredClone(completeCheckout);
  freeze(frozen);
  expect(await textSentBy(createCheckout(frozen))).toBe(JSON.stringify({ checkout: completeCheckoutSent }));
  expect(frozen).toStrictEqual(completeCheckout);
});
