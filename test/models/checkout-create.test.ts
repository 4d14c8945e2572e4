import { expect, test } from "vitest";
import { aCheckout, bodySentBy, createCheckout, having, refusalOf } from "./params.ts";

test.each([
  ["nothing", undefined, "is required"],
  ["null", null, "is required"],
  ["a list", [aCheckout], "must be an object"],
  ["a string", "order-1007", "must be an object"],
])("refuses %s instead of a request", async (_, value, message) => {
  const untyped = { params: aCheckout };
  Reflect.set(untyped, "params", value);
  const { errors } = await refusalOf(createCheckout(untyped.params));
  expect(errors).toStrictEqual({ checkout: [message] });
});

test("a method of payment that is new is sent", async () => {
  const params = having(aCheckout, { "payment_method.types": ["credit_card", "a_method_that_is_new"] });
  expect(await bodySentBy(createCheckout(params))).toStrictEqual({ checkout: params });
});

test("a field with a typing mistake is sent as it is", async () => {
  const params = having(aCheckout, { "order.traking_id": "order-1007" });
  expect(await bodySentBy(createCheckout(params))).toStrictEqual({ checkout: params });
});
