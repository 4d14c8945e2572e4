import type { CheckoutStatus } from "../api/transactions/checkout-status.ts";
import type { Transaction } from "../api/transactions/transaction.ts";
import { factsOf, isSameIn, isSameValue, isStatus, type PaymentFacts, valuesIn } from "../payments/facts.ts";
import {
  type CheckoutNotification,
  paymentOf,
  type TransactionNotification,
} from "../payments/notification.ts";
import { isFinal, type Outcome, outcomeOf, withTest } from "../payments/outcome.ts";
import { type PaymentSummary, summarize, withOutcome } from "../payments/summary.ts";
import { printable } from "../shared/printable.ts";
import { readOption } from "../shared/read-option.ts";
import { reportIgnored } from "./failure-log.ts";
import { keyOf } from "./notification-key.ts";
import {
  checkHandlers,
  type Payable,
  type PaymentEvent,
  type PaymentHandlers,
  type PaymentResult,
  type ReviewReason,
} from "./payment-handlers.ts";
import { type OrderTerms, readOrder } from "./read-order.ts";

type PaymentNotification = TransactionNotification | CheckoutNotification;

/** An order and its values. */
interface Found<Order> {
  readonly order: Order;
  readonly terms: OrderTerms;
}

/** Outcomes that are not logged if the shop has no function for them. */
const QUIET: readonly Outcome[] = ["pending", "failed", "expired"];

const MESSAGES: Readonly<Record<ReviewReason, string>> = {
  no_order: "findOrder found no order for this payment.",
  mismatch: "The amount, the currency or the tracking id differs from the order.",
  other_payment: "Another payment pays the order, or holds its amount.",
  closed: "The order takes no payment any more.",
  charged_back: "A chargeback took the money back.",
  no_function: "The amount is held, and the shop has no function authorized.",
  unknown: "The payment has an unknown type, or its data contradicts itself.",
};

/** Of `unknown`, if the payment succeeded with the amount 0. */
const WITHOUT_MONEY = "The payment succeeded with the amount 0, which pays no order.";

const ALREADY_PAID = "This payment already paid the order.";

/** The message of a review. If the payment pays the order, staff would otherwise refund it. */
const messageOf = (reason: ReviewReason, isPaid: boolean): string => {
  if (!isPaid) return MESSAGES[reason];
  return reason === "mismatch"
    ? `${ALREADY_PAID} A later notification contains another amount, currency or tracking id. Do not refund it. Find out where the notification came from.`
    : `${MESSAGES[reason]} ${ALREADY_PAID} Do not refund it before you look at the order.`;
};

/** Returns both amounts if they differ. Omits a value that contradicts itself. */
const amountsText = ({ amount, currency = "", uid }: PaymentSummary, order: OrderTerms): string => {
  const isKnown = amount !== undefined && /^[A-Z]{3}$/.test(currency);
  if (!isKnown || (isSameValue(amount, order.amount) && currency === order.currency)) return "";
  return ` In minor units, the order has ${order.amount} ${order.currency}, and the ${order.paidBy === uid ? "notification" : "payment"} has ${amount} ${currency}.`;
};

const isSameMoney = ({ places }: PaymentFacts, { amount, currency }: OrderTerms): boolean =>
  Object.entries({ amount, currency }).every(([field, expected]) => {
    const values = valuesIn(places, field);
    return values.length > 0 && values.every((value) => isSameValue(value, expected));
  });

/** Creates the events of a notification. `outcome` and `order` depend on the order. */
function eventsOf({ type: _, ...received }: PaymentNotification, facts: PaymentFacts) {
  const result = outcomeOf(facts);
  const key = keyOf(facts, result);
  let summary = summarize(facts, result);
  return <Order extends Payable>(order: Order | undefined, isTestOrder: boolean): PaymentEvent<Order> => {
    const outcome = withTest(result, facts, isTestOrder);
    if (summary.outcome !== outcome) summary = withOutcome(summary, outcome);
    return { ...received, outcome, summary, key, order };
  };
}

/** Calls the functions of a shop for a payment. Like {@link handlePayment}, but without checking the functions. */
export async function applyPayment<Order extends Payable>(
  shop: PaymentHandlers<Order>,
  notification: PaymentNotification,
): Promise<PaymentResult<Order>> {
  const facts = factsOf(paymentOf(notification));
  const eventOf = eventsOf(notification, facts);
  const asked = eventOf<Order>(undefined, false);
  const trackingId = asked.summary.trackingId ?? "";
  const find = async (): Promise<Found<Order> | undefined> => {
    const order = await shop.findOrder(trackingId, asked);
    if (Array.isArray(order)) throw new TypeError("findOrder returned an array. Return one order, or null");
    return order ? { order, terms: readOrder(order) } : undefined;
  };
  const found = await find();
  const order = found?.order;
  const event = eventOf(order, found?.terms.test === true);
  const { outcome, summary } = event;
  const result = { summary, isFinal: isFinal(event.transaction ?? event.checkout) };

  const review = async (reason: ReviewReason, latest = found): Promise<PaymentResult<Order>> => {
    const paysOrder = latest !== undefined && latest.terms.paidBy === summary.uid;
    const amounts = latest && reason === "mismatch" ? amountsText(summary, latest.terms) : "";
    const payment =
      reason === "charged_back" ? ` Payment ${printable(String(event.transaction?.parent_uid))}.` : "";
    const isFree = reason === "unknown" && summary.amount === 0;
    const message = isFree ? WITHOUT_MONEY : messageOf(reason, paysOrder) + amounts + payment;
    await shop.review({ ...event, order: latest?.order, reason, message });
    return { ...result, is: "review", reason, order: latest?.order };
  };

  if (outcome === "unknown") return review(isSameIn(facts.places, "tracking_id") ? "unknown" : "mismatch");
  if (outcome !== "paid" && outcome !== "authorized") {
    const name = readOption(shop, outcome) ? outcome : "otherwise";
    if (outcome === "charged_back" && name !== outcome) return review("charged_back");
    if (readOption(shop, name)) await shop[name]?.(event);
    else if (!QUIET.includes(outcome))
      reportIgnored(`a payment that is ${outcome}`, `${outcome} and otherwise`);
    return { ...result, is: outcome, order };
  }
  const { uid } = summary;
  // A success without a uid has no key, and `keyOf` threw.
  if (!found || uid === undefined) return review("no_order");
  if (!readOption(shop, outcome)) return review("no_function");
  const { terms } = found;
  const isOfOrder = isSameValue(terms.trackingId ?? trackingId, trackingId);
  if (!isOfOrder || !isSameMoney(facts, terms)) return review("mismatch");
  if (terms.paidBy !== null && terms.paidBy !== uid) return review("other_payment");
  if (terms.paidBy === null && terms.closed) return review("closed");
  await shop[outcome]?.({ ...event, order: found.order, uid });
  const marked = await find();
  if (marked?.terms.paidBy === uid) return { ...result, is: outcome, order: marked.order };
  if (marked && marked.terms.paidBy !== null) return review("other_payment", marked);
  if (marked?.terms.closed) return review("closed", marked);
  throw new Error(
    `${outcome} did not mark the order of ${uid}: ${marked ? "paidBy is null" : "findOrder returned no order"}. ` +
      "findOrder must read it where this function writes it, and return closed: true if the function leaves it out",
  );
}

const isNotification = (
  payment: Transaction | CheckoutStatus | PaymentNotification,
): payment is PaymentNotification => paymentOf(payment) !== payment;

/**
 * Applies a payment to your orders, as its notification does. Call it on the page that the customer returns to, in a
 * job for lost notifications, and for the transaction of `sendOnce`. You can call it any number of times.
 *
 * ```ts
 * const result = await handlePayment(shop, await payments.checkouts.get(token));
 * ```
 *
 * @param shop The same object as for `webhooks.handler`.
 * @param payment From `checkouts.get`, `checkouts.poll`, a method of `transactions`, or `webhooks.verify`. Never pass
 * the body of an unverified request.
 * @returns The result for your order.
 * @throws A `TypeError` for a promise. All errors of your functions. An `Error` if `paid` or `authorized` did not mark the order. A `TypeError` if
 * the order has no amount, currency or `paidBy`. A `ConfigurationError` if a function is missing. A {@link
 * WebhookError} if the payment has no identifier.
 */
export async function handlePayment<Order extends Payable>(
  shop: PaymentHandlers<Order>,
  payment: Transaction | CheckoutStatus | TransactionNotification | CheckoutNotification,
): Promise<PaymentResult<Order>> {
  checkHandlers(shop);
  if (payment instanceof Promise) throw new TypeError("The payment is a promise. Write await before it");
  if (isNotification(payment)) return applyPayment(shop, payment);
  return applyPayment(
    shop,
    isStatus(payment)
      ? { type: "checkout", checkout: payment, raw: payment }
      : { type: "transaction", transaction: payment, raw: payment },
  );
}
