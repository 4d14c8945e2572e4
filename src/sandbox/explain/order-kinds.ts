import type { KnownStatus } from "../../api/statuses.ts";
import type { Transaction } from "../../api/transactions/transaction.ts";
import { FOLLOW_UPS, type FollowUpType } from "../../api/transactions/transaction-type.ts";
import { formatAmount } from "../format-amount.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { textOf } from "../gateway/input/section.ts";
import { KINDS, methodRow } from "../gateway/methods/methods.ts";
import { attemptsOf, type Delivery, type Order } from "../gateway/orders/order.ts";
import type { Store } from "../gateway/orders/store.ts";
import { replacementOf } from "../gateway/payments/bills.ts";
import { takenOf, verbOf } from "../gateway/payments/follow-ups.ts";
import { problemsOfVerification } from "../gateway/payments/pay.ts";
import { allowedAttempts, type Tone } from "../gateway/payments/states.ts";
import { awaitsChallenge } from "../gateway/payments/transactions.ts";
import { saleOf } from "../gateway/products.ts";
import { billOf, reasonText } from "./order-facts.ts";
import { type Phrase, type Sentence, toSentence } from "./sentence.ts";

export interface Amounts extends Readonly<Record<FollowUpType, number>> {
  readonly whole: number;
}

export const amountsOf = (order: Order, latest: Transaction, store: Store): Amounts => {
  const sumOf = (type: FollowUpType) =>
    order.transactions.reduce((sum, record) => sum + takenOf(record, type, store), 0);
  return {
    capture: sumOf("capture"),
    void: sumOf("void"),
    refund: sumOf("refund"),
    chargeback: sumOf("chargeback"),
    whole: Number(latest.amount),
  };
};

/** Describes parts of the amount, such as `€20.00 captured, €109.00 held`. */
const partsOf = ({ latest, amounts }: Context): string => {
  const isHold = latest.type === "authorization";
  const rest =
    amounts.whole - (isHold ? amounts.capture + amounts.void : amounts.refund + amounts.chargeback);
  const listed = FOLLOW_UPS.map((type): [number, string] => [amounts[type], verbOf(type)]);
  return [...listed, [rest, isHold ? "held" : "not refunded"] as const]
    .filter(([amount]) => amount > 0)
    .map(([amount, what]) => `${formatAmount(amount, latest.currency, "en")} ${what}`)
    .join(", ");
};

/** The words for an order before its success. They depend on its type. */
interface Terms {
  readonly not: string;
  readonly pay: string;
}

const PAYMENT: Terms = { not: "Not paid", pay: "Pay" };
const PAYOUT: Terms = { not: "Not paid out", pay: "Pay out" };

const TERMS: Readonly<Record<string, Terms>> = {
  authorization: { not: "Nothing is held", pay: "Authorize" },
  credit: PAYOUT,
  payout: PAYOUT,
  tokenization: { not: "No card is saved", pay: "Save a card" },
};

interface Context {
  readonly order: Order;
  readonly gateway: Gateway;
  readonly terms: Terms;
  /** The last attempt. Only some kinds of orders exist without an attempt. */
  readonly latest: Transaction;
  readonly reason: string;
  readonly amounts: Amounts;
}

interface OrderKind {
  readonly word: string;
  readonly tone: Tone;
  /** Whether the sentence also describes the notification. `if missed` means only if the shop did not receive it. */
  readonly delivery: "always" | "if missed" | "never";
  readonly sentence: (context: Context) => Sentence | string;
}

/** Returns the sentence for a token that can be paid, unless its product cannot be bought. */
const payable = (says: string, { order, gateway, terms }: Context): Sentence => {
  const sale = saleOf(gateway, order.productId);
  return sale === "open"
    ? toSentence(says, [{ press: "Pay", as: terms.pay }, ", or open ", { press: "the payment page" }, "."])
    : toSentence(`${says} The product is ${sale}.`);
};

const attemptsLeft = ({ order }: Context): string => {
  const left = allowedAttempts(order) - attemptsOf(order).length;
  return left === 1 ? "One attempt is left." : `${left} attempts are left.`;
};

const complete = ({ uid }: Transaction): readonly Phrase[] => [
  { press: "Complete", uid },
  " it, or let it ",
  { press: "Fail", uid },
  ".",
];

/** Describes the rest of a hold. It can be captured even after a refund. */
const holdText = ({ latest, amounts }: Context): readonly Phrase[] => {
  const held = amounts.whole - amounts.capture - amounts.void;
  if (latest.type !== "authorization" || held <= 0) return [];
  const { uid } = latest;
  return [{ press: "Capture", uid }, " the rest, or ", { press: "Void", uid }, " it."];
};

const waitingText = ({ terms, latest }: Context): Sentence => {
  const { kind, name } = methodRow(latest.payment_method_type ?? "alternative");
  return toSentence(`${terms.not} yet: ${KINDS[kind].waits(name)}.`, complete(latest));
};

const startedText = (context: Context): Sentence | string => {
  const { order, terms, latest } = context;
  if (awaitsChallenge(latest)) return waitingText(context);
  const verification = verificationOf(order);
  return verification
    ? `${terms.not} yet: the shop has not answered whether to pay out (${verification.url}).`
    : `${terms.not} yet: the payment has begun, and its end is not known.`;
};

export const verificationOf = ({ deliveries }: Order): Delivery | undefined =>
  deliveries.findLast(({ type }) => type === "verification");

/** A new token with the request of this one. A token of a payment link has none. */
const createAgain = ({ order }: Context): readonly Phrase[] =>
  order.kind === "token" && order.productId === undefined
    ? [{ press: "Create it again" }, " with a new token."]
    : [];

const declinedText = (context: Context): Sentence => {
  const next =
    context.order.kind === "token"
      ? "No attempts are left."
      : "For another attempt, send another call with a new idempotency key.";
  return toSentence(`${context.terms.not}: declined (${context.reason}). ${next}`, createAgain(context));
};

const refusedText = ({ order, latest }: Context): string => {
  const verification = verificationOf(order);
  const problems = verification ? problemsOfVerification(latest, verification) : [];
  return `Not paid out: the shop did not accept the payout: ${problems.join("; ")}.`;
};

const expiredText = (context: Context): Sentence | string => {
  const { order, terms, gateway } = context;
  const next = replacementOf(gateway, order);
  if (next) {
    const bill = { order: next.uid, name: String(next.order_id ?? next.uid) };
    return toSentence([`${terms.not}: replaced by bill `, bill, ", which has the same account number."]);
  }
  if (order.kind !== "token") return `${terms.not}: it expired. Create a new one.`;
  const tried = attemptsOf(order).length;
  const after = tried === 0 ? "" : ` after ${tried === 1 ? "one attempt" : `${tried} attempts`}`;
  return toSentence(`${terms.not}: the payment token expired${after}.`, createAgain(context));
};

const standingText = ({ order, latest }: Context): Sentence => {
  const { uid, currency } = billOf(order) ?? latest;
  const paid = attemptsOf(order).filter(({ transaction }) => transaction.status === "successful");
  const sum = paid.reduce((total, { transaction }) => total + Number(transaction.amount), 0);
  const times = paid.length === 1 ? "once" : `${paid.length} times`;
  const text =
    paid.length === 0
      ? "It was not paid yet."
      : `It was paid ${times}: ${formatAmount(sum, currency, "en")}.`;
  return toSentence(
    `A bill that can be paid any number of times, each time by its own transaction. ${text}`,
    [{ press: "Complete", uid }, " one payment of it."],
  );
};

const chargedBackText = (context: Context): Sentence =>
  toSentence(`A bank took money back: ${partsOf(context)}.`, holdText(context));

const kind = (
  word: OrderKind["word"],
  tone: OrderKind["tone"],
  delivery: OrderKind["delivery"],
  sentence: OrderKind["sentence"],
): OrderKind => ({ word, tone, delivery, sentence });

/** The kinds of orders in the order of the filters, with a sentence for each. A state without one does not compile. */
export const ORDER_KINDS = {
  paid: kind("Paid", "good", "always", () => "Paid."),
  partRefunded: kind("Part refunded", "info", "always", (context) =>
    toSentence(`Paid, and refunded in part: ${partsOf(context)}.`, holdText(context)),
  ),
  refunded: kind("Refunded", "quiet", "always", (context) =>
    toSentence(`Refunded: ${partsOf(context)}.`, holdText(context)),
  ),
  partChargedBack: kind("Part charged back", "bad", "always", chargedBackText),
  chargedBack: kind("Charged back", "bad", "always", chargedBackText),
  authorized: kind("Authorized", "wait", "always", (context) =>
    toSentence(`Not paid yet: ${partsOf(context)}.`, [
      { press: "Capture", uid: context.latest.uid },
      " it when you deliver, or ",
      { press: "Void", uid: context.latest.uid },
      " it.",
    ]),
  ),
  partCaptured: kind("Part captured", "info", "always", (context) =>
    toSentence(`Paid in part: ${partsOf(context)}.`, holdText(context)),
  ),
  captured: kind("Captured", "good", "always", (context) => `Paid: ${partsOf(context)}.`),
  voided: kind("Voided", "quiet", "always", () => "Voided: the hold was released."),
  paidOut: kind("Paid out", "good", "always", () => "Paid out."),
  saved: kind("Saved", "good", "always", () => "The card is saved, and no money moved."),
  open: kind("Open", "info", "never", (context) =>
    payable(`${context.terms.not}: nothing has been tried yet.`, context),
  ),
  retry: kind("Declined, open", "bad", "if missed", (context) =>
    payable(
      `${context.terms.not}: the last attempt was declined (${context.reason}). ${attemptsLeft(context)}`,
      context,
    ),
  ),
  incomplete: kind("Started", "wait", "never", startedText),
  pending: kind("Pending", "wait", "if missed", waitingText),
  permanent: kind("Standing bill", "info", "if missed", standingText),
  start: kind("Opened bill", "wait", "never", ({ latest }) =>
    toSentence(
      "Not paid yet: a customer has opened the bill, and for 30 minutes no other customer can pay it.",
      complete(latest),
    ),
  ),
  auto_created: kind(
    "Created bill",
    "wait",
    "never",
    () => "Not paid yet: the payment of a bill has begun, and its end is not known.",
  ),
  failed: kind("Declined", "bad", "if missed", declinedText),
  error: kind("Error", "bad", "if missed", (context) =>
    toSentence(`${context.terms.not}: the payment ended with an error.`, createAgain(context)),
  ),
  refusedPayout: kind("Refused", "bad", "if missed", refusedText),
  deleted: kind(
    "Deleted",
    "quiet",
    "if missed",
    ({ terms }) => `${terms.not}: the merchant withdrew it before it was paid.`,
  ),
  expired: kind("Expired", "quiet", "if missed", expiredText),
  unknown: kind(
    "Unknown",
    "quiet",
    "never",
    ({ latest: { status } }) =>
      `Not known: its transaction has the status ${status}, which is unknown to this sandbox.`,
  ),
} satisfies Readonly<Record<string, OrderKind> & Record<Exclude<KnownStatus, "successful">, OrderKind>>;

export type OrderKindName = keyof typeof ORDER_KINDS;

export const orderSentence = (name: OrderKindName, order: Order, gateway: Gateway): Sentence => {
  const record = attemptsOf(order).at(-1);
  const latest = record?.transaction ?? { uid: "" };
  const told = ORDER_KINDS[name].sentence({
    order,
    gateway,
    terms: TERMS[textOf(order.fields["transaction_type"]) ?? ""] ?? PAYMENT,
    latest,
    reason: record ? reasonText(record) : "",
    amounts: amountsOf(order, latest, gateway.store),
  });
  return typeof told === "string" ? toSentence(told) : told;
};
