import type { CheckoutStatus } from "../api/transactions/checkout-status.ts";
import type { PaymentDetails } from "../api/transactions/payment-details.ts";
import type { Transaction } from "../api/transactions/transaction.ts";
import { WebhookError } from "../errors/webhook-error.ts";
import { fieldOf, hasStatusFields, isSameValue } from "../payments/facts.ts";
import type { Notification } from "../payments/notification.ts";
import { withVariable } from "../runtime/environment.ts";
import { isGiven, isRecord } from "../shared/values.ts";

/** The section of a transaction named after its type (`payment`, `authorization`, …). Undefined if absent. */
export function paymentDetails(transaction: Transaction): PaymentDetails | undefined {
  const section = Object.entries(transaction ?? {}).find(([field]) => field === transaction.type)?.[1];
  return isRecord(section) ? section : undefined;
}

const hasUid = (value: unknown): value is Transaction =>
  isGiven(fieldOf(value, "uid")) && typeof fieldOf(value, "uid") !== "object";

const isCheckoutStatus = (value: unknown): value is CheckoutStatus => {
  const token = fieldOf(value, "token");
  return typeof token === "string" && token !== "";
};

/**
 * Whether the body is a subscription. Some subscriptions also contain a transaction, which is not a payment of an
 * order.
 */
const isSubscription = (raw: Record<string, unknown>): boolean => {
  const id = fieldOf(raw, "id");
  return isGiven(fieldOf(raw, "plan")) || (typeof id === "string" && id.startsWith("sbs_"));
};

const refusal = (problem: string): WebhookError => new WebhookError("body", `The body is ${problem}`);

/** Shared, because a new decoder takes as long as parsing. Made at its first use, because jsdom has none. */
let decoder: InstanceType<typeof TextDecoder> | undefined;

/** Parses the body of a verified request. */
export function parseBody(bytes: Uint8Array): Record<string, unknown> {
  try {
    decoder ??= new TextDecoder();
    const raw: unknown = JSON.parse(decoder.decode(bytes));
    if (isRecord(raw)) return raw;
  } catch {
    // Not JSON.
  }
  throw refusal("not a JSON object");
}

/** Refuses a body that names another shop. */
export function refuseOtherShop(raw: Record<string, unknown>, shopId: string): void {
  const named = [raw, fieldOf(raw, "transaction"), fieldOf(raw, "checkout")]
    .flatMap((place) => [fieldOf(place, "shop_id"), fieldOf(fieldOf(place, "shop"), "id")])
    .filter(isGiven);
  if (named.some((id) => !isSameValue(id, shopId))) {
    throw new WebhookError("mismatch", `The body is of another shop than ${withVariable("shopId")}`, [
      "shop_id",
    ]);
  }
}

/** Whether the body is of a payment link, whose only data of the payment are the uid and the status. */
const isProduct = (raw: Record<string, unknown>): boolean =>
  isRecord(fieldOf(raw, "product")) &&
  hasUid(fieldOf(raw, "last_transaction")) &&
  !hasUid(fieldOf(raw, "transaction"));

/** Converts a body to a notification. Unknown statuses and fields pass through. */
export function toNotification(raw: Record<string, unknown>): Notification {
  if (isSubscription(raw) || isProduct(raw)) return { type: "other", body: raw, raw };
  const [transaction, checkout] = [fieldOf(raw, "transaction"), fieldOf(raw, "checkout")];
  const found: Notification[] = [];
  if (hasUid(transaction)) found.push({ type: "transaction", transaction, raw });
  if (isCheckoutStatus(checkout)) found.push({ type: "checkout", checkout, raw });
  const [notification, second] = found;
  if (second || (notification && hasStatusFields(raw))) throw refusal("of two payments at once");
  if (notification) return notification;
  if (checkout === undefined && isCheckoutStatus(raw)) return { type: "checkout", checkout: raw, raw };
  throw refusal("neither a transaction nor the status of a payment token");
}
