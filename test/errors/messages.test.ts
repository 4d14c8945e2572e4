import { expect, test } from "vitest";
import errorProduct from "../fixtures/error-product.json" with { type: "json" };
import errorWrapped from "../fixtures/error-wrapped.json" with { type: "json" };
import { startGateway } from "../support/gateway.ts";
import { type Endpoint, refusal } from "./refusal.ts";

test.each<[string, Endpoint, unknown, string]>([
  ["is the gateway's message", "product", errorProduct, errorProduct.message],
  ["is the message inside response", "checkout", errorWrapped, errorWrapped.response.message],
  ["is a message without errors", "product", { message: "Record not found" }, "Record not found"],
  ["is the text under error", "product", { error: "Unauthorized", status: 401 }, "Unauthorized"],
  ["skips an empty message", "product", { message: "", response: { message: "is odd" } }, "is odd"],
  ["is built from the errors without one", "product", { errors: { amount: ["is odd"] } }, "amount is odd"],
  [
    "names the path to a field",
    "checkout",
    { errors: { "order.amount": ["is odd", "is low"], base: "is closed" } },
    "checkout.order.amount is odd, is low; checkout is closed",
  ],
  [
    "names each field next to the gateway's message",
    "checkout",
    { message: "Order is invalid", errors: { order: { amount: ["is odd"], currency: ["is unknown"] } } },
    ": Order is invalid (checkout.order.amount is odd; checkout.order.currency is unknown)",
  ],
  [
    "repeats no message that the gateway's message has",
    "product",
    { message: "Duplicate transaction", errors: { base: ["Duplicate transaction"] } },
    "got 422: Duplicate transaction. The product",
  ],
  ["names a field that ends in base", "product", { errors: { database: ["is odd"] } }, "database is odd"],
  ["is the base error without a field name", "product", { errors: "shop is closed" }, ": shop is closed"],
])("%s", async (_what, endpoint, body, said) => {
  const error = await refusal(endpoint, { status: 422, body });
  expect(error.message).toContain(said);
  expect(error.message).toMatch(/^(products|checkouts)\.create got 422/);
  expect(error.stack).toContain(said);
});

test.each<[number, string, RegExp]>([
  [404, "", /^products\.create got 404$/],
  [422, "null", /^products\.create got 422$/],
  [401, "", /^products\.create got 401\. .*shopId.*secretKey/],
])("of a %d with the body %j contains only what the response says", async (status, body, message) => {
  expect((await refusal("product", { status, body })).message).toMatch(message);
});

test.each<[number, string, string]>([
  [
    403,
    "<!DOCTYPE html><html><head><title>Attention Required! | Cloudflare</title>",
    " (Attention Required! | Cloudflare)",
  ],
  [401, "\n<html>\n<title lang=en>\n  Sign\n  in </title>", " (Sign in)"],
  [502, "<html><h1>Bad Gateway</h1></html>", ""],
  [404, `<html><title>${"x".repeat(5_000)}</title>`, ""],
])("of a %d with a web page names the page, not the key", async (status, body, title) => {
  const { message } = await refusal("product", { status, body });
  expect(message).toContain(`products.create got ${status}: a web page answered${title}`);
  expect(message).not.toContain("secretKey");
});

test("of a 401 with XML still gives the advice about the key", async () => {
  const { message } = await refusal("product", { status: 401, body: "<?xml version='1.0'?><error/>" });
  expect(message).toBe("products.create got 401. Check shopId and secretKey");
});

test("of a 200 with a web page names the page", async () => {
  await using gateway = await startGateway({ status: 200, body: "<html><title>Welcome</title></html>" });
  await expect(gateway.client().products.list()).rejects.toThrow(
    /unreadable 200: a web page answered \(Welcome\)$/,
  );
});

test.each<[string, string | undefined, string]>([
  [
    "https",
    "https://api.example/products?session=abc#top",
    ". Redirects to https://api.example are not followed",
  ],
  [
    "another port",
    "https://kim:s3cret@api.example:8443/",
    ". Redirects to https://api.example:8443 are not followed",
  ],
  ["a path", "/login", ""],
  ["nowhere", undefined, ""],
])("of a redirect to %s names the origin that it leads to, and nothing else", async (_, location, advice) => {
  for (const status of [301, 302, 307, 308]) {
    const error = await refusal("checkout", { status, headers: location === undefined ? {} : { location } });
    expect(error.message).toMatch(/ The token may have been created\. .+/);
    expect(error.message.split(". The token")[0]).toBe(`checkouts.create got ${status}${advice}`);
  }
});

test("of a response that is not a redirect ignores its Location", async () => {
  const headers = { location: "https://api.example/products" };
  for (const status of [400, 404]) {
    expect((await refusal("product", { status, headers })).message).toBe(`products.create got ${status}`);
  }
});

test("of a gateway's sentence is followed by the advice without a second full stop", async () => {
  const of = async (status: number) =>
    (await refusal("checkout", { status, body: { message: "Try later." } })).message;
  expect(await of(401)).toBe("checkouts.create got 401: Try later. Check shopId and secretKey");
  expect(await of(500)).toMatch(/^checkouts\.create got 500: Try later\. The token may .+\.$/);
});
