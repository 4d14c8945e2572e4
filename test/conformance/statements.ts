/** What the API reference says of each field, table by table and in its order. */
import { aCheckout, aProduct, having } from "../models/params.ts";
import {
  amount,
  anything,
  country,
  currency,
  date,
  digits,
  flag,
  integer,
  itemAmount,
  type Kind,
  list,
  object,
  oneOf,
  price,
  section,
  state,
  text,
  textUpTo,
  time,
  unchecked,
  url,
  whole,
} from "./kinds.ts";

/** One row of a table. */
export interface Statement {
  readonly field: string;
  readonly kind: Kind;
  /** Left out, it is refused. Required under a condition: see `rules.ts`. */
  readonly isRequired?: true;
  readonly default?: string | number | boolean;
  /** What the request must have besides, by dotted paths from its root. */
  readonly beside?: Readonly<Record<string, unknown>>;
  /** What it must have besides where the field is null or empty, and what is then sent instead. */
  readonly empty?: { readonly beside?: Readonly<Record<string, unknown>>; readonly sent?: unknown };
}

/** One table: a section of a request. */
export interface Section {
  /** Its type; `orderSchema` is the model of `Order`. */
  readonly name: string;
  readonly operation: "products.create" | "products.update" | "checkouts.create";
  /** Where the section stands in the request. */
  readonly at: readonly string[];
  /** As little as a request needs that has the section. */
  readonly base: object;
  readonly fields: readonly Statement[];
}

const row = (field: string, kind: Kind, more: Omit<Statement, "field" | "kind"> = {}): Statement => ({
  field,
  kind,
  ...more,
});

const required = (field: string, kind: Kind): Statement => row(field, kind, { isRequired: true });

const CUSTOMER_FIELDS = [
  "email",
  "first_name",
  "last_name",
  "address",
  "city",
  "state",
  "zip",
  "phone",
  "country",
  "birth_date",
  "taxpayer_id",
] as const;

const PRODUCT: readonly Statement[] = [
  required("name", text),
  required("description", text),
  required("currency", currency),
  required("amount", price),
  row("quantity", digits, { empty: { beside: { infinite: true }, sent: undefined } }),
  row("infinite", { ...flag, takes: [[false, false]] }),
  row("visible_fields", list(oneOf(...CUSTOMER_FIELDS))),
  row("test", flag),
  row("immortal", flag),
  row("expired_at", time, { empty: { beside: { immortal: true } } }),
  row("return_url", url),
  row("shop_id", integer),
  // Marked required, with a default: the client sends it where it is left out.
  row("language", text, { default: "en", empty: { sent: "en" } }),
  row("transaction_type", oneOf("payment", "authorization"), { default: "payment" }),
];

const inCheckout = (
  name: string,
  path: string,
  fields: readonly Statement[],
  base: object = aCheckout,
): Section => ({
  name,
  operation: "checkouts.create",
  at: path === "" ? [] : path.split("."),
  base,
  fields,
});

const POSITION = { name: "Pass", amount: 12900, quantity: 1, description: "One" };

const WITH_CART = having(aCheckout, { "order.additional_data.cart.positions": [POSITION] });

const WITH_FLIGHT = having(aCheckout, { "travel.airline": { legs: [{}], passengers: [{}] } });

/** Every customer field has a value, so that each can be read-only. */
const CUSTOMER = {
  ...Object.fromEntries(CUSTOMER_FIELDS.map((field) => [field, "1"])),
  state: "CA",
  country: "US",
  birth_date: "1988-02-29",
};

export const SECTIONS: readonly Section[] = [
  { name: "ProductCreateParams", operation: "products.create", at: [], base: aProduct, fields: PRODUCT },
  {
    name: "ProductUpdateParams",
    operation: "products.update",
    at: [],
    base: { x_note: 1 },
    fields: PRODUCT.map(({ field, kind }) => ({ field, kind })),
  },
  inCheckout("CheckoutCreateParams", "", [
    required("transaction_type", oneOf("authorization", "payment", "payout", "tokenization", "charge")),
    row("attempts", integer, { default: 1 }),
    row("dynamic_billing_descriptor", text),
    row("test", flag, { default: false }),
    row("iframe", flag, { default: false }),
    row("settings", section("Settings")),
    required("order", section("Order", aCheckout.order)),
    row("customer", section("Customer")),
    row("payment_method", section("PaymentMethod")),
    row("travel", section("Travel")),
  ]),
  inCheckout("Order", "order", [
    required("amount", amount),
    required("currency", currency),
    required("description", text),
    row("tracking_id", text),
    row("expired_at", time),
    row("custom_fields", section("CustomFields")),
    row("additional_data", section("AdditionalData")),
  ]),
  inCheckout("CustomFields", "order.custom_fields", [
    row("custom_field_1", section("CustomField")),
    row("custom_field_2", section("CustomField")),
    row("custom_field_3", section("CustomField")),
  ]),
  inCheckout("CustomField", "order.custom_fields.custom_field_1", [
    row("label", textUpTo(50)),
    row("value", textUpTo(255)),
    row("placeholder", textUpTo(50)),
    row("visible", flag, { default: false }),
    row("required", flag, { default: false }),
    row("read_only", flag, { default: false }),
  ]),
  inCheckout("AdditionalData", "order.additional_data", [
    row("receipt_text", list(text)),
    row("contract", list(oneOf("recurring", "oneclick", "credit", "card_on_file"))),
    row("card_on_file", section("CardOnFile")),
    row("avs_cvc_verification", object),
    row("dest_phone_num", text),
    row("dest_wallet_num", text),
    row("recipient", section("Recipient")),
    row("cart", section("Cart", { positions: [POSITION] })),
  ]),
  inCheckout("CardOnFile", "order.additional_data.card_on_file", [
    row("initiator", oneOf("merchant", "customer"), { default: "merchant" }),
    row("type", oneOf("delayed_charge", "increment", "resubmission", "reauthorization", "no_show"), {
      default: "delayed_charge",
    }),
  ]),
  inCheckout("Recipient", "order.additional_data.recipient", [
    row("account_number", text),
    row("account_number_type", oneOf("card", "iban", "bic", "other")),
    row("expected_bank_code", text),
  ]),
  inCheckout(
    "Cart",
    "order.additional_data.cart",
    // Required unless the cart has an array by another name.
    [
      row(
        "positions",
        { ...list(section("CartPosition")), takes: [[[POSITION], [POSITION]]] },
        { empty: { beside: { "order.additional_data.cart.items": [] } } },
      ),
    ],
    WITH_CART,
  ),
  inCheckout(
    "CartPosition",
    "order.additional_data.cart.positions.0",
    [
      required("name", text),
      row("type", text),
      required("amount", itemAmount),
      required("quantity", whole),
      required("description", text),
      row("nomenclature_code", text),
    ],
    WITH_CART,
  ),
  inCheckout("Settings", "settings", [
    row("auto_pay", flag, { default: false }),
    row("style", object),
    row("save_card_toggle", section("SaveCardToggle")),
    row("another_card_toggle", section("AnotherCardToggle")),
    row("return_url", url),
    row("success_url", url),
    row("decline_url", url),
    row("fail_url", url),
    row("cancel_url", url),
    row("notification_url", url),
    row("verification_url", url),
    row("auto_return", digits),
    row("button_next_text", text),
    row("language", text, { default: "en" }),
    row("customer_fields", section("CustomerFields")),
    row("credit_card_fields", section("CreditCardFields")),
    row("agreed", flag, { default: false }),
    row("agreement_toggle", section("AgreementToggle")),
  ]),
  inCheckout("SaveCardToggle", "settings.save_card_toggle", [
    row("display", flag, { default: true }),
    row("customer_contract", flag, { default: false }),
    row("text", text),
    row("hint", text),
  ]),
  inCheckout("AnotherCardToggle", "settings.another_card_toggle", [row("display", flag, { default: true })]),
  inCheckout("CustomerFields", "settings.customer_fields", [
    row("read_only", list(oneOf(...CUSTOMER_FIELDS)), { beside: { customer: CUSTOMER } }),
    row("visible", list(oneOf(...CUSTOMER_FIELDS))),
  ]),
  inCheckout("CreditCardFields", "settings.credit_card_fields", [
    row("holder", text),
    row("read_only", list(oneOf("holder"))),
  ]),
  inCheckout("AgreementToggle", "settings.agreement_toggle", [
    row("value", flag, { default: false }),
    row("url", url),
    row("text", textUpTo(255)),
  ]),
  inCheckout("Customer", "customer", [
    row("email", text),
    row("first_name", text),
    row("last_name", text),
    row("address", text),
    row("city", text),
    row("state", state, { beside: { "customer.country": "US" } }),
    row("zip", text),
    row("country", country),
    row("phone", text),
    row("birth_date", date),
    row("external_id", text),
    row("taxpayer_id", text),
  ]),
  inCheckout("PaymentMethod", "payment_method", [
    row("types", list(text)),
    row("excluded_types", list(text)),
    row("excluded_brands", list(text)),
    row("credit_card", section("SavedCard")),
    row("erip", section("Erip")),
  ]),
  inCheckout("SavedCard", "payment_method.credit_card", [row("token", text)]),
  // Gateway documentation, which is never a reason to refuse a request.
  inCheckout("Erip", "payment_method.erip", [
    row("order_id", unchecked("number|string")),
    row("account_number", unchecked("number|string")),
    row("service_no", unchecked("number|string")),
    row("service_info", unchecked("readonly (string)[]")),
  ]),
  inCheckout("Travel", "travel", [row("airline", section("Airline"))]),
  inCheckout("Airline", "travel.airline", [
    row("agency_code", anything),
    row("agency_name", anything),
    row("ticket_number", anything),
    row("booking_number", anything),
    row("restricted_ticked_indicator", anything),
    row("legs", list(section("Leg"))),
    row("passengers", list(section("Passenger"))),
  ]),
  inCheckout(
    "Leg",
    "travel.airline.legs.0",
    [
      row("airline_code", anything),
      row("stop_over_code", anything),
      row("flight_number", anything),
      row("departure_date_time", anything),
      row("arrival_date_time", anything),
      row("originating_country", anything),
      row("originating_city", anything),
      row("originating_airport_code", anything),
      row("destination_country", anything),
      row("destination_city", anything),
      row("destination_airport_code", anything),
      row("coupon", anything),
      row("class", anything),
    ],
    WITH_FLIGHT,
  ),
  inCheckout(
    "Passenger",
    "travel.airline.passengers.0",
    [row("first_name", anything), row("last_name", anything)],
    WITH_FLIGHT,
  ),
];
