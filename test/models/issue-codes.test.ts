/** The code and parameters of everything that the SDK refuses, and the words of merchants who set their own in zod. */
import { afterEach, expect, test } from "vitest";
import * as z from "zod";
import * as locales from "zod/locales";
import {
  type CheckoutCreateParams,
  type Issue,
  orderSchema,
  productCreateParamsSchema,
} from "../../src/index.ts";
import {
  aCheckout,
  aProduct,
  createCheckout,
  createProduct,
  having,
  refusalOf,
  updateProduct,
} from "./params.ts";

const SAFE = Number.MAX_SAFE_INTEGER;
const TYPES = ["authorization", "payment", "payout", "tokenization", "charge"];
const CUSTOM_FIELDS = ["custom_field_1", "custom_field_2", "custom_field_3"];
const READ_ONLY = "settings.customer_fields.read_only";
const POSITION = { name: "One", amount: 1, quantity: 1, description: "One" };

type Row = readonly [path: string, value: unknown, code: Issue["code"], params: object, reported?: string];

const CHECKOUT: readonly Row[] = [
  ["order.amount", undefined, "required", {}],
  ["order.description", "", "required", {}],
  ["order.additional_data.cart", {}, "required", {}, "order.additional_data.cart.positions"],
  [READ_ONLY, ["email"], "required", { by: READ_ONLY }, "customer.email"],
  ["order", [], "type", { expected: "object" }],
  ["order.amount", 32.45, "type", { expected: "integer" }],
  ["order.amount", [5], "type", { expected: "integer" }],
  ["order.description", 5, "type", { expected: "string" }],
  ["order.expired_at", 5, "type", { expected: "date" }],
  ["order.additional_data.contract", "credit", "type", { expected: "array" }],
  ["attempts", 1.5, "type", { expected: "integer" }],
  ["attempts", 0, "too_small", { minimum: 1 }],
  ["test", "", "type", { expected: "boolean" }],
  ["order.currency", "Euro", "format", { format: "currency" }],
  ["order.expired_at", "soon", "format", { format: "datetime" }],
  ["customer.country", "Germany", "format", { format: "country" }],
  ["customer.birth_date", "1990-02-30", "format", { format: "date" }],
  ["settings.return_url", "shop.example", "format", { format: "url" }],
  ["settings.notification_url", "myapp://paid", "format", { format: "url" }],
  ["transaction_type", "transfer", "value", { values: TYPES }],
  ["order.additional_data.card_on_file.initiator", "x", "value", { values: ["merchant", "customer"] }],
  ["order.additional_data.contract", ["credit", 5], "type", { expected: "string", item: 2 }],
  ["order.custom_fields.custom_field_4", {}, "value", { values: CUSTOM_FIELDS }],
  ["order.amount", -1, "too_small", { minimum: 0 }],
  ["settings.auto_return", -1, "too_small", { minimum: 0 }],
  ["order.amount", 2n ** 64n, "too_big", { maximum: SAFE }],
  ["settings.agreement_toggle.text", "a".repeat(256), "too_long", { maximum: 255 }],
  ["order.custom_fields.custom_field_1.label", "a".repeat(51), "too_long", { maximum: 50 }],
  ["order.additional_data.cart.positions", [POSITION], "mismatch", { sum: 1, amount: 12900 }],
];

const base: CheckoutCreateParams = having(aCheckout, { "order.amount": 12900 });

test("each problem of a checkout has a stable code and its parameters", async () => {
  const expected: unknown[] = [];
  const found: unknown[] = [];
  for (const [path, value, code, params, reported = path] of CHECKOUT) {
    const { issues } = await refusalOf(createCheckout(having(base, { [path]: value })));
    expected.push([path, [{ path: ["checkout", ...reported.split(".")], code, params }]]);
    found.push([path, issues.map((issue) => ({ path: issue.path, code: issue.code, params: issue.params }))]);
  }
  expect(found).toStrictEqual(expected);
});

test("rules between the fields of a product name the other field and its value", async () => {
  const created = await refusalOf(
    createProduct(having(aProduct, { quantity: 3, infinite: true, immortal: false, expired_at: null })),
  );
  expect(created.issues).toMatchObject([
    { path: ["quantity"], code: "forbidden", params: { when: "infinite", is: true } },
    { path: ["expired_at"], code: "required", params: { unless: "immortal", is: true } },
  ]);
  const updated = await refusalOf(updateProduct({}));
  expect(updated.issues).toMatchObject([{ path: ["base"], code: "too_small", params: { minimum: 1 } }]);
});

test("two problems of one field are one issue, with the code of the first", async () => {
  const error = await refusalOf(createProduct(having(aProduct, { quantity: -1, infinite: true })));
  expect(error.issues).toStrictEqual([
    {
      path: ["quantity"],
      messages: ["must be a whole number, or its digits", "must not be sent when infinite is true"],
      code: "too_small",
      params: { minimum: 0 },
    },
  ]);
});

test("zod's issues have zod's codes and values", () => {
  const order = { amount: -5, currency: "Euro", description: "", expired_at: "soon" };
  expect(orderSchema.safeParse(order).error?.issues).toMatchObject([
    { path: ["amount"], code: "too_small", origin: "int", minimum: 0, inclusive: true },
    { path: ["currency"], code: "invalid_format", format: "currency" },
    { path: ["description"], code: "too_small", origin: "string", minimum: 1 },
    { path: ["expired_at"], code: "invalid_format", format: "datetime" },
  ]);
});

const messagesOf = (model: z.core.$ZodType, value: unknown): string[] =>
  z.safeParse(model, value).error?.issues.map(({ message }) => message) ?? [];

const { localeError, customError } = z.config();
afterEach(() => {
  z.config({ localeError, customError });
});

const WRONG = having(aProduct, { name: 5, amount: -5, quantity: 3, infinite: true });

test("the words are the SDK's own beside the locale that zod sets by itself", () => {
  z.config(locales.en());
  expect(messagesOf(productCreateParamsSchema, WRONG)).toStrictEqual([
    "must be a string",
    "must be 0 or more (it is -5)",
    "must not be sent when infinite is true",
  ]);
});

test("a merchant's locale applies, except to rules between fields, for which it has no words", () => {
  z.config(locales.de());
  expect(messagesOf(productCreateParamsSchema, WRONG)).toStrictEqual([
    "Ungültige Eingabe: erwartet string, erhalten Zahl",
    "Zu klein: erwartet, dass int >=0 ist",
    "must not be sent when infinite is true",
  ]);
});

test("a merchant's error map applies to what it knows, rules between fields included", () => {
  z.config({
    customError: ({ code, params }) => {
      if (code === "too_small") return { message: "zu klein" };
      return code === "custom" ? `nicht bei ${Object(params).when}` : undefined;
    },
  });
  expect(messagesOf(productCreateParamsSchema, WRONG)).toStrictEqual([
    "must be a string",
    "zu klein",
    "nicht bei infinite",
  ]);
});

test("errors of the client keep their words, whatever a merchant sets in zod", async () => {
  z.config({ ...locales.de(), customError: ({ input }) => `wrong: ${String(input)}` });
  const { message } = await refusalOf(createProduct(having(aProduct, { name: 5 })));
  expect(message).toBe("products.create was not sent: name must be a string");
});
