import { describe, expect, test } from "vitest";
import {
  aProduct,
  aProductSent,
  bodySentBy,
  createProduct,
  having,
  refusalOf,
  updateProduct,
} from "./params.ts";

describe.each([
  ["on creation", (fields: Record<string, unknown>) => createProduct({ ...aProduct, ...fields })],
  ["on update", (fields: Record<string, unknown>) => updateProduct({ ...fields })],
])("%s", (_, call) => {
  test.each([40, "40", 0, "0"])("refuses a quantity of %j beside infinite", async (quantity) => {
    const { errors } = await refusalOf(call({ infinite: true, quantity }));
    expect(errors).toStrictEqual({ quantity: ["must not be sent when infinite is true"] });
  });

  test("accepts a quantity with infinite: false", async () => {
    const body = await bodySentBy(call({ infinite: false, quantity: 3 }));
    expect(body).toMatchObject({ infinite: false, quantity: "3" });
  });

  test.each([null, "", undefined])(
    "accepts a quantity of %j with infinite as not given, and does not send it",
    async (quantity) => {
      const body = await bodySentBy(call({ infinite: true, quantity }));
      expect(body).toHaveProperty("infinite", true);
      expect(body).not.toHaveProperty("quantity");
    },
  );

  test("accepts an expiry with immortal", async () => {
    const body = await bodySentBy(call({ immortal: true, expired_at: "2027-01-01T00:00:00Z" }));
    expect(body).toMatchObject({ immortal: true, expired_at: "2027-01-01T00:00:00+00:00" });
  });
});

describe("a quantity", () => {
  const cases = [undefined, null, ""].flatMap((quantity) =>
    [undefined, null, false].map((infinite) => [quantity, infinite] as const),
  );
  test.each(cases)("is required: refuses %j with infinite %j", async (quantity, infinite) => {
    const { errors } = await refusalOf(createProduct(having(aProduct, { quantity, infinite })));
    expect(errors).toStrictEqual({ quantity: ["is required unless infinite is true"] });
  });

  test("may be left out of an infinite product", async () => {
    const { quantity, ...rest } = aProduct;
    const { quantity: _, ...sent } = aProductSent;
    expect(quantity).toBeDefined();
    expect(await bodySentBy(createProduct({ ...rest, infinite: true }))).toStrictEqual({
      ...sent,
      infinite: true,
    });
  });

  test.each(["true", "", 1, {}])(
    "is also required when infinite is %j, which is not true",
    async (infinite) => {
      const { errors } = await refusalOf(createProduct(having(aProduct, { quantity: undefined, infinite })));
      expect(errors).toStrictEqual({
        infinite: ["must be true or false"],
        quantity: ["is required unless infinite is true"],
      });
    },
  );
});

describe("an expiry", () => {
  const cases = [undefined, null, ""].flatMap((expiredAt) =>
    [undefined, null, false].map((immortal) => [expiredAt, immortal] as const),
  );
  test.each(cases)("is required: refuses %j with immortal %j", async (expired_at, immortal) => {
    const { errors } = await refusalOf(createProduct(having(aProduct, { expired_at, immortal })));
    expect(errors).toStrictEqual({ expired_at: ["is required unless immortal is true"] });
  });

  test("may be left out of an immortal product", async () => {
    const { expired_at, ...rest } = aProduct;
    const { expired_at: _, ...sent } = aProductSent;
    expect(expired_at).toBeDefined();
    expect(await bodySentBy(createProduct({ ...rest, immortal: true }))).toStrictEqual({
      ...sent,
      immortal: true,
    });
  });
});

test("a product in English needs no language", async () => {
  expect(await bodySentBy(createProduct(aProduct))).toStrictEqual(aProductSent);
});

test("a product that is both infinite and immortal needs neither quantity nor expiry", async () => {
  const { name, description, currency, amount } = aProduct;
  const always = { name, description, currency, amount, infinite: true, immortal: true };
  expect(await bodySentBy(createProduct(always))).toStrictEqual({
    ...always,
    amount: "12900",
    language: "en",
  });
});

test.each([
  ["nothing", undefined, "is required"],
  ["null", null, "is required"],
  ["a list", [aProduct], "must be an object"],
  ["a string", "Annual pass", "must be an object"],
  ["a number", 5, "must be an object"],
])("refuses %s instead of a product", async (_, value, message) => {
  const untyped = { params: aProduct };
  Reflect.set(untyped, "params", value);
  const { errors, message: text } = await refusalOf(createProduct(untyped.params));
  expect(errors).toStrictEqual({ base: [message] });
  expect(text).toBe(`products.create was not sent: ${message}`);
});
