import { expect, test } from "vitest";
import * as z from "zod/mini";
import { cardOnFileSchema, cartSchema, checkoutCreateParamsSchema, productSchema } from "../../src/index.ts";

const written = (model: z.core.$ZodType) => z.toJSONSchema(model, { unrepresentable: "any" });

test("JSON Schema sees objects, their fields, and which of them are required", () => {
  expect(written(checkoutCreateParamsSchema)).toMatchObject({
    type: "object",
    required: ["transaction_type", "order"],
    properties: {
      transaction_type: { enum: ["authorization", "payment", "payout", "tokenization", "charge"] },
      order: { type: "object", required: ["amount", "currency", "description"] },
    },
  });
});

test("JSON Schema sees arrays and what is in them", () => {
  expect(written(cartSchema)).toMatchObject({
    properties: {
      positions: { type: "array", items: { type: "object", properties: { name: { type: "string" } } } },
    },
  });
});

test("JSON Schema sees enumerations that may be left out", () => {
  expect(written(cardOnFileSchema)).toMatchObject({
    properties: { initiator: { anyOf: [{ enum: ["merchant", "customer"] }, { type: "null" }] } },
  });
  expect(written(cardOnFileSchema)).not.toHaveProperty("required");
});

test("JSON Schema sees the types of a product's fields", () => {
  expect(written(productSchema)).toMatchObject({
    properties: {
      id: { type: "string" },
      amount: { type: "integer" },
      quantity: { type: ["integer", "null"] },
      infinite: { type: "boolean" },
    },
  });
});
