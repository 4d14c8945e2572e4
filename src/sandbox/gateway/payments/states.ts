import { customerSchema } from "../../../api/checkout/customer.ts";
import type { Order as OrderFields } from "../../../api/checkout/order.ts";
import type { Settings } from "../../../api/checkout/settings.ts";
import { isKnownStatus, type KnownStatus, meaningOf } from "../../../api/statuses.ts";
import type { CheckoutStatus } from "../../../api/transactions/checkout-status.ts";
import type { Transaction } from "../../../api/transactions/transaction.ts";
import { BRANDS } from "../cards/test-cards.ts";
import type { Gateway } from "../gateway.ts";
import { sectionOf } from "../input/section.ts";
import { attemptsOf, type Order } from "../orders/order.ts";
import { type Variants, variantsFor } from "../variants.ts";
import { CHALLENGE, detailsOf } from "./transactions.ts";

/** How pages display a state. */
export type Tone = "good" | "bad" | "wait" | "info" | "quiet";

/** How the local gateway handles and displays a state of a transaction. */
interface StatusRow {
  readonly word: string;
  readonly tone: Tone;
  /** Whether the customer can open, and the merchant withdraw, a bill in this state. The bill can also expire. */
  readonly unpaid?: true;
  readonly notified?: true;
  /** Whether the customer can try again while the token has attempts left. */
  readonly retryable?: true;
  /** The choices on the page of a bill in this state. Most customers take the first choice. */
  readonly offer?: { readonly text: string; readonly choices: readonly BillChoice[] };
}

type BillChoice = readonly ["open" | "close" | "confirm" | "decline" | "expire" | "withdraw", text: string];

const OPEN: BillChoice = ["open", "Let the customer open the bill"];
const CLOSE: BillChoice = ["close", "Let the 30 minutes pass"];
const CONFIRM: BillChoice = ["confirm", "Let the customer pay"];
const DECLINE: BillChoice = ["decline", "Let the payment fail"];
const EXPIRE: BillChoice = ["expire", "Let the bill expire"];
const WITHDRAW: BillChoice = ["withdraw", "Withdraw the bill as the shop"];

const STATUSES: Readonly<Record<KnownStatus, StatusRow>> = {
  successful: { word: "Paid", tone: "good", notified: true },
  failed: { word: "Declined", tone: "bad", notified: true, retryable: true },
  incomplete: { word: "Started", tone: "wait" },
  pending: {
    word: "Pending",
    tone: "wait",
    notified: true,
    unpaid: true,
    offer: {
      text: "In a bank's app or at a kiosk, the customer opens the bill before paying it.",
      choices: [CONFIRM, OPEN, DECLINE, EXPIRE, WITHDRAW],
    },
  },
  expired: { word: "Expired", tone: "quiet" },
  error: { word: "Error", tone: "bad" },
  deleted: { word: "Deleted", tone: "quiet", notified: true },
  permanent: {
    word: "Permanent",
    tone: "info",
    unpaid: true,
    offer: {
      text: "The bill can be paid any number of times.",
      choices: [CONFIRM, DECLINE, EXPIRE, WITHDRAW],
    },
  },
  start: {
    word: "Started",
    tone: "wait",
    offer: {
      text: "The bill is open. Only this customer can pay it for 30 minutes. Then it is pending again.",
      choices: [CONFIRM, DECLINE, CLOSE],
    },
  },
  auto_created: { word: "Started", tone: "wait" },
};

export type CheckoutState = "open" | "in progress" | "successful" | "failed" | "expired";

interface StatusFacts extends StatusRow {
  /** The state of the payment token if this transaction is its newest. */
  readonly checkout: CheckoutState;
  /** Whether the transaction can still end. */
  readonly isWaiting: boolean;
}

/** Returns the facts of a state. Undefined for an unknown state, for example in an edited state file. */
export const statusFacts = (status: unknown): StatusFacts | undefined => {
  const meaning = meaningOf(status);
  if (!isKnownStatus(status) || !meaning) return undefined;
  const isWaiting = meaning === "pending";
  return { ...STATUSES[status], checkout: isWaiting ? "in progress" : meaning, isWaiting };
};

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

/** Source: API reference, "attempts" and "expired_at". */
export const tokenState = (gateway: Gateway, checkout: Order): CheckoutState => {
  const facts = statusFacts(latestTransaction(checkout)?.status);
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
  { freshToken, declinedToken }: Variants,
): Pick<CheckoutStatus, "status" | "message"> => {
  if (state === "expired") return { status: "error", message: "Token is expired." };
  if (state === "successful") return { status: "successful", message: "Transaction is successful." };
  if (state !== "open")
    return { status: transaction?.status, message: transaction?.message ?? CHALLENGE.message };
  const declined = declinedToken === "finished" ? "failed" : declinedToken;
  if (transaction) return { status: declined, message: transaction.message };
  // Source: gateway documentation, "Payment token status".
  if (freshToken === "error") return { status: "error", message: "Gateway response not found." };
  return { status: freshToken === "none" ? null : freshToken, message: "Transaction is incomplete." };
};

/** Returns the section of a payment and, in one variant, the sections of what followed. */
const responseOf = (
  { transactions }: Order,
  payment: Transaction,
  { followedToken }: Variants,
): CheckoutStatus["gateway_response"] => {
  const followUps = transactions.flatMap(({ transaction }) =>
    followedToken === "all" && transaction.parent_uid ? detailsOf(transaction) : [],
  );
  return Object.assign({}, ...followUps, detailsOf(payment));
};

/** Returns the status of a token with the request and the result. Source: gateway documentation. */
export const tokenStatus = (
  gateway: Gateway,
  checkout: Order,
  variants: Variants = variantsFor(gateway, checkout.id),
): CheckoutStatus => {
  const { shopId, shopName, shopUrl = null } = gateway.settings;
  const { id: token, fields, createdAt, updatedAt } = checkout;
  const state = tokenState(gateway, checkout);
  const transaction = latestTransaction(checkout);
  const canTryAgain = state === "open" && transaction !== undefined;
  const order = sectionOf(fields["order"]);
  const settings = sectionOf(fields["settings"]);
  return {
    ...replicated(fields, CHECKOUT),
    token,
    shop_id: Number.isSafeInteger(Number(shopId)) ? Number(shopId) : null,
    transaction_type: String(fields["transaction_type"]),
    gateway_response: transaction && state !== "expired" ? responseOf(checkout, transaction, variants) : null,
    order: { ...replicated(order, ORDER), additional_data: sectionOf(order["additional_data"]) },
    settings: {
      ...replicated(settings, SETTINGS),
      customer_fields: sectionOf(settings["customer_fields"]),
      credit_card_fields: sectionOf(settings["credit_card_fields"]),
    },
    customer: replicated(fields["customer"], CUSTOMER),
    finished:
      state === "successful" || state === "failed" || (canTryAgain && variants.declinedToken === "finished"),
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
    ...outcomeOf(state, transaction, variants),
    payment_method: {
      types: ["credit_card"],
      ...sectionOf(fields["payment_method"]),
      id: Number.parseInt(token.slice(0, 8), 16),
      created_at: createdAt,
      updated_at: updatedAt,
    },
  };
};
