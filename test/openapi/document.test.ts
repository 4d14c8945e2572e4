import { expect, test } from "vitest";
import { document } from "./document.ts";

const { schemas } = document.components;

test("is OpenAPI 3.1", () => {
  expect(document.openapi).toMatch(/^3\.1\./);
});

test("has no empty text, no empty name, and no list without items", () => {
  const empty: string[] = [];
  const visit = (value: unknown, path: string): void => {
    if (value === "" || path.endsWith("/")) empty.push(path);
    if (typeof value !== "object" || value === null) return;
    for (const [key, inner] of Object.entries(value)) visit(inner, `${path}/${key}`);
    if (Array.isArray(value) && value.length === 0) empty.push(path);
  };
  visit(document, "");
  expect(empty).toStrictEqual([
    "/security/0/shop", // HTTP Basic has no scopes.
    "/paths//products/parameters",
    "/paths//transactions/payments/parameters",
    "/paths//transactions/authorizations/parameters",
    "/paths//transactions/captures/parameters",
    "/paths//transactions/voids/parameters",
    "/paths//transactions/refunds/parameters",
    "/components/schemas/NotGiven/anyOf/0/const",
  ]);
});

test("names its servers, their variables and its tags", () => {
  expect(document.servers).toMatchObject([
    { url: "{base_url}", variables: { base_url: { default: "https://api.gateway.example" } } },
    { url: "{checkout_url}", variables: { checkout_url: { default: "https://checkout.gateway.example" } } },
    { url: "{gateway_url}", variables: { gateway_url: { default: "https://gateway.example" } } },
  ]);
  const tags = document.tags.map(({ name }) => name);
  expect(tags).toStrictEqual(["products", "checkouts", "transactions", "webhooks"]);
  expect(document.info).toMatchObject({ license: { name: "MIT", identifier: "MIT" } });
});

test("describes every endpoint and every request to the merchant", () => {
  const operations = Object.entries(document.paths).flatMap(([path, operations]) =>
    ["get", "post", "put"].filter((method) => method in operations).map((method) => `${method} ${path}`),
  );
  const expected = [
    "get /products",
    "post /products",
    "get /products/{product_id}",
    "put /products/{product_id}",
    "post /ctp/api/checkouts",
    "get /ctp/api/checkouts/{token}",
    "post /transactions/payments",
    "post /transactions/authorizations",
    "post /transactions/captures",
    "post /transactions/voids",
    "post /transactions/refunds",
    "get /transactions/{uid}",
    "get /v2/transactions/tracking_id/{tracking_id}",
  ];
  expect(operations.sort()).toStrictEqual(expected.sort());
  expect(Object.keys(document.webhooks)).toStrictEqual(["transaction", "checkout", "payoutVerification"]);
});

test("has an example of every body", () => {
  const withoutExample: string[] = [];
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === "application/json" && !("example" in Object(inner))) withoutExample.push(path);
      visit(inner, `${path}/${key}`);
    }
  };
  visit({ ...document, components: { ...document.components, schemas: {} } }, "");
  expect(withoutExample).toStrictEqual([]);
});

test("marks responses that the reference does not show", () => {
  const responsesOf = (path: string, method: string) =>
    Object.entries(document.paths[path]?.[method]?.responses ?? {}).map(([status, response]) => {
      const { $ref = "" } = { $ref: "", ...response };
      const named = document.components.responses[$ref.split("/").at(-1) ?? ""];
      return [status, (named ?? response).description] as const;
    });
  const all = Object.entries(document.paths).flatMap(([path, operations]) =>
    ["get", "post", "put"].flatMap((method) =>
      method in operations
        ? responsesOf(path, method).map(([status, text]) => [method, status, text] as const)
        : [],
    ),
  );
  const unmarked = all.filter(
    ([method, status, text]) =>
      (status === "401" || (method === "put" && /^4(?:04|22)$/.test(status))) &&
      !text?.includes("The API reference does not show this response."),
  );
  expect(all.filter(([, status]) => status === "401")).toHaveLength(13);
  expect(unmarked).toStrictEqual([]);
});

test("describes every field of every section with its source comment", () => {
  const undescribed = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties).flatMap(([field, { description, ...rest }]) =>
      description || "$ref" in rest ? [] : `${name}.${field}`,
    ),
  );
  expect(undescribed).toStrictEqual([]);
  expect(schemas["Order"]?.properties?.["amount"]?.description).toContain("minor units");
});

test("has limits, formats and defaults in machine-readable form", () => {
  expect(schemas["CustomField"]?.properties).toMatchObject({
    value: { type: ["string", "null"], maxLength: 255 },
    // With a default at the field itself, openapi-typescript would make it required.
    visible: { anyOf: [{ type: "boolean", default: false }, { type: "null" }] },
  });
  expect(schemas["ProductCreateParams"]?.properties).toMatchObject({
    amount: { type: "string", pattern: "^[0-9]+$" },
    language: { type: "string", minLength: 1, default: "en" },
    transaction_type: { anyOf: [{ enum: ["payment", "authorization"], default: "payment" }, {}] },
  });
  expect(schemas["CheckoutCreateParams"]?.properties).toMatchObject({
    attempts: { anyOf: [{ type: "integer", default: 1 }, { type: "null" }] },
  });
  expect(schemas["ProductUpdateParams"]?.properties?.["language"]).toMatchObject({
    type: ["string", "null"],
  });
});

test("no schema contains itself, which generators of zod models could not compile", () => {
  const namesIn = (value: unknown): string[] =>
    Array.from(JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g), ([, name = ""]) => name);
  const inner = new Map(Object.entries(schemas).map(([name, schema]) => [name, namesIn(schema)]));
  const reachable = (name: string, seen = new Set<string>()): Set<string> => {
    for (const next of inner.get(name) ?? []) if (!seen.has(next)) reachable(next, seen.add(next));
    return seen;
  };
  expect(reachable("CheckoutCreateParams").size).toBeGreaterThan(10);
  expect(Object.keys(schemas).filter((name) => reachable(name).has(name))).toStrictEqual([]);
});

test("every array names its items, as Spectral asks", () => {
  const without: string[] = [];
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== "object" || value === null) return;
    const types = [Object(value).type].flat();
    if (types.includes("array") && !("items" in value)) without.push(path);
    for (const [key, inner] of Object.entries(value)) if (key !== "example") visit(inner, `${path}/${key}`);
  };
  visit(document, "");
  expect(without).toStrictEqual([]);
});
