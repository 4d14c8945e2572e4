/** The other sections of a payment token request in the reference. */
import { aCheckout, having } from "../params.ts";
import { anything, count, country, date, flag, list, oneOf, section, text } from "./kinds.ts";
import { inCheckout, required, row, rows, type Section } from "./statement.ts";

const WITH_FLIGHT = having(aCheckout, { "travel.airline": { legs: [{}], passengers: [{}] } });

export const CHECKOUTS: readonly Section[] = [
  inCheckout("CheckoutCreateParams", "", [
    required("transaction_type", oneOf("authorization", "payment", "payout", "tokenization", "charge")),
    row("attempts", count, { default: 1 }),
    row("dynamic_billing_descriptor", text),
    row("test", flag, { default: false }),
    row("iframe", flag, { default: false }),
    row("settings", section("Settings")),
    required("order", section("Order", aCheckout.order)),
    row("customer", section("Customer")),
    row("payment_method", section("PaymentMethod")),
    row("travel", section("Travel")),
  ]),
  inCheckout("Customer", "customer", [
    ...rows(text, "email first_name last_name address city state zip"),
    row("country", country),
    row("phone", text),
    row("birth_date", date),
    ...rows(text, "external_id taxpayer_id"),
  ]),
  inCheckout("PaymentMethod", "payment_method", [
    row("types", list(text)),
    row("excluded_types", list(text)),
    row("excluded_brands", list(text)),
    row("credit_card", section("SavedCard")),
    row("erip", section("Erip")),
  ]),
  inCheckout("SavedCard", "payment_method.credit_card", [row("token", text)]),
  // From the gateway documentation: never a reason to refuse a request.
  inCheckout("Erip", "payment_method.erip", [
    ...rows(anything, "order_id account_number service_no service_info"),
  ]),
  inCheckout("Travel", "travel", [row("airline", section("Airline"))]),
  inCheckout("Airline", "travel.airline", [
    ...rows(anything, "agency_code agency_name ticket_number booking_number restricted_ticked_indicator"),
    row("legs", list(section("Leg"))),
    row("passengers", list(section("Passenger"))),
  ]),
  inCheckout(
    "Leg",
    "travel.airline.legs.0",
    [
      ...rows(anything, "airline_code stop_over_code flight_number departure_date_time arrival_date_time"),
      ...rows(anything, "originating_country originating_city originating_airport_code"),
      ...rows(anything, "destination_country destination_city destination_airport_code"),
      ...rows(anything, "coupon class"),
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
