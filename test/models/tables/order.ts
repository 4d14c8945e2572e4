/** An order and its sections in the reference. */
import { aCheckout, having } from "../params.ts";
import {
  amount,
  currency,
  flag,
  itemAmount,
  list,
  object,
  oneOf,
  section,
  text,
  textUpTo,
  time,
  whole,
} from "./kinds.ts";
import { inCheckout, required, row, rows, type Section } from "./statement.ts";

const POSITION = { name: "Pass", amount: 12900, quantity: 1, description: "One" };

const WITH_CART = having(aCheckout, { "order.additional_data.cart.positions": [POSITION] });

export const ORDER: readonly Section[] = [
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
    row("contract", list(text)),
    row("card_on_file", section("CardOnFile")),
    row("avs_cvc_verification", object),
    ...rows(text, "dest_phone_num dest_wallet_num"),
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
];
