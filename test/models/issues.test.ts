/** Many problems at once. `conformance` has the message of each. */
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { checkoutCreateParamsSchema, checkoutStatusSchema, orderSchema } from "../../src/index.ts";
import checkoutStatus from "../fixtures/checkout-status.json" with { type: "json" };
import { completeCheckout } from "./complete-params.ts";
import { aCheckout, having, pathsOf } from "./params.ts";

const REQUEST = having(aCheckout, {
  attempts: "",
  "order.amount": -5,
  "order.currency": "",
  "order.additional_data.contract": ["recurring", 5],
  "order.additional_data.cart.positions": [{ name: 5, amount: 1.5, quantity: 1, description: "One" }],
  "settings.style": "dark",
  "travel.airline.legs": {},
});

const MESSAGES = {
  attempts: "must be an integer, 1 or more",
  "order.amount": "must be 0 or more (it is -5)",
  "order.currency": "is required",
  "order.additional_data.contract.1": "must be a string",
  "order.additional_data.cart.positions.0.name": "must be a string",
  "order.additional_data.cart.positions.0.amount":
    'must be an integer in minor units: 32.45 is written 3245 (it is 1.5; toMinorUnits("32.45", currency) converts a price exactly)',
  "settings.style": "must be an object",
  "travel.airline.legs": "must be an array",
};

const byPath = (issues: readonly { path: readonly PropertyKey[]; message: string }[]) =>
  Object.fromEntries(issues.map(({ path, message }) => [path.map(String).join("."), message]));

const errorOf = (model: z.core.$ZodType, value: unknown): z.core.$ZodError => {
  const { error } = z.safeParse(model, value);
  if (!error) throw new Error("nothing is wrong with it");
  return error;
};

describe("each problem is one issue with its own path and message", () => {
  const error = errorOf(checkoutCreateParamsSchema, REQUEST);

  test("for safeParse", () => {
    expect(byPath(error.issues)).toStrictEqual(MESSAGES);
    expect(error.issues).toHaveLength(Object.keys(MESSAGES).length);
  });

  test("through Standard Schema", async () => {
    const result = await checkoutCreateParamsSchema["~standard"].validate(REQUEST);
    const issues = (result.issues ?? []).map(({ path = [], message }) => ({
      path: path.map((step) => (typeof step === "object" ? step.key : step)),
      message,
    }));
    expect(byPath(issues)).toStrictEqual(MESSAGES);
  });

  test("for responses", () => {
    const answer = having(checkoutStatus.checkout, {
      "gateway_response.payment.rrn": 5,
      "order.additional_data": { cart: { positions: [{ amount: "5" }] } },
      "payment_method.types": [5],
    });
    expect(byPath(errorOf(checkoutStatusSchema, answer).issues)).toStrictEqual({
      "gateway_response.payment.rrn": "must be a string",
      "order.additional_data.cart.positions.0.amount": "must be an integer",
      "payment_method.types.0": "must be a string",
    });
  });
});

test("never uses zod's wording, for any value in any field", () => {
  for (const wrong of [5.5, true, [[]], { "": 1 }, "¿", Symbol("s"), () => 5]) {
    for (const path of pathsOf(completeCheckout)) {
      const request = having(completeCheckout, { transaction_type: "none", [path]: wrong });
      for (const { message, code } of errorOf(checkoutCreateParamsSchema, request).issues) {
        expect(message).toMatch(/^(?:must|is required|amounts)/);
        expect(code).not.toBe("invalid_union");
      }
    }
  }
});

test("a model reports the same problems alone and inside another model", () => {
  const order = { amount: 32.45, currency: 5 };
  const alone = byPath(errorOf(orderSchema, order).issues);
  const inside = byPath(errorOf(z.object({ order: orderSchema }), { order }).issues);
  expect(inside).toStrictEqual(
    Object.fromEntries(Object.entries(alone).map(([path, message]) => [`order.${path}`, message])),
  );
});
