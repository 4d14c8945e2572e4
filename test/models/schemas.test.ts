import { inspect } from "node:util";
import { expect, test } from "vitest";
import { checkoutStatusSchema, transactionSchema } from "../../src/index.ts";
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
import { testCases } from "../support/test-cases.ts";
import { completeCharge, completeCheckout, completeProduct } from "./complete-params.ts";
import { MODELS, type Name } from "./models.ts";
import { having } from "./params.ts";

const { order, settings, customer, payment_method, travel } = completeCheckout;
const data = order.additional_data;

const parse = (name: Name, value: unknown) => {
  const model = MODELS.get(name);
  if (!model) throw new Error(`${name} is not exported`);
  return model.safeParse(value);
};

const followUp = {
  parent_uid: "5b8f1f0e-93f0-4ed0-8f9e-2f3a6b1c7d54",
  amount: 2900,
  tracking_id: "refund-1007-1",
  duplicate_check: false,
  additional_data: { referer: "https://shop.example" },
};

const ACCEPTED: readonly (readonly [Name, string, object])[] = [
  ["productCreateParamsFieldsSchema", "every field", completeProduct],
  ["productUpdateParamsFieldsSchema", "no field", {}],
  ["checkoutCreateParamsFieldsSchema", "every field", completeCheckout],
  ["orderFieldsSchema", "every field", order],
  ["customFieldsFieldsSchema", "every field", order.custom_fields],
  ["cartFieldsSchema", "no item", {}],
  ["cardToChargeFieldsSchema", "every field", completeCharge.credit_card],
  ["productSchema", "a created product", product],
  ...products.map((listed) => ["productSchema", `the listed ${listed.name}`, listed] as const),
  ["checkoutSchema", "a created token", checkoutCreated.checkout],
  ["checkoutStatusSchema", "a paid token", checkoutStatus.checkout],
  ["checkoutStatusSchema", "an expired token", expired],
  ["transactionSchema", "a notification", notification.transaction],
  ["transactionSchema", "a refund", refund.transaction],
  ["transactionSchema", "a payment that is awaited", eripPending.transaction],
  ["eripPaymentSchema", "an awaited payment's", eripPending.transaction.erip],
  ["transactionCustomerSchema", "a notification's", notification.transaction.customer],
  ["transactionDataSchema", "a notification's", notification.transaction.additional_data],
  ["vendorSchema", "a notification's", notification.transaction.additional_data.vendor],
  ["avsCvcVerificationSchema", "a charge's", charged.transaction.avs_cvc_verification],
  ["checkResultSchema", "a charge's", charged.transaction.avs_cvc_verification.avs_verification],
  ["threeDSecureVerificationSchema", "every field", { pa_status: "Y", eci: "05", ve_status: "Y" }],
  ["transactionSchema", "a payment with a saved card", charged.transaction],
  ["savedCardPaymentParamsSchema", "every field", completeCharge],
  ["cardToChargeSchema", "every field", completeCharge.credit_card],
  ["cardCustomerSchema", "every field", completeCharge.customer],
  ["billingAddressSchema", "every field", completeCharge.billing_address],
  ["cardPaymentDataSchema", "every field", completeCharge.additional_data],
  ["captureParamsSchema", "every field", followUp],
  ["voidParamsSchema", "every field", followUp],
  ["refundParamsSchema", "every field", { ...followUp, reason: "Returned guide" }],
  ["errorTreeSchema", "errors of a product", errorProduct.errors],
  ["errorTreeSchema", "errors of a token request", errorCheckout.errors],
  ["apiErrorBodySchema", "a refused product", errorProduct],
  ["apiErrorBodySchema", "a refused token request", errorCheckout],
  ["apiErrorBodySchema", "a wrapped refusal", errorWrapped],
  ["apiErrorBodySchema", "a refusal without details", {}],
  ["productCreateParamsSchema", "every field", completeProduct],
  ["productUpdateParamsSchema", "every field", completeProduct],
  ["checkoutCreateParamsSchema", "every field", completeCheckout],
  ["orderSchema", "every field", order],
  ["customFieldSchema", "every field", order.custom_fields.custom_field_1],
  ["additionalDataSchema", "every field", data],
  ["customFieldsSchema", "every field", order.custom_fields],
  ["cartSchema", "every field", data.cart],
  ["cartSchema", "an array by another name", { items: [{ name: "Pass" }] }],
  ...data.cart.positions.map((position) => ["cartPositionSchema", "every field", position] as const),
  ["saveCardToggleSchema", "every field", settings.save_card_toggle],
  ["anotherCardToggleSchema", "every field", settings.another_card_toggle],
  ["creditCardFieldsSchema", "every field", settings.credit_card_fields],
  ["eripSchema", "every field", payment_method.erip],
  ["savedCardSchema", "every field", payment_method.credit_card],
  ...travel.airline.legs.map((leg) => ["legSchema", "every field", leg] as const),
  ...travel.airline.passengers.map((passenger) => ["passengerSchema", "every field", passenger] as const),
  ["paymentDetailsSchema", "a paid token's", checkoutStatus.checkout.gateway_response.payment],
  ["gatewayResponseSchema", "a paid token's", checkoutStatus.checkout.gateway_response],
  ["creditCardSchema", "a notification's", notification.transaction.credit_card],
  ["productErrorBodySchema", "a refused product", errorProduct],
  ["checkoutErrorBodySchema", "a refused token request", errorCheckout],
  ["recipientSchema", "every field", data.recipient],
  ["cardOnFileSchema", "every field", data.card_on_file],
  ["settingsSchema", "every field", settings],
  ["customerFieldsSchema", "every field", settings.customer_fields],
  ["agreementToggleSchema", "every field", settings.agreement_toggle],
  ["customerSchema", "every field", customer],
  ["paymentMethodSchema", "every field", payment_method],
  ["travelSchema", "every field", travel],
  ["airlineSchema", "every field", travel.airline],
];

/** These refuse unknown fields: a tree of messages, and the three custom fields. */
const CLOSED: readonly Name[] = ["errorTreeSchema", "customFieldsSchema"];

const nameOf = ([name, what]: (typeof ACCEPTED)[number]): string => `${name}: ${what}`;

testCases(
  "models accept valid values and return them unchanged",
  ACCEPTED,
  nameOf,
  async ([name, , value]) => {
    expect(parse(name, value)).toStrictEqual({ success: true, data: value });
  },
);

const OPEN = ACCEPTED.filter(([name]) => !CLOSED.includes(name));

testCases("models return undocumented fields", OPEN, nameOf, async ([name, , value]) => {
  const more = having(value, { undocumented: { list: [null, "", 1.5, { flag: true }] } });
  expect(parse(name, more)).toStrictEqual({ success: true, data: more });
});

test("every model accepts a value here", () => {
  const objects = [...MODELS].filter(([name, model]) => "shape" in model || name === "errorTreeSchema");
  expect([...new Set(ACCEPTED.map(([name]) => name))].sort()).toStrictEqual(
    objects.map(([name]) => name).sort(),
  );
});

const TREE = "must be an array of messages, or an object of them";

const STATUS = checkoutStatus.checkout;

/** Products and the errors of products and tokens: `conformance` has a wrong value of each field. */
const WRONG: readonly (readonly [Name, object, string, unknown, string])[] = [
  ["productSchema", product, "id", null, "is required"],
  ["productSchema", product, "quantity", "40", "must be an integer"],
  ["productSchema", product, "additional_data", [], "must be an object"],
  ["checkoutSchema", checkoutCreated.checkout, "token", 5, "must be a string"],
  ["checkoutSchema", checkoutCreated.checkout, "token", "", "is required"],
  ["checkoutSchema", checkoutCreated.checkout, "redirect_url", undefined, "is required"],
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
  ["transactionSchema", notification.transaction, "uid", undefined, "is required"],
  ["transactionSchema", notification.transaction, "id", true, "must be a string or a number"],
  ["transactionSchema", notification.transaction, "credit_card.exp_year", "2029", "must be an integer"],
  ["transactionSchema", notification.transaction, "payment.status", 1, "must be a string"],
  ["transactionSchema", notification.transaction, "friendly_message", 5, "must be a string"],
  [
    "transactionSchema",
    notification.transaction,
    "custom_fields.custom_field_1.value",
    5,
    "must be a string",
  ],
  ["creditCardSchema", notification.transaction.credit_card, "last_4", 1, "must be a string"],
  ["errorTreeSchema", errorCheckout.errors, "checkout.settings.fail_url.0", 5, "must be a string"],
  ["errorTreeSchema", errorCheckout.errors, "checkout", 42, TREE],
  ["errorTreeSchema", errorCheckout.errors, "checkout.settings.fail_url", "is wrong", TREE],
  ["productErrorBodySchema", errorProduct, "errors", 42, "must be an object"],
  ["productErrorBodySchema", errorProduct, "errors.currency", "is wrong", "must be an array"],
  ["productErrorBodySchema", errorProduct, "message", undefined, "is required"],
  ["checkoutErrorBodySchema", errorCheckout, "errors.checkout", undefined, "is required"],
  ["checkoutErrorBodySchema", errorCheckout, "errors.checkout.settings", null, "is required"],
  ["apiErrorBodySchema", errorProduct, "errors", 42, "must be an object"],
  ["apiErrorBodySchema", errorProduct, "errors.currency", 42, TREE],
  ["apiErrorBodySchema", errorProduct, "message", ["a"], "must be a string"],
  ["apiErrorBodySchema", errorWrapped, "response", "refused", "must be an object"],
];

const nameOfWrong = ([name, , path, wrong]: (typeof WRONG)[number]): string =>
  `${name}, ${path}: ${inspect(wrong)}`;

testCases(
  "models report a wrong value at its path",
  WRONG,
  nameOfWrong,
  async ([name, value, path, wrong, message]) => {
    const { success, error } = parse(name, having(value, { [path]: wrong }));
    expect(success).toBe(false);
    expect(error?.issues.map((issue) => ({ path: issue.path, message: issue.message }))).toStrictEqual([
      { path: path.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step)), message },
    ]);
  },
);

test.each([null, undefined, "", 5, true, [], "text"])("no model of an object accepts %j", (value) => {
  const objects = [...MODELS].filter(([name, model]) => "shape" in model || name === "errorTreeSchema");
  for (const [name, model] of objects)
    expect([name, model.safeParse(value).success]).toStrictEqual([name, false]);
});

test("accepts new statuses and types, which the gateway defines", () => {
  const status = having(checkoutStatus.checkout, { status: "refunded_in_part", transaction_type: "p2p" });
  expect(checkoutStatusSchema.safeParse(status).success).toBe(true);
  const transaction = having(notification.transaction, { status: "reversed", type: "chargeback", id: 77 });
  expect(transactionSchema.safeParse(transaction).success).toBe(true);
});
