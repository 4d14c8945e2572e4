import { inspect } from "node:util";
import { expect, test } from "vitest";
import { InvalidRequestError, ValidationError } from "../../src/index.ts";
import { startGateway } from "../support/gateway.ts";
import { newCheckout, rejection } from "../transport/calls.ts";

const errors = {
  checkout: {
    order: { additional_data: { cart: { positions: { 0: { name: ["is missing"] } } } }, amount: ["is odd"] },
  },
};

test("console.log shows every problem of a refusal, at every depth", async () => {
  await using gateway = await startGateway({ status: 422, body: { errors } });
  const error = await rejection(gateway.client().checkouts.create(newCheckout), ValidationError);
  for (const shown of [inspect(error), inspect(error, { depth: 0 }), inspect({ failure: { error } })]) {
    expect(shown).not.toMatch(/\[(?:Object|Array)\]/);
    expect(shown).toMatch(/positions: \{\s*'0': \{\s*name: \[ 'is missing' \]/);
    expect(shown).toContain("'cart',");
    expect(shown).toContain("ValidationError: checkouts.create got 422");
    expect(shown).toContain("status: 422");
  }
});

test("console.log shows every problem of a request that was not sent", async () => {
  await using gateway = await startGateway({ status: 200 });
  const order = {
    ...newCheckout.order,
    additional_data: { cart: { positions: [{ name: "", amount: 0.5, quantity: 1, description: "x" }] } },
  };
  const error = await rejection(
    gateway.client().checkouts.create({ ...newCheckout, order }),
    InvalidRequestError,
  );
  const shown = inspect(error, { depth: Number.POSITIVE_INFINITY });
  expect(shown).not.toMatch(/\[(?:Object|Array)\]/);
  expect(shown).toContain("positions: {");
  expect(inspect(error)).toBe(shown);
});
