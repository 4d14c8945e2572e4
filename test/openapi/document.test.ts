import shipped from "payments-client/openapi.json" with { type: "json" };
import { expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { document, nodesIn } from "./document.ts";

const { schemas } = document.components;

const nodes = nodesIn(document);

test("is OpenAPI 3.1, and exported by the package in its version", () => {
  expect(document.openapi).toMatch(/^3\.1\./);
  expect(document.info.version).toBe(manifest.version);
  expect(shipped).toStrictEqual(document);
});

test("has no empty text, no empty name, and no list without items", () => {
  const empty = nodes.filter(
    ([path, node]) => node === "" || path.endsWith("/") || (Array.isArray(node) && node.length === 0),
  );
  expect(empty.map(([path]) => path)).toStrictEqual([
    "/security/0/shop", // HTTP Basic has no scopes.
    ...["/paths//products/parameters", "/paths//transactions/payments/parameters"],
    ...["/paths//transactions/authorizations/parameters", "/paths//transactions/captures/parameters"],
    ...["/paths//transactions/voids/parameters", "/paths//transactions/refunds/parameters"],
    ...["/paths//beyag/payments/parameters", "/components/schemas/NotGiven/anyOf/0/const"],
  ]);
});

test("names its servers, their variables and its tags", () => {
  expect(document.servers).toMatchObject([
    { url: "{base_url}", variables: { base_url: { default: "https://api.gateway.example" } } },
    { url: "{checkout_url}", variables: { checkout_url: { default: "https://checkout.gateway.example" } } },
    { url: "{gateway_url}", variables: { gateway_url: { default: "https://gateway.example" } } },
  ]);
  const tags = document.tags.map(({ name }) => name);
  expect(tags).toStrictEqual(["products", "checkouts", "transactions", "bills", "webhooks"]);
  expect(document.info).toMatchObject({ license: { name: "MIT", identifier: "MIT" } });
});

test("has an example of every body", () => {
  const bodies = nodes.filter(
    ([path]) => path.endsWith("/application/json") && !path.startsWith("/components/schemas"),
  );
  expect(bodies.length).toBeGreaterThan(20);
  for (const [path, body] of bodies) expect(body, path).toHaveProperty("example");
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
