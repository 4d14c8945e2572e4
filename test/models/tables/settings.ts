/** The settings of the payment page in the reference. */
import {
  CUSTOMER_FIELDS,
  digits,
  flag,
  list,
  object,
  oneOf,
  pageUrl,
  section,
  text,
  textUpTo,
  url,
} from "./kinds.ts";
import { inCheckout, row, rows, type Section } from "./statement.ts";

/** Every customer field has a value, so that each can be read-only. */
const CUSTOMER = {
  ...Object.fromEntries(CUSTOMER_FIELDS.map((field) => [field, "1"])),
  state: "CA",
  country: "US",
  birth_date: "1988-02-29",
};

export const SETTINGS: readonly Section[] = [
  inCheckout("Settings", "settings", [
    row("auto_pay", flag, { default: false }),
    row("style", object),
    row("save_card_toggle", section("SaveCardToggle")),
    row("another_card_toggle", section("AnotherCardToggle")),
    ...rows(pageUrl, "return_url success_url decline_url fail_url cancel_url"),
    ...rows(url, "notification_url verification_url"),
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
    ...rows(text, "text hint"),
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
    row("url", pageUrl),
    row("text", textUpTo(255)),
  ]),
];
