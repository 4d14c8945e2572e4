import { expect, test } from "vitest";
import product from "./fixtures/product.json" with { type: "json" };
import { SECRET_KEY, SHOP_ID, startGateway } from "./support/gateway.ts";

test("creates a product over real HTTP", async () => {
  await using gateway = await startGateway({ status: 201, body: product });
  const created = await gateway.client().products.create({
    name: "Annual pass",
    description: "Entry for one person, twelve months",
    currency: "EUR",
    amount: 12900,
    quantity: 40,
    expired_at: new Date("2027-01-01T00:00:00.500Z"),
  });
  expect(created).toStrictEqual(product);
  const [request] = gateway.requests;
  expect(request?.method).toBe("POST");
  expect(request?.path).toBe("/products");
  expect(request?.headers.authorization).toBe(`Basic ${btoa(`${SHOP_ID}:${SECRET_KEY}`)}`);
  expect(JSON.parse(request?.body ?? "")).toStrictEqual({
    name: "Annual pass",
    description: "Entry for one person, twelve months",
    currency: "EUR",
    amount: "12900",
    quantity: "40",
    expired_at: "2027-01-01T00:00:00+00:00",
    language: "en",
  });
});
