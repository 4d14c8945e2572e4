/** Describes the money of an order after its success. */
import { FOLLOW_UPS } from "../../api/transactions/transaction-type.ts";
import { formatAmount } from "../format-amount.ts";
import { type Gateway, pageLinks } from "../gateway/gateway.ts";
import { capitalized } from "../gateway/input/section.ts";
import { callsAbout, type LoggedCall, toApiCall } from "../gateway/journal.ts";
import type { Order, TransactionRecord } from "../gateway/orders/order.ts";
import { type Money, moneyOf } from "../gateway/payments/money.ts";
import { wordsOf } from "../gateway/payments/words.ts";
import { isPayment, reasonText } from "./order-facts.ts";
import type { Phrase } from "./order-model.ts";

export const moneyOfOrder = ({ transactions }: Order): Money =>
  moneyOf(
    transactions.flatMap(({ transaction }) => (transaction.status === "successful" ? transaction : [])),
  );

/** An order with the same tracking id that was also paid. */
export interface OtherPayment {
  readonly order: Order;
  readonly money: Money;
}

/** Returns the other payments that were not returned whole, if this order was not returned whole either. */
export const otherPaymentsOf = (
  order: Order,
  money: Money,
  siblings: readonly Order[],
): readonly OtherPayment[] => {
  const isLeft = ({ held, kept }: Money): boolean => held + kept > 0;
  // A permanent bill is paid any number of times.
  const isOnce = ({ fields }: Order): boolean => fields["permanent"] !== true;
  if (!isLeft(money) || !isOnce(order)) return [];
  return siblings
    .filter(isOnce)
    .map((other) => ({ order: other, money: moneyOfOrder(other) }))
    .filter((other) => isLeft(other.money));
};

const currencyOf = ({ transactions }: Order): unknown => transactions.at(-1)?.transaction.currency;

/** Describes a success, such as `Refunded €20.00`. */
const doneText = ({ transaction: { type, amount, currency } }: TransactionRecord): string => {
  if (type === "tokenization") return "Saved the card. No money moved";
  const text = formatAmount(amount, currency);
  return type === "chargeback" ? `The bank took back ${text}` : `${capitalized(wordsOf(type).done)} ${text}`;
};

const declineText = (record: TransactionRecord): string => {
  const { type, amount, currency, status } = record.transaction;
  const what = `The ${type} of ${formatAmount(amount, currency)}`;
  return status === "failed"
    ? `${what} was declined (${reasonText(record)})`
    : `${what} has the status ${status}`;
};

const problemText = (call: LoggedCall): string => {
  const [problem] = toApiCall(call).problems;
  if (!problem) return "";
  const field = problem.path.filter((name) => name !== "base").join(".");
  return ` (${[field, problem.messages.join(", ")].filter(Boolean).join(" ")})`;
};

/** Describes the last call if the gateway refused its capture, void or refund. */
const refusalText = (order: Order, gateway: Gateway): string | undefined => {
  const { created_at, updated_at, currency } = order.transactions.at(-1)?.transaction ?? {};
  const since = updated_at ?? created_at ?? "";
  const call = callsAbout(gateway, order).findLast(({ operation }) =>
    FOLLOW_UPS.some((type) => operation === `transactions.${type}`),
  );
  if (!call || call.status < 400 || call.status > 499 || call.at < since) return undefined;
  const amount = formatAmount(call.subject.amount, currency);
  const [, type] = call.operation?.split(".") ?? [];
  return `The ${type} of ${amount} was refused with ${call.status}${problemText(call)}`;
};

/** Joins clauses, and begins with a capital. */
const joined = (clauses: readonly string[]): string => {
  const [last, ...others] = clauses.toReversed();
  if (last === undefined) return "";
  return ` ${capitalized([others.toReversed().join(", "), last].filter(Boolean).join(", and "))}.`;
};

/** Describes the money that is left, without the amounts of the first sentence. */
const restText = (order: Order, money: Money, last: TransactionRecord["transaction"]): string => {
  const amountOf = (amount: number): string => formatAmount(amount, currencyOf(order));
  const isDone = last.status === "successful";
  const { type } = last;
  const isHold = order.transactions.some(({ transaction }) => transaction.type === "authorization");
  const isBill = order.fields["permanent"] === true;
  const sums: readonly (readonly [type: string, sum: number, text: string])[] = [
    [isHold ? "capture" : "payment", isHold || isBill ? money.taken : 0, isHold ? "captured" : "paid"],
    ["void", money.voided, "voided"],
    ["refund", money.refunded, "refunded"],
    ["chargeback", money.chargedBack, "taken back"],
  ];
  const isSaid = (one: string, sum: number): boolean => isDone && type === one && sum === last.amount;
  const isBack = money.refunded + money.chargedBack > 0;
  const clauses = sums
    .filter(([one, sum]) => sum > 0 && !isSaid(one, sum))
    .map(([one, sum, text]) => `${amountOf(sum)} was ${text}${isDone && type === one ? " in all" : ""}`);
  if (money.held > 0 && !isSaid("authorization", money.held))
    clauses.push(`${amountOf(money.held)} is still held`);
  if (money.kept > 0 && (isBack || (!isDone && !isBill))) clauses.push(`${amountOf(money.kept)} is kept`);
  if (money.kept <= 0 && isBack) clauses.push("nothing is kept");
  if (isDone && type === "void" && money.held <= 0 && money.taken === 0) clauses.push("nothing is held");
  return joined(clauses);
};

/** Names the other payments of an order that was paid twice, the sum, and what the shop has to do. */
const twiceText = (order: Order, money: Money, others: readonly OtherPayment[]): readonly Phrase[] => {
  if (others.length === 0) return [];
  const currency = currencyOf(order);
  const listed = others.flatMap(({ order: other, money: { held, kept } }, index): Phrase[] => {
    const sums = [["paid", kept] as const, ["authorized", held] as const].filter(([, sum]) => sum > 0);
    const texts = sums.map(([word, sum]) => `${word} ${formatAmount(sum, currencyOf(other))}`);
    const link = { text: other.id.slice(0, 8), to: pageLinks.order(other.id) };
    return [`${index === 0 ? "" : " and "}${texts.join(" and ")} for order `, link];
  });
  const all = [{ order, money }, ...others];
  const total = all.reduce((sum, each) => sum + each.money.held + each.money.kept, 0);
  const isSum = Number.isSafeInteger(total) && all.every((each) => currencyOf(each.order) === currency);
  const sum = isSum ? `, ${formatAmount(total, currency)} in all` : "";
  const ways = [
    ...(all.some((each) => each.money.kept > 0) ? ["refund"] : []),
    ...(all.some((each) => each.money.held > 0) ? ["void"] : []),
  ];
  return [
    " The customer also ",
    ...listed,
    ` with the same tracking_id${sum}. Only one of them pays the order. The shop must ${ways.join(" or ")} any other payment, or keep it for manual review.`,
  ];
};

/** Names the last thing that happened with its amount, then what is left. Undefined without a success. */
export const paidText = (
  order: Order,
  gateway: Gateway,
  money: Money,
  others: readonly OtherPayment[],
): readonly Phrase[] | undefined => {
  const isBill = order.fields["permanent"] === true;
  const last = order.transactions.findLast(
    ({ transaction }) =>
      transaction.status === "successful" ||
      !isPayment(transaction) ||
      (isBill && transaction.uid !== order.id),
  );
  if (!last) return undefined;
  const { transaction } = last;
  const refusal = refusalText(order, gateway);
  const isDone = transaction.status === "successful" && refusal === undefined;
  const first = refusal ?? (isDone ? doneText(last) : declineText(last));
  const rest = restText(order, money, isDone ? transaction : { ...transaction, status: "failed" });
  const next =
    isDone && transaction.type === "authorization" ? " Nothing is paid until the shop captures it." : "";
  const bill = isBill ? " The bill can be paid any number of times, each time by its own transaction." : "";
  return [`${first}.${next}${rest}${bill}`, ...twiceText(order, money, others)];
};
