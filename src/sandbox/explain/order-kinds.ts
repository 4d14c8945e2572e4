import { isKnownStatus, type KnownStatus } from "../../api/statuses.ts";
import type { Transaction } from "../../api/transactions/transaction.ts";
import { formatAmount } from "../format-amount.ts";
import { type Gateway, pageLinks } from "../gateway/gateway.ts";
import { textOf } from "../gateway/input/section.ts";
import { KINDS, methodRow } from "../gateway/methods/methods.ts";
import { attemptsOf, type Delivery, type Order } from "../gateway/orders/order.ts";
import { replacementOf } from "../gateway/payments/bills.ts";
import type { Money } from "../gateway/payments/money.ts";
import { problemsOfVerification } from "../gateway/payments/pay.ts";
import { allowedAttempts, type Tone, tokenState } from "../gateway/payments/states.ts";
import { awaitsChallenge } from "../gateway/payments/transactions.ts";
import { wordsOf } from "../gateway/payments/words.ts";
import { saleOf } from "../gateway/products.ts";
import { billOf, orderFacts, reasonText } from "./order-facts.ts";
import type { Phrase } from "./order-model.ts";

interface Context {
  readonly order: Order;
  readonly gateway: Gateway;
  /** Such as `€129.00 is not paid`. */
  readonly not: string;
  /** The last attempt. Only some kinds of orders exist without an attempt. */
  readonly latest: Transaction;
  readonly reason: string;
}

/** Whether the sentences also describe the notification. `if missed` means only if the shop did not receive it. */
type HasDelivery = "always" | "if missed" | "never";

interface OrderKind {
  readonly word: string;
  readonly tone: Tone;
  readonly delivery: HasDelivery;
  /** Describes an order before its success. */
  readonly sentence?: (context: Context) => readonly Phrase[] | string;
}

/** Describes a token that can be paid, unless its product cannot be bought. */
const payable = (says: string, { order, gateway }: Context): string => {
  const sale = saleOf(gateway, order.productId);
  return sale === "open" ? says : `${says} The product is ${sale}.`;
};

const attemptsLeft = ({ order }: Context): string => {
  const left = allowedAttempts(order) - attemptsOf(order).length;
  return left === 1 ? "One attempt is left." : `${left} attempts are left.`;
};

const waitingText = ({ not, latest }: Context): string => {
  const { kind, name } = methodRow(latest.payment_method_type ?? "alternative");
  return `${not} yet: ${KINDS[kind].waits(name)}.`;
};

const verificationOf = ({ deliveries }: Order): Delivery | undefined =>
  deliveries.findLast(({ type }) => type === "verification");

const startedText = (context: Context): string => {
  const { order, not, latest } = context;
  if (awaitsChallenge(latest)) return waitingText(context);
  const verification = verificationOf(order);
  return verification
    ? `${not} yet: the shop has not answered whether to pay out (${verification.url}).`
    : `${not} yet: the payment has begun, and its end is not known.`;
};

const declinedText = ({ order, not, reason }: Context): string => {
  const next =
    order.kind === "token"
      ? "No attempts are left."
      : "For another attempt, send another call with a new idempotency key.";
  return `${not}: declined (${reason}). ${next}`;
};

const refusedText = ({ order, not, latest }: Context): string => {
  const verification = verificationOf(order);
  const problems = verification ? problemsOfVerification(latest, verification) : [];
  return `${not}: the shop did not accept the payout: ${problems.join("; ")}.`;
};

const expiredText = ({ order, not, gateway }: Context): readonly Phrase[] | string => {
  const next = replacementOf(gateway, order);
  if (next) {
    const bill = { text: String(next.order_id ?? next.uid), to: pageLinks.order(next.uid) };
    return [`${not}: replaced by bill `, bill, ", which has the same account number."];
  }
  if (order.kind !== "token") return `${not}: it expired. Create a new one.`;
  const tried = attemptsOf(order).length;
  const after = tried === 0 ? "" : ` after ${tried === 1 ? "one attempt" : `${tried} attempts`}`;
  return `${not}: the payment token expired${after}.`;
};

const kind = (
  word: string,
  tone: Tone,
  delivery: HasDelivery,
  sentence?: OrderKind["sentence"],
): OrderKind => ({ word, tone, delivery, ...(sentence && { sentence }) });

/** The kinds of orders in the order of the filters. A state without one does not compile. */
export const ORDER_KINDS = {
  paidTwice: kind("Paid twice", "bad", "always"),
  paid: kind("Paid", "good", "always"),
  partRefunded: kind("Part refunded", "info", "always"),
  refunded: kind("Refunded", "quiet", "always"),
  partChargedBack: kind("Part charged back", "bad", "always"),
  chargedBack: kind("Charged back", "bad", "always"),
  authorized: kind("Authorized", "wait", "always"),
  partCaptured: kind("Part captured", "info", "always"),
  voided: kind("Voided", "quiet", "always"),
  paidOut: kind("Paid out", "good", "always"),
  saved: kind("Saved", "good", "always"),
  open: kind("Open", "info", "never", (context) =>
    payable(`${context.not}: nothing has been tried yet.`, context),
  ),
  retry: kind("Declined, open", "bad", "if missed", (context) =>
    payable(
      `${context.not}: the last attempt was declined (${context.reason}). ${attemptsLeft(context)}`,
      context,
    ),
  ),
  incomplete: kind("Started", "wait", "never", startedText),
  pending: kind("Pending", "wait", "if missed", waitingText),
  permanent: kind(
    "Standing bill",
    "info",
    "if missed",
    ({ not }) => `${not} yet. The bill can be paid any number of times, each time by its own transaction.`,
  ),
  start: kind(
    "Opened bill",
    "wait",
    "never",
    ({ not }) =>
      `${not} yet: a customer has opened the bill, and for 30 minutes no other customer can pay it.`,
  ),
  auto_created: kind(
    "Created bill",
    "wait",
    "never",
    ({ not }) => `${not} yet: the payment of a bill has begun, and its end is not known.`,
  ),
  failed: kind("Declined", "bad", "if missed", declinedText),
  error: kind("Error", "bad", "if missed", ({ not }) => `${not}: the payment ended with an error.`),
  refusedPayout: kind("Refused", "bad", "if missed", refusedText),
  deleted: kind(
    "Deleted",
    "quiet",
    "if missed",
    ({ not }) => `${not}: the merchant withdrew it before it was paid.`,
  ),
  expired: kind("Expired", "quiet", "if missed", expiredText),
  unknown: kind(
    "Unknown",
    "quiet",
    "never",
    ({ latest: { status } }) =>
      `Not known: its transaction has the status ${status}, which is unknown to this local gateway.`,
  ),
} satisfies Readonly<Record<string, OrderKind> & Record<Exclude<KnownStatus, "successful">, OrderKind>>;

export type OrderKindName = keyof typeof ORDER_KINDS;

const BY_TYPE: ReadonlyMap<unknown, OrderKindName> = new Map([
  ["payout", "paidOut"],
  ["credit", "paidOut"],
  ["tokenization", "saved"],
]);

/** Returns the kind of a success. The first rule that applies decides. */
const kindOfSuccess = (type: unknown, money: Money, isPaidTwice: boolean): OrderKindName => {
  const { held, taken, voided, refunded, chargedBack, kept } = money;
  const other = BY_TYPE.get(type);
  if (other) return other;
  if (isPaidTwice) return "paidTwice";
  if (chargedBack > 0) return kept > 0 ? "partChargedBack" : "chargedBack";
  if (held > 0) return taken > 0 ? "partCaptured" : "authorized";
  if (refunded > 0) return kept > 0 ? "partRefunded" : "refunded";
  if (voided > 0) return taken > 0 ? "partCaptured" : "voided";
  return "paid";
};

/** @param isPaidTwice Whether another order with the tracking id was also paid. */
export const kindOf = (order: Order, gateway: Gateway, money: Money, isPaidTwice: boolean): OrderKindName => {
  const latest = attemptsOf(order).at(-1)?.transaction;
  if (!latest) return tokenState(gateway, order) === "open" ? "open" : "expired";
  if (billOf(order)?.status === "permanent") return "permanent";
  const { status, type } = latest;
  if (!isKnownStatus(status)) return "unknown";
  if (status === "successful") return kindOfSuccess(type, money, isPaidTwice);
  const state = tokenState(gateway, order);
  if (state === "open") return "retry";
  if (state === "expired") return "expired";
  return status === "failed" && verificationOf(order) ? "refusedPayout" : status;
};

const notText = (order: Order): string => {
  const type = textOf(order.fields["transaction_type"]);
  const { amount, currency } = orderFacts(order);
  return type === "tokenization"
    ? "No card is saved"
    : `${formatAmount(amount, currency)} is not ${wordsOf(type).done}`;
};

/** Describes an order before its success. Undefined after it. */
export const unpaidText = (
  name: OrderKindName,
  order: Order,
  gateway: Gateway,
): readonly Phrase[] | undefined => {
  const record = attemptsOf(order).at(-1);
  const latest = record?.transaction ?? { uid: "" };
  const { sentence }: OrderKind = ORDER_KINDS[name];
  const text = sentence?.({
    order,
    gateway,
    not: notText(order),
    latest,
    reason: record ? reasonText(record) : "",
  });
  return typeof text === "string" ? [text] : text;
};
