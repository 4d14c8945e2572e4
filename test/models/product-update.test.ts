import { expect, test } from "vitest";
import { startGateway } from "../support/gateway.ts";
import { bodySentBy, having, refusalOf, updateProduct } from "./params.ts";

test("sends a PUT with only the given fields", async () => {
  await using gateway = await startGateway({ status: 204 });
  await gateway.client().products.update("prd_7c1e04b29f3a5d68", { amount: 500, infinite: true });
  const [request] = gateway.requests;
  expect(request?.method).toBe("PUT");
  expect(request?.path).toBe("/products/prd_7c1e04b29f3a5d68");
  expect(request?.body).toBe('{"amount":"500","infinite":true}');
});

test.each([
  ["infinite: false", { infinite: false }],
  ["immortal: false", { immortal: false }],
])("accepts %s alone: the other field may already be set", async (_, params) => {
  expect(await bodySentBy(updateProduct(params))).toStrictEqual(params);
});

test.each([
  ["{}", {}],
  ["{ name: undefined }", { name: undefined }],
  ["fields that are all undefined", { name: undefined, amount: undefined, undocumented: undefined }],
])("refuses %s: there is nothing to update", async (_, fields) => {
  const { errors, message } = await refusalOf(updateProduct(having({}, fields)));
  expect(errors).toStrictEqual({ base: ["must have at least one field"] });
  expect(message).toBe("products.update was not sent: must have at least one field");
});
