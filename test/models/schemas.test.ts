import { expect, test } from "vitest";
import * as z from "zod/mini";
import { PARAMS } from "../../src/api/params.ts";
import { RESULTS } from "../../src/api/results.ts";
import * as exported from "../../src/index.ts";
import {
  checkoutStatusSchema,
  customFieldsSchema,
  eripPaymentSchema,
  errorTreeSchema,
  transactionSchema,
} from "../../src/index.ts";
import bill from "../fixtures/bill.json" with { type: "json" };
import checkoutCreated from "../fixtures/checkout-created.json" with { type: "json" };
import checkoutStatus from "../fixtures/checkout-status.json" with { type: "json" };
import errorCheckout from "../fixtures/error-checkout.json" with { type: "json" };
import errorProduct from "../fixtures/error-product.json" with { type: "json" };
import errorWrapped from "../fixtures/error-wrapped.json" with { type: "json" };
import eripPending from "../fixtures/notification-erip-pending.json" with { type: "json" };
import expired from "../fixtures/notification-expired.json" with { type: "json" };
import notification from "../fixtures/notification-transaction.json" with { type: "json" };
import product from "../fixtures/product.json" with { type: "json" };
import products from "../fixtures/products.json" with { type: "json" };
import refund from "../fixtures/refund.json" with { type: "json" };
import charged from "../fixtures/transaction-saved-card.json" with { type: "json" };
import { valuesOf } from "./complete-params.ts";
import { MODELS, type Name } from "./models.ts";
import { having } from "./params.ts";

const modelOf = (name: Name) => {
  const model = MODELS.get(name);
  if (!model) throw new Error(`${name} is not exported`);
  return model;
};

test("the model of each operation is exported under the name of its type", () => {
  for (const [type, model] of Object.entries({ ...PARAMS, ...RESULTS })) {
    const name = `${type[0]?.toLowerCase()}${type.slice(1)}Schema`;
    expect(Reflect.get(exported, name), `${name} in src/index.ts`).toBe(model);
  }
});

const OBJECTS = [...MODELS].filter(([, model]) => "shape" in model);

/** Requests with every field: each table of the reference has a model, some a second one without the rules. */
const REQUESTS = [...MODELS.keys()].flatMap((name) => {
  const values = valuesOf(name.replace(/(Fields)?Schema$/, "").replace(/^./, (first) => first.toUpperCase()));
  return Object.keys(values).length === 0 ? [] : [[name, values] as const];
});

const ACCEPTED: readonly (readonly [Name, object])[] = [
  ...REQUESTS,
  ["cartSchema", { items: [{ name: "Pass" }] }],
  ["productSchema", product],
  ["productSchema", { ...product, immortal: true, shop_id: 4821, visible_fields: ["email"] }],
  ...products.map((listed) => ["productSchema", listed] as const),
  ["checkoutSchema", checkoutCreated.checkout],
  ["checkoutStatusSchema", checkoutStatus.checkout],
  ["checkoutStatusSchema", expired],
  ["transactionSchema", notification.transaction],
  ["transactionSchema", refund.transaction],
  ["transactionSchema", eripPending.transaction],
  ["transactionSchema", charged.transaction],
  ["transactionSchema", bill.transaction],
  ["threeDSecureVerificationSchema", { pa_status: "Y", eci: "05", ve_status: "Y" }],
  ["productErrorBodySchema", errorProduct],
  ["checkoutErrorBodySchema", errorCheckout],
  ["apiErrorBodySchema", errorProduct],
  ["apiErrorBodySchema", errorCheckout],
  ["apiErrorBodySchema", errorWrapped],
  ["apiErrorBodySchema", {}],
];

/** The models of the sections in a value, each with the part that it describes. */
const sectionsOf = (model: z.core.$ZodType, value: unknown): [model: z.core.$ZodType, value: object][] => {
  const { innerType, element, shape } = Object(model._zod.def);
  if (innerType) return sectionsOf(innerType, value);
  if (element && Array.isArray(value)) return value.flatMap((item: unknown) => sectionsOf(element, item));
  if (!shape || !(value instanceof Object)) return [];
  const inner = Object.entries<z.core.$ZodType>(shape).flatMap(([name, field]) =>
    sectionsOf(field, Reflect.get(value, name)),
  );
  return [[model, value], ...inner];
};

const SECTIONS = ACCEPTED.flatMap(([name, value]) => sectionsOf(modelOf(name), value));

test("models accept valid values, and return them unchanged with undocumented fields", () => {
  for (const [model, value] of SECTIONS) {
    expect(z.safeParse(model, value)).toStrictEqual({ success: true, data: value });
    // The names of custom fields are fixed.
    if (model === customFieldsSchema) continue;
    const more = having(value, { undocumented: { list: [null, "", 1.5, { flag: true }] } });
    expect(z.safeParse(model, more)).toStrictEqual({ success: true, data: more });
  }
});

test("every model of an object accepts a value here", () => {
  const accepting = new Set(SECTIONS.map(([model]) => model));
  expect(OBJECTS.filter(([, model]) => !accepting.has(model)).map(([name]) => name)).toStrictEqual([]);
});

test("a tree of messages is accepted and returned unchanged", () => {
  for (const { errors } of [errorProduct, errorCheckout])
    expect(errorTreeSchema.safeParse(errors)).toStrictEqual({ success: true, data: errors });
});

const TREE = "must be an array of messages, or an object of them";

const STATUS = checkoutStatus.checkout;
const PAID = notification.transaction;

const WRONG: readonly (readonly [Name, object, string, unknown, string])[] = [
  ["productSchema", product, "id", null, "is required"],
  ["checkoutSchema", checkoutCreated.checkout, "token", "", "is required"],
  ["checkoutSchema", checkoutCreated.checkout, "order.amount", "12900", "must be an integer"],
  ["checkoutSchema", checkoutCreated.checkout, "settings.auto_return", [3], "must be a string or a number"],
  ["checkoutStatusSchema", STATUS, "token", undefined, "is required"],
  ["checkoutStatusSchema", STATUS, "finished", "true", "must be true or false"],
  ["checkoutStatusSchema", STATUS, "order.amount", 129.5, "must be an integer"],
  ["checkoutStatusSchema", STATUS, "order.custom_fields.custom_field_1.visible", 1, "must be true or false"],
  ["checkoutStatusSchema", STATUS, "order.additional_data.contract", "a", "must be an array"],
  ["checkoutStatusSchema", STATUS, "settings.language", 5, "must be a string"],
  ["checkoutStatusSchema", STATUS, "gateway_response.payment.rrn", 999, "must be a string"],
  ["checkoutStatusSchema", expired, "shop", "Museum", "must be an object"],
  ["paymentDetailsSchema", STATUS.gateway_response.payment, "code", 5, "must be a string"],
  ["gatewayResponseSchema", STATUS.gateway_response, "payment.uid", 5, "must be a string"],
  ["transactionSchema", PAID, "uid", undefined, "is required"],
  ["transactionSchema", PAID, "id", true, "must be a string or a number"],
  ["transactionSchema", PAID, "credit_card.exp_year", "2029", "must be an integer"],
  ["transactionSchema", PAID, "payment.status", 1, "must be a string"],
  ["transactionSchema", PAID, "friendly_message", 5, "must be a string"],
  ["transactionSchema", PAID, "custom_fields.custom_field_1.label", 5, "must be a string"],
  ["creditCardSchema", PAID.credit_card, "last_4", 1, "must be a string"],
  ["errorTreeSchema", errorCheckout.errors, "checkout.settings.fail_url.0", 5, "must be a string"],
  ["errorTreeSchema", errorCheckout.errors, "checkout", 42, TREE],
  ["errorTreeSchema", errorCheckout.errors, "checkout.settings.fail_url", "is wrong", TREE],
  ["productErrorBodySchema", errorProduct, "errors.currency", "is wrong", "must be an array"],
  ["checkoutErrorBodySchema", errorCheckout, "errors.checkout", undefined, "is required"],
  ["checkoutErrorBodySchema", errorCheckout, "errors.checkout.settings", null, "is required"],
  ["apiErrorBodySchema", errorProduct, "errors", 42, "must be an object"],
  ["apiErrorBodySchema", errorProduct, "errors.currency", 42, TREE],
  ["apiErrorBodySchema", errorProduct, "message", ["a"], "must be a string"],
  ["apiErrorBodySchema", errorWrapped, "response", "refused", "must be an object"],
];

test.each(WRONG)("%s reports a wrong value", async (name, value, path, wrong, message) => {
  const { success, error } = modelOf(name).safeParse(having(value, { [path]: wrong }));
  expect(success).toBe(false);
  expect(error?.issues.map((issue) => ({ path: issue.path, message: issue.message }))).toStrictEqual([
    { path: path.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step)), message },
  ]);
});

test.each([null, undefined, "", 5, true, [], "text"])("no model of an object accepts %j", (value) => {
  expect(errorTreeSchema.safeParse(value).success).toBe(false);
  for (const [name, model] of OBJECTS)
    expect([name, model.safeParse(value).success]).toStrictEqual([name, false]);
});

test("accepts new statuses and types, which the gateway defines", () => {
  const status = having(checkoutStatus.checkout, { status: "refunded_in_part", transaction_type: "p2p" });
  expect(checkoutStatusSchema.safeParse(status).success).toBe(true);
  const transaction = having(PAID, { status: "reversed", type: "chargeback", id: 77 });
  expect(transactionSchema.safeParse(transaction).success).toBe(true);
});

test.each(["request_id", "service_no", "account_number", "transaction_id"])(
  "the %s of a payment by ERIP comes as text or as a number, as gateways differ",
  (field) => {
    for (const value of ["99999999", 99_999_999])
      expect(eripPaymentSchema.safeParse({ [field]: value }).success).toBe(true);
    expect(eripPaymentSchema.safeParse({ [field]: ["99999999"] }).success).toBe(false);
  },
);
