import { customerSchema } from "../../../api/checkout/customer.ts";
import type { Order as OrderFields } from "../../../api/checkout/order.ts";
import type { Settings } from "../../../api/checkout/settings.ts";
import type { CheckoutStatus } from "../../../api/transactions/checkout-status.ts";
import type { Transaction } from "../../../api/transactions/transaction.ts";
import { BRANDS } from "../cards/test-cards.ts";
import type { Gateway } from "../gateway.ts";
import { sectionOf } from "../input/section.ts";
import { attemptsOf, type Order } from "../orders/order.ts";
import { type CheckoutState, stateFacts } from "./status-rows.ts";
import { CHALLENGE, detailsOf } from "./transactions.ts";

/** Default lifetime of a token in milliseconds. Source: API reference, "expired_at". */
export const TOKEN_LIFETIME = 24 * 60 * 60 * 1000;

export const allowedAttempts = ({ fields }: Order): number =>
  typeof fields["attempts"] === "number" ? Math.max(1, fields["attempts"]) : 1;

/** Returns the last attempt. A bill keeps its own state, even if it can be paid again. */
export const latestTransaction = (order: Order): Transaction | undefined =>
  (order.kind === "bill" ? order.transactions[0] : attemptsOf(order).at(-1))?.transaction;

export const tokenExpiry = ({ clock }: Gateway, { fields, createdAt }: Order): Date => {
  const { expired_at: given } = sectionOf(fields["order"]);
  const start = new Date(createdAt);
  const isGiven = typeof given === "string" && given !== "";
  return clock.endOf(start, isGiven ? Date.parse(given) - start.getTime() : TOKEN_LIFETIME);
};

export const tokenState = (gateway: Gateway, checkout: Order): CheckoutState => {
  const facts = stateFacts(latestTransaction(checkout)?.status);
  const isOpen = !facts || (facts.retryable && attemptsOf(checkout).length < allowedAttempts(checkout));
  if (facts && !isOpen && !facts.isWaiting) return facts.checkout;
  if (checkout.expiredAt !== undefined || tokenExpiry(gateway, checkout) <= gateway.clock.now())
    return "expired";
  return isOpen ? "open" : facts.checkout;
};

export const changeOrder = ({ clock }: Gateway, order: Order, changes: Partial<Order>): void => {
  Object.assign(order, changes, { updatedAt: clock.now().toISOString() });
};

/** Returns a section with all documented fields and the undocumented fields of the request. Missing fields are null. */
const replicated = (sent: unknown, documented: readonly string[]): Record<string, unknown> => ({
  ...Object.fromEntries(documented.map((field) => [field, null])),
  ...sectionOf(sent),
});

type Names<T> = readonly (keyof T)[];

const CHECKOUT: Names<CheckoutStatus> = [
  "attempts",
  "iframe",
  "dynamic_billing_descriptor",
  "travel",
  "merchant",
];

const ORDER: Names<OrderFields> = ["tracking_id", "expired_at", "custom_fields"];

/** The settings in every status. Source: gateway documentation, "Payment token status". */
const SETTINGS: Names<Settings> = [
  "success_url",
  "fail_url",
  "decline_url",
  "cancel_url",
  "return_url",
  "notification_url",
  "verification_url",
  "auto_return",
  "button_next_text",
  "language",
];

const CUSTOMER = Object.keys(customerSchema.shape);

const outcomeOf = (
  state: CheckoutState,
  transaction: Transaction | undefined,
): Pick<CheckoutStatus, "status" | "message"> => {
  switch (state) {
    case "expired":
      return { status: "error", message: "Token is expired." };
    case "successful":
      return { status: "successful", message: "Transaction is successful." };
    case "failed":
    case "in progress":
      return { status: transaction?.status, message: transaction?.message ?? CHALLENGE.message };
    case "open":
      return { status: "incomplete", message: "The customer has not paid yet." };
  }
};

/** Returns the status of a token with the request and the result. Source: gateway documentation. */
export const tokenStatus = (gateway: Gateway, checkout: Order): CheckoutStatus => {
  const { shopId, shopName, shopUrl = null } = gateway.settings;
  const { id: token, fields, createdAt, updatedAt } = checkout;
  const state = tokenState(gateway, checkout);
  const transaction = latestTransaction(checkout);
  const order = sectionOf(fields["order"]);
  const settings = sectionOf(fields["settings"]);
  return {
    ...replicated(fields, CHECKOUT),
    token,
    shop_id: Number.isSafeInteger(Number(shopId)) ? Number(shopId) : null,
    transaction_type: String(fields["transaction_type"]),
    gateway_response: transaction && state !== "expired" ? detailsOf(transaction) : null,
    order: { ...replicated(order, ORDER), additional_data: sectionOf(order["additional_data"]) },
    settings: {
      ...replicated(settings, SETTINGS),
      customer_fields: sectionOf(settings["customer_fields"]),
      credit_card_fields: sectionOf(settings["credit_card_fields"]),
    },
    customer: replicated(fields["customer"], CUSTOMER),
    finished: state === "successful" || state === "failed",
    expired: state === "expired",
    shop: {
      name: shopName,
      url: shopUrl,
      contact_email: null,
      contact_phone: null,
      brands: BRANDS,
    },
    // The gateway's mobile kits require it. Source: public clients of gateways.
    ...{ company: { name: shopName, site: shopUrl } },
    test: fields["test"] === true,
    ...outcomeOf(state, transaction),
    payment_method: {
      types: ["credit_card"],
      ...sectionOf(fields["payment_method"]),
      id: Number.parseInt(token.slice(0, 8), 16),
      created_at: createdAt,
      updated_at: updatedAt,
    },
  };
};
