import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { CUSTOMER_FIELDS } from "../conformance/tables/statement.ts";
import { testCases } from "../support/test-cases.ts";
import {
  aProduct,
  aProductSent,
  bodySentBy,
  createProduct,
  having,
  refusalOf,
  updateProduct,
} from "./params.ts";

describe.each(["name", "description", "currency", "amount"])("%s", (field) => {
  test.each([
    ["left out", undefined],
    ["null", null],
    ["empty", ""],
  ])("is required: refuses a product with it %s", async (_, nothing) => {
    const { errors } = await refusalOf(createProduct(having(aProduct, { [field]: nothing })));
    expect(errors).toStrictEqual({ [field]: ["is required"] });
  });
});

const nameOf = ([field, value]: readonly [string, unknown, ...unknown[]]): string =>
  `${field} ${inspect(value)}`;

const PAGE_URL = "must be an absolute URL, such as https://shop.example or myapp://paid";

const WRONG: readonly (readonly [string, unknown, string])[] = [
  ["name", 5, "must be a string"],
  ["name", ["Pass"], "must be a string"],
  ["description", {}, "must be a string"],
  ["description", false, "must be a string"],
  ["currency", 978, "must be an ISO 4217 alpha-3 code, such as EUR"],
  ["currency", "eur", "must be an ISO 4217 alpha-3 code, such as EUR"],
  ["currency", "EU", "must be an ISO 4217 alpha-3 code, such as EUR"],
  ["currency", "EURO", "must be an ISO 4217 alpha-3 code, such as EUR"],
  ["currency", "978", "must be an ISO 4217 alpha-3 code, such as EUR"],
  ["currency", " EUR", "must be an ISO 4217 alpha-3 code, such as EUR"],
  ["currency", "EUR\n", "must be an ISO 4217 alpha-3 code, such as EUR"],
  ["currency", "€€€", "must be an ISO 4217 alpha-3 code, such as EUR"],
  ["quantity", 1.5, "must be a whole number, or its digits"],
  ["quantity", -1, "must be a whole number, or its digits"],
  ["quantity", "many", "must be a whole number, or its digits"],
  ["quantity", " 5", "must be a whole number, or its digits"],
  ["quantity", true, "must be a whole number, or its digits"],
  ["quantity", [], "must be a whole number, or its digits"],
  ["quantity", Number.NaN, "must be a whole number, or its digits"],
  ["infinite", "false", "must be true or false"],
  ["infinite", 0, "must be true or false"],
  ["visible_fields", "email", "must be an array"],
  ["visible_fields", {}, "must be an array"],
  [
    "visible_fields",
    ["email", "mail"],
    `item 2 must be one of email, first_name, last_name, address, city, state, zip, phone, country, birth_date, taxpayer_id`,
  ],
  [
    "visible_fields",
    ["Email"],
    `item 1 must be one of email, first_name, last_name, address, city, state, zip, phone, country, birth_date, taxpayer_id`,
  ],
  ["visible_fields", [null], "item 1 is required"],
  ["test", "true", "must be true or false"],
  ["test", 1, "must be true or false"],
  ["immortal", "true", "must be true or false"],
  ["return_url", 5, PAGE_URL],
  ["return_url", "shop.example/thanks", PAGE_URL],
  ["return_url", "/thanks", PAGE_URL],
  ["return_url", "//shop.example/thanks", PAGE_URL],
  ["return_url", "localhost:3000/thanks", PAGE_URL],
  ["return_url", "javascript:alert(1)", PAGE_URL],
  ["return_url", "https://", PAGE_URL],
  ["return_url", " https://shop.example", PAGE_URL],
  ["shop_id", "4821", "must be an integer"],
  ["shop_id", 1.5, "must be an integer"],
  ["shop_id", 2 ** 53, "must be an integer"],
  ["language", 5, "must be a string"],
  ["language", ["en"], "must be a string"],
  ["transaction_type", "charge", "must be one of payment, authorization"],
  ["transaction_type", "Payment", "must be one of payment, authorization"],
  ["transaction_type", true, "must be one of payment, authorization"],
];

describe.each([
  ["on creation", (fields: Record<string, unknown>) => createProduct({ ...aProduct, ...fields })],
  ["on update", (fields: Record<string, unknown>) => updateProduct({ ...fields })],
])("%s", (_, call) => {
  testCases("refuses wrong values", WRONG, nameOf, async ([field, value, message]) => {
    const { errors } = await refusalOf(call({ [field]: value }));
    expect(errors).toStrictEqual({ [field]: [message] });
  });

  const valid: readonly [string, unknown][] = [
    ["infinite", false],
    ["visible_fields", CUSTOMER_FIELDS],
    ["visible_fields", []],
    ["test", true],
    ["test", false],
    ["immortal", true],
    ["immortal", false],
    ["return_url", "https://shop.example/thanks?order=7#top"],
    ["shop_id", 4821],
    ["language", "de"],
    ["language", "zh-Hans"],
    ["transaction_type", "payment"],
    ["transaction_type", "authorization"],
  ];
  testCases("sends other values unchanged", valid, nameOf, async ([field, value]) => {
    expect(await bodySentBy(call({ [field]: value }))).toHaveProperty(field, value);
  });

  test.each<[unknown, string]>([
    [40, "40"],
    ["40", "40"],
    [0, "0"],
    [1e3, "1000"],
  ])("sends a quantity of %j as a string", async (quantity, sent) => {
    expect(await bodySentBy(call({ quantity }))).toHaveProperty("quantity", sent);
  });

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

test("TypeScript refuses unknown fields and wrong values of a product", async () => {
  const { quantity, ...withoutQuantity } = aProduct;
  await refusalOf(
    createProduct({
      ...withoutQuantity,
      // @ts-expect-error a typing mistake
      quantiti: quantity,
    }),
  );
  await refusalOf(
    createProduct({
      ...aProduct,
      // @ts-expect-error neither a number, a bigint nor a string
      amount: true,
    }),
  );
  await refusalOf(
    createProduct({
      ...aProduct,
      // @ts-expect-error not one of the two
      transaction_type: "charge",
    }),
  );
  await refusalOf(
    createProduct({
      ...aProduct,
      // @ts-expect-error a field that the customer section does not have
      visible_fields: ["mail"],
    }),
  );
  const { name, ...withoutName } = aProduct;
  expect(name).toBeDefined();
  // @ts-expect-error a name is required
  await refusalOf(createProduct(withoutName));
});
