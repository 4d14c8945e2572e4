import { expect, test } from "vitest";
import checkoutCreated from "../fixtures/checkout-created.json" with { type: "json" };
import checkoutStatus from "../fixtures/checkout-status.json" with { type: "json" };
import errorCheckout from "../fixtures/error-checkout.json" with { type: "json" };
import errorProduct from "../fixtures/error-product.json" with { type: "json" };
import errorWrapped from "../fixtures/error-wrapped.json" with { type: "json" };
import expired from "../fixtures/notification-expired.json" with { type: "json" };
import transaction from "../fixtures/notification-transaction.json" with { type: "json" };
import product from "../fixtures/product.json" with { type: "json" };
import products from "../fixtures/products.json" with { type: "json" };
import { problemsOf, responseProblems } from "./validate.ts";

const PRODUCTS = "https://api.gateway.example/products";
const CHECKOUTS = "https://checkout.gateway.example/ctp/api/checkouts";

test.each([
  ["a new product", "POST", PRODUCTS, 201, product],
  ["a product", "GET", `${PRODUCTS}/${product.id}`, 200, product],
  ["all products", "GET", PRODUCTS, 200, products],
  ["a refused product", "POST", PRODUCTS, 422, errorProduct],
  ["a refused product, wrapped", "PUT", `${PRODUCTS}/${product.id}`, 422, errorWrapped],
  ["a payment token", "POST", CHECKOUTS, 200, checkoutCreated],
  ["a payment token with another status", "POST", CHECKOUTS, 201, checkoutCreated],
  ["the status of a payment token", "GET", `${CHECKOUTS}/6d0f`, 200, checkoutStatus],
  ["a refused payment token", "POST", CHECKOUTS, 422, errorCheckout],
  ["a refused payment token, wrapped", "POST", CHECKOUTS, 400, errorWrapped],
])("%s matches the document", (_, method, url, status, body) => {
  expect(responseProblems(method, url, status, JSON.stringify(body))).toStrictEqual([]);
});

test.each([
  ["TransactionNotification", transaction],
  ["CheckoutNotification", expired],
  ["CheckoutNotification", { checkout: expired }],
  ["PayoutVerification", { uid: "5b8f1f0e", amount: 12900, currency: "EUR" }],
  ["PayoutVerification", { transaction: { uid: "5b8f", type: "payout", amount: 12900, currency: "EUR" } }],
])("a %s matches the document", (component, body) => {
  expect(problemsOf(component, body)).toStrictEqual([]);
});

test.each([
  ["a product without id", "Product", { ...product, id: undefined }],
  ["a price with decimals", "Product", { ...product, amount: 32.45 }],
  ["an invalid creation time", "Product", { ...product, created_at: "yesterday" }],
  ["an invalid time of the last change", "Product", { ...product, updated_at: "yesterday" }],
  ...["pay_url", "payment_url", "confirm_url"].map((field): [string, string, object] => [
    `an invalid ${field}`,
    "Product",
    { ...product, [field]: "nowhere" },
  ]),
  ["an invalid redirect_url", "Checkout", { token: "6d0f", redirect_url: "nowhere" }],
  ["a token without redirect_url", "Checkout", { token: "6d0f" }],
  ["a status without token", "CheckoutStatus", { ...checkoutStatus.checkout, token: "" }],
  ["a transaction without uid", "TransactionNotification", { transaction: {} }],
  ["errors that are not messages", "ProductErrorBody", { ...errorProduct, errors: { currency: 1 } }],
])("%s does not match the document", (_, component, body) => {
  expect(problemsOf(component, JSON.parse(JSON.stringify(body)))).not.toStrictEqual([]);
});
