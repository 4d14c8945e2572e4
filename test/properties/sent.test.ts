/** Parameters arrive unchanged, except for the documented form of amounts, quantities, times and language. */

import { describe, expect, test } from "vitest";
import { PaymentsClient, ValidationError } from "../../src/index.ts";
import { minorUnits } from "../../src/payments/currencies.ts";
import { Sandbox } from "../../src/sandbox/index.ts";
import checkoutCreated from "../fixtures/checkout-created.json" with { type: "json" };
import product from "../fixtures/product.json" with { type: "json" };
import { startGateway } from "../support/gateway.ts";
import { fc } from "./fast-check.ts";
import { checkoutSent, productSent, validCheckout, validProduct } from "./valid-params.ts";

/** Objects for comparison: without `undefined`, which JSON omits, and with sorted keys. */
const sorted = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  return Object.entries(value)
    .map(([field, inner]): [string, unknown] => [field, sorted(inner)])
    .sort(([first], [second]) => (first < second ? -1 : 1));
};

const asJson = (value: unknown): unknown => sorted(JSON.parse(JSON.stringify(value)));

describe.each([true, false])("with validate: %s", (validate) => {
  test("a product arrives as passed", async () => {
    await using gateway = await startGateway({ status: 201, body: product });
    const client = gateway.client({ validate });
    await fc.assert(
      fc.asyncProperty(validProduct, async (params) => {
        await client.products.create(params);
        expect(asJson(JSON.parse(gateway.requests.at(-1)?.body ?? ""))).toStrictEqual(
          asJson(productSent(params)),
        );
      }),
    );
  });

  test("a payment token request arrives as passed", async () => {
    await using gateway = await startGateway({ status: 200, body: checkoutCreated });
    const client = gateway.client({ validate });
    await fc.assert(
      fc.asyncProperty(validCheckout, async (params) => {
        await client.checkouts.create(params);
        const arrived: unknown = JSON.parse(gateway.requests.at(-1)?.body ?? "");
        expect(asJson(arrived)).toStrictEqual(asJson({ checkout: checkoutSent(params) }));
      }),
    );
  });
});

test("params are not modified", async () => {
  await using gateway = await startGateway({ status: 201, body: { ...product, ...checkoutCreated } });
  const client = gateway.client();
  await fc.assert(
    fc.asyncProperty(validProduct, validCheckout, async (ofProduct, ofCheckout) => {
      const before = structuredClone([ofProduct, ofCheckout]);
      await client.products.create(ofProduct);
      await client.checkouts.create(ofCheckout);
      expect(sorted([ofProduct, ofCheckout])).toStrictEqual(sorted(before));
    }),
    { numRuns: 30 },
  );
});

describe("the sandbox accepts what the client accepts", () => {
  const client = new PaymentsClient(new Sandbox().clientOptions);

  /** Refusals that only a gateway decides: unknown currencies, and a price of 0. */
  const gatewayRefuses = (code: string, amount: unknown = 1): boolean =>
    minorUnits(code) === undefined || Number(amount) === 0;

  test("for products, except for an unknown currency and a price of 0", async () => {
    await fc.assert(
      fc.asyncProperty(validProduct, async (params) => {
        const outcome: unknown = await client.products.create(params).catch((error: unknown) => error);
        expect(outcome instanceof ValidationError).toBe(gatewayRefuses(params.currency, params.amount));
        if (outcome instanceof ValidationError) return;
        expect(outcome).toMatchObject({ name: params.name, amount: Number(params.amount) });
        const { id = "" } = { ...Object(outcome) };
        expect(await client.products.get(id)).toStrictEqual(outcome);
      }),
    );
  });

  test("for payment tokens, except for an unknown currency", async () => {
    await fc.assert(
      fc.asyncProperty(validCheckout, async (params) => {
        const outcome: unknown = await client.checkouts.create(params).catch((error: unknown) => error);
        expect(outcome instanceof ValidationError).toBe(gatewayRefuses(params.order.currency));
        if (outcome instanceof ValidationError) return;
        const { token = "" } = { ...Object(outcome) };
        const status = await client.checkouts.get(token);
        expect(status.order).toMatchObject({ amount: Number(params.order.amount) });
      }),
    );
  });
});
