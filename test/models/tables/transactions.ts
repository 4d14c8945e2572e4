/** Payments with a saved card, captures, voids and refunds in the gateway documentation. */
import { CARD_TOKEN, newBill, newCharge, newRefund, PARENT } from "../../client/calls.ts";
import {
  anyCountry,
  country,
  currency,
  date,
  flag,
  list,
  object,
  orderNumber,
  pageUrl,
  positiveAmount,
  rubles,
  section,
  text,
  textOrNumber,
  textOrNumberUpTo,
  textUpTo,
  time,
  url,
} from "./kinds.ts";
import { required, row, rows, type Section, type Statement } from "./statement.ts";

/** Fields that all follow-up transactions have. */
const FOLLOW_UP: readonly Statement[] = [
  required("parent_uid", { ...text, takes: [[PARENT, PARENT]] }),
  required("amount", positiveAmount),
  row("tracking_id", textUpTo(255)),
  row("duplicate_check", flag, { default: true }),
  row("additional_data", object),
];

const inRequest = (name: string, operation: Section["operation"], fields: readonly Statement[]): Section => ({
  name,
  operation,
  at: [],
  base: newRefund,
  fields,
});

const inCharge = (name: string, path: string, fields: readonly Statement[]): Section => ({
  name,
  operation: "transactions.pay",
  at: path === "" ? [] : [path],
  base: newCharge,
  fields,
});

const inBill = (name: string, path: string, fields: readonly Statement[]): Section => ({
  name,
  operation: "bills.create",
  at: path === "" ? [] : [path],
  base: newBill,
  fields,
});

/**
 * Source: gateway documentation, "Create an ERIP payment request"; `instruction`, a required `ip` and the first digit of
 * `order_id`: public clients.
 */
export const BILLS: readonly Section[] = [
  inBill("BillCreateParams", "", [
    required("amount", positiveAmount),
    required("currency", rubles),
    required("description", text),
    row("email", text),
    required("ip", text),
    row("order_id", orderNumber),
    row("tracking_id", textUpTo(255)),
    row("notification_url", url),
    row("expired_at", time),
    row("language", text),
    row("test", flag, { default: false }),
    row("permanent", flag, { default: false }),
    row("editable_amount", flag, { default: false }),
    row("customer", section("BillCustomer")),
    required("payment_method", section("BillMethod", { type: "erip", account_number: "1" })),
    row("additional_data", object),
  ]),
  inBill("BillCustomer", "customer", [
    ...rows(text, "first_name middle_name last_name"),
    row("country", anyCountry),
    ...rows(text, "city zip address phone"),
  ]),
  inBill("BillMethod", "payment_method", [
    required("type", { ...text, takes: [["erip", "erip"]] }),
    row("account_number", textOrNumberUpTo(30), { beside: { "payment_method.type": "invoice" } }),
    row("service_no", textOrNumber),
    row("service_info", list(text)),
    row("receipt", list(text)),
    row("instruction", list(text)),
  ]),
];

export const TRANSACTIONS: readonly Section[] = [
  inCharge("SavedCardPaymentParams", "", [
    required("amount", positiveAmount),
    required("currency", currency),
    required("description", text),
    row("tracking_id", textUpTo(255)),
    row("language", text),
    row("test", flag, { default: false }),
    row("duplicate_check", flag, { default: true }),
    row("notification_url", url),
    row("return_url", pageUrl),
    required("credit_card", section("CardToCharge", { token: CARD_TOKEN })),
    row("customer", section("CardCustomer")),
    row("billing_address", section("BillingAddress")),
    row("additional_data", section("CardPaymentData")),
  ]),
  inCharge("CardToCharge", "credit_card", [
    required("token", { ...text, takes: [[CARD_TOKEN, CARD_TOKEN]] }),
    row("skip_three_d_secure_verification", flag),
  ]),
  inCharge("CardCustomer", "customer", [
    ...rows(text, "ip email"),
    row("birth_date", date),
    row("device_id", text),
  ]),
  inCharge("BillingAddress", "billing_address", [
    ...rows(text, "first_name last_name address city state zip"),
    row("country", country),
    row("phone", text),
  ]),
  inCharge("CardPaymentData", "additional_data", [
    row("receipt_text", list(text)),
    row("contract", list(text)),
    row("card_on_file", section("CardOnFile")),
    row("meta", object),
  ]),
  inRequest("CaptureParams", "transactions.capture", FOLLOW_UP),
  inRequest("VoidParams", "transactions.void", FOLLOW_UP),
  inRequest("RefundParams", "transactions.refund", [...FOLLOW_UP, required("reason", textUpTo(255))]),
];
