import { describe, expect, test } from "vitest";
import { aCheckout, bodySentBy, createCheckout, errorsAt, having, refusalOf } from "./params.ts";

const NOTHING = [undefined, null];
const TYPES = "must be one of authorization, payment, payout, tokenization, charge";
const CURRENCY = "must be an ISO 4217 alpha-3 code, such as EUR";

describe.each(["transaction_type", "order", "order.amount", "order.currency", "order.description"])(
  "%s",
  (path) => {
    // Only text can be empty.
    test.each(path === "order" ? NOTHING : [...NOTHING, ""])(
      "is required: refuses a request with %j",
      async (nothing) => {
        const { errors } = await refusalOf(createCheckout(having(aCheckout, { [path]: nothing })));
        expect(errors).toStrictEqual(errorsAt(`checkout.${path}`, "is required"));
      },
    );
  },
);

test.each<[string, unknown, string]>([
  ["transaction_type", "refund", TYPES],
  ["transaction_type", "Payment", TYPES],
  ["transaction_type", 1, TYPES],
  ["transaction_type", ["payment"], TYPES],
  ["attempts", "3", "must be an integer"],
  ["attempts", 1.5, "must be an integer"],
  ["attempts", true, "must be an integer"],
  ["dynamic_billing_descriptor", 5, "must be a string"],
  ["test", "true", "must be true or false"],
  ["test", 1, "must be true or false"],
  ["iframe", 0, "must be true or false"],
  ["settings", "dark", "must be an object"],
  ["settings", [], "must be an object"],
  ["order", "order-1007", "must be an object"],
  ["order", [{ amount: 1, currency: "EUR", description: "Pass" }], "must be an object"],
  ["order.currency", "eur", CURRENCY],
  ["order.currency", "EURO", CURRENCY],
  ["order.currency", 978, CURRENCY],
  ["order.description", 5, "must be a string"],
  ["order.description", ["Pass"], "must be a string"],
  ["order.tracking_id", 1007, "must be a string"],
  ["order.custom_fields", [], "must be an object"],
  ["order.custom_fields", "gift", "must be an object"],
  ["order.additional_data", "receipt", "must be an object"],
  ["customer", "kim@example.com", "must be an object"],
  ["customer", [], "must be an object"],
  ["payment_method", "credit_card", "must be an object"],
  ["payment_method", ["credit_card"], "must be an object"],
  ["payment_method.types", "credit_card", "must be an array"],
  ["payment_method.types", { credit_card: true }, "must be an array"],
  ["payment_method.types", ["credit_card", 5], "item 2 must be a string"],
  ["payment_method.types", [null], "item 1 is required"],
  ["payment_method.excluded_types", "wallet", "must be an array"],
  ["payment_method.excluded_types", [{}], "item 1 must be a string"],
  ["payment_method.excluded_brands", "visa", "must be an array"],
  ["payment_method.excluded_brands", ["visa", "master", false], "item 3 must be a string"],
  ["payment_method.credit_card", "tok_4b9a1", "must be an object"],
  ["payment_method.credit_card.token", 4, "must be a string"],
  ["travel", "BER", "must be an object"],
  ["travel", [], "must be an object"],
  ["travel.airline", ["B2"], "must be an object"],
  ["travel.airline.legs", { flight_number: 776 }, "must be an array"],
  ["travel.airline.legs", "BER-CDG", "must be an array"],
  ["travel.airline.passengers", "Kim Müller", "must be an array"],
  ["travel.airline.passengers", { first_name: "Kim" }, "must be an array"],
])("refuses %s: %j", async (path, value, message) => {
  const { errors } = await refusalOf(createCheckout(having(aCheckout, { [path]: value })));
  expect(errors).toStrictEqual(errorsAt(`checkout.${path}`, message));
});

test.each<[string, unknown]>([
  ...["authorization", "payment", "payout", "tokenization", "charge"].map((type): [string, unknown] => [
    "transaction_type",
    type,
  ]),
  ["attempts", 1],
  ["attempts", 10],
  ["dynamic_billing_descriptor", "MUSEUM – Müller"],
  ["test", true],
  ["test", false],
  ["iframe", true],
  ["settings", {}],
  ["order.amount", 0],
  ["order.tracking_id", "1007"],
  ["customer", {}],
  ["payment_method", {}],
  ["payment_method.types", []],
  ["payment_method.types", ["credit_card", "a_method_that_is_new"]],
  ["payment_method.excluded_types", ["wallet"]],
  ["payment_method.excluded_brands", ["apple_pay", "google_pay", "samsung_pay", "visa"]],
  ["payment_method.credit_card", {}],
  ["payment_method.credit_card.token", "tok_4b9a1"],
  ["travel", {}],
  ["travel.airline", {}],
  ["travel.airline.legs", []],
  ["travel.airline.passengers", []],
])("sends %s %j unchanged", async (path, value) => {
  const body = await bodySentBy(createCheckout(having(aCheckout, { [path]: value })));
  expect(body).toStrictEqual({ checkout: having(aCheckout, { [path]: value }) });
});

const AIRLINE = [
  "agency_code",
  "agency_name",
  "ticket_number",
  "booking_number",
  "restricted_ticked_indicator",
];
const LEG = [
  "airline_code",
  "stop_over_code",
  "flight_number",
  "departure_date_time",
  "arrival_date_time",
  "originating_country",
  "originating_city",
  "originating_airport_code",
  "destination_country",
  "destination_city",
  "destination_airport_code",
  "coupon",
  "class",
];

describe("travel, whose types the reference does not show,", () => {
  test.each(["BER", 776, true, ["a"], { code: "B2" }, null, ""])(
    "accepts %j in every field",
    async (value) => {
      const all = (fields: readonly string[]) => Object.fromEntries(fields.map((field) => [field, value]));
      const airline = {
        ...all(AIRLINE),
        legs: [all(LEG), {}],
        passengers: [all(["first_name", "last_name"]), {}],
      };
      const body = await bodySentBy(createCheckout(having(aCheckout, { travel: { airline } })));
      expect(body).toHaveProperty("checkout.travel.airline", airline);
    },
  );
});

test.each([
  ["nothing", undefined, "is required"],
  ["null", null, "is required"],
  ["a list", [aCheckout], "must be an object"],
  ["a string", "order-1007", "must be an object"],
])("refuses %s instead of a request", async (_, value, message) => {
  const untyped = { params: aCheckout };
  Reflect.set(untyped, "params", value);
  const { errors } = await refusalOf(createCheckout(untyped.params));
  expect(errors).toStrictEqual({ checkout: [message] });
});

test("TypeScript refuses unknown fields and values of a request", async () => {
  await refusalOf(
    createCheckout({
      ...aCheckout,
      // @ts-expect-error not one of the five
      transaction_type: "refund",
    }),
  );
  await refusalOf(
    createCheckout({
      ...aCheckout,
      settings: {
        // @ts-expect-error a URL is a string
        return_url: ["https://shop.example"],
      },
    }),
  );
  const { order, ...withoutOrder } = aCheckout;
  // @ts-expect-error an order is required
  await refusalOf(createCheckout(withoutOrder));
  const typo = createCheckout({
    ...aCheckout,
    order: {
      ...order,
      // @ts-expect-error a typing mistake
      traking_id: "order-1007",
    },
  });
  expect(await bodySentBy(typo)).toHaveProperty("checkout.order.traking_id", "order-1007");
});
