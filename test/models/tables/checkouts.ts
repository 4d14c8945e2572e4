/** The other sections of a payment token request in the reference. */
import { aCheckout, having } from "../params.ts";
import { anything, count, country, date, flag, list, oneOf, section, text } from "./kinds.ts";
import { inCheckout, required, row, type Section } from "./statement.ts";

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
    row("email", text),
    row("first_name", text),
    row("last_name", text),
    row("address", text),
    row("city", text),
    row("state", text),
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
  // From the gateway documentation: never a reason to refuse a request.
  inCheckout("Erip", "payment_method.erip", [
    row("order_id", anything),
    row("account_number", anything),
    row("service_no", anything),
    row("service_info", anything),
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
