import { expect, expectTypeOf, test } from "vitest";
import * as z from "zod";
import * as mini from "zod/mini";
import * as client from "../../src/index.ts";
import { MODELS } from "./models.ts";

const { cartSchema, customerSchema, orderSchema, productCreateParamsSchema, settingsSchema } = client;

const form = z.object({
  email: customerSchema.shape.email,
  amount: orderSchema.shape.amount,
  agree: z.literal(true),
});

const miniForm = mini.object({
  email: customerSchema.shape.email,
  name: productCreateParamsSchema.shape.name,
  customer: mini.optional(customerSchema),
});

test("a merchant builds a form with zod from the fields of a model", () => {
  expectTypeOf<z.input<typeof form>>().toEqualTypeOf<{
    email?: string | null | undefined;
    amount: client.Amount;
    agree: true;
  }>();
  expect(form.parse({ amount: "3245", agree: true })).toStrictEqual({ amount: "3245", agree: true });
  expect(
    z.flattenError(form.safeParse({ email: 5, amount: 32.45, agree: true }).error ?? new z.ZodError([])),
  ).toMatchObject({
    fieldErrors: {
      email: ["must be a string"],
      amount: ["must be an integer in minimal units: 32.45 is written 3245"],
    },
  });
});

test("the same with zod/mini, from fields and whole models", () => {
  expectTypeOf<z.output<typeof miniForm>>().toEqualTypeOf<{
    email?: string | null | undefined;
    name: string;
    customer?: client.Customer | undefined;
  }>();
  expect(
    miniForm.safeParse({ name: "Pass", customer: { country: "DE", state: "BE" } }).error?.issues,
  ).toMatchObject([
    { path: ["customer", "state"], message: "must be two letters, only with country IN, US or CA" },
  ]);
});

test("every object model exposes the models of its fields", () => {
  const withoutShape = [...MODELS].filter(([, model]) => !("shape" in model));
  expect(withoutShape.map(([name]) => name)).toStrictEqual(["errorTreeSchema"]);
  expect(Object.keys(settingsSchema.shape)).toContain("save_card_toggle");
  expect(Object.keys(cartSchema.shape)).toStrictEqual(["positions"]);
});
