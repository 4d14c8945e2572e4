import shipped from "payments-client/openapi.json" with { type: "json" };
import { expect, test } from "vitest";
import { document } from "./document.ts";

const { schemas } = document.components;

test("the package exports it", () => {
  expect(shipped).toStrictEqual(document);
  expect(shipped.openapi).toMatch(/^3\.1\./);
});

test("describes every endpoint, and what is posted to the merchant", () => {
  const operations = Object.entries(document.paths).flatMap(([path, operations]) =>
    ["get", "post", "put"].filter((method) => method in operations).map((method) => `${method} ${path}`),
  );
  expect(operations).toStrictEqual([
    "get /products",
    "post /products",
    "get /products/{product_id}",
    "put /products/{product_id}",
    "post /ctp/api/checkouts",
    "get /ctp/api/checkouts/{token}",
    "post /transactions/captures",
    "post /transactions/voids",
    "post /transactions/refunds",
    "get /transactions/{uid}",
    "get /v2/transactions/tracking_id/{tracking_id}",
  ]);
  expect(Object.keys(document.webhooks)).toStrictEqual(["transaction", "checkout", "payoutVerification"]);
});

test("describes every field of every section, in the words of its comment", () => {
  const silent = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties).flatMap(([field, { description, ...rest }]) =>
      description || "$ref" in rest ? [] : `${name}.${field}`,
    ),
  );
  expect(silent).toStrictEqual([]);
  expect(schemas["Order"]?.properties?.["amount"]?.description).toContain("minimal currency units");
});

test("says limits, formats and defaults where a program can read them", () => {
  expect(schemas["CustomField"]?.properties).toMatchObject({
    value: { type: ["string", "null"], maxLength: 255 },
    visible: { default: false },
  });
  expect(schemas["ProductCreateParams"]?.properties).toMatchObject({
    amount: { type: "string", pattern: "^[0-9]+$" },
    language: { default: "en" },
    transaction_type: { anyOf: [{ enum: ["payment", "authorization"] }, {}], default: "payment" },
  });
  expect(schemas["CheckoutCreateParams"]?.properties).toMatchObject({ attempts: { default: 1 } });
  expect(schemas["ProductUpdateParams"]?.properties?.["language"]).not.toHaveProperty("default");
});
