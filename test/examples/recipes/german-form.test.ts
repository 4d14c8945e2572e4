import { PaymentsClient } from "payments-client";
import { Sandbox } from "payments-client/sandbox";
import { expect, test } from "vitest";
import { createProduct } from "../../../examples/recipes/german-form.ts";
import { aProduct } from "../../models/params.ts";

const payments = new PaymentsClient(new Sandbox().clientOptions);

test("a form says in German what is wrong with each field", async () => {
  const form = { ...aProduct, name: "", amount: -1, currency: "Euro", quantity: 3, infinite: true };
  expect(await createProduct(payments, form)).toStrictEqual({
    name: "Bitte ausfüllen.",
    amount: "Mindestens 0.",
    currency: "Bitte prüfen.",
    quantity: "Bitte leer lassen.",
  });
});

test("a form that is right creates the product", async () => {
  expect(await createProduct(payments, aProduct)).toStrictEqual({});
  expect(await payments.products.list()).toHaveLength(1);
});
