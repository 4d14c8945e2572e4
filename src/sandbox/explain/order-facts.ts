import type { Transaction } from "../../api/transactions/transaction.ts";
import type { FollowUpType } from "../../api/transactions/transaction-type.ts";
import { brandName } from "../gateway/cards/test-cards.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { type Fields, sectionOf, textOf } from "../gateway/input/section.ts";
import { methodRow } from "../gateway/methods/methods.ts";
import { attemptsOf, isBill, type Order, type TransactionRecord } from "../gateway/orders/order.ts";
import { statusFacts } from "../gateway/payments/states.ts";

/** Returns all orders, newest first. */
export const ordersOf = ({ store }: Gateway): Order[] => [...store.orders.values()].reverse();

/** Finds orders by a token, the uid of a transaction, a tracking id, or the id of a delivery. */
export const ordersNamed = (gateway: Gateway, id: string): Order[] =>
  ordersOf(gateway).filter(
    (order) =>
      order.id === id ||
      orderFacts(order).trackingId === id ||
      order.transactions.some(({ transaction }) => transaction.uid === id) ||
      order.deliveries.some((delivery) => delivery.id === id),
  );

export const isPayment = ({ parent_uid: parent }: Transaction): boolean => !parent;

/** Returns the order's bill. The payments of a permanent bill are other transactions. */
export const billOf = (order: Order): Transaction | undefined =>
  order.transactions.find(({ transaction }) => isBill(order, transaction))?.transaction;

const customerName = ({ first_name, last_name, email }: Fields): string =>
  [textOf(first_name), textOf(last_name)].filter(Boolean).join(" ") || (textOf(email) ?? "");

/** Returns the merchant's data of an order. `name` is the tracking id, the description, or the token. */
export const orderFacts = ({ id: token, fields }: Order) => {
  const { customer, settings } = fields;
  const order = sectionOf(fields["order"]);
  const trackingId = textOf(order["tracking_id"]);
  const description = textOf(order["description"]) ?? "";
  return {
    trackingId,
    description,
    customer: customerName(sectionOf(customer)),
    email: textOf(sectionOf(customer)["email"]),
    amount: order["amount"],
    currency: order["currency"],
    notificationUrl: textOf(sectionOf(settings)["notification_url"]),
    name: trackingId ?? (description || token),
  };
};

/** Returns the sums of an order in minor units. `Net` is only listed if it differs from `Paid`. */
export const moneyOf = ({ transactions }: Order): [name: string, amount: number][] => {
  const sumOf = (...types: string[]): number =>
    transactions
      .filter(({ transaction: { type, status } }) => status === "successful" && types.includes(type ?? ""))
      .reduce((sum, { transaction }) => sum + Number(transaction.amount), 0);
  const paid = sumOf("payment", "charge", "capture");
  const [refunded, chargedBack] = [sumOf("refund"), sumOf("chargeback")];
  const back = refunded + chargedBack;
  const held = sumOf("authorization") - sumOf("capture", "void");
  const net: [string, number][] = back === 0 ? [] : [["Net", paid - back]];
  const sums: [string, number][] = [
    ["Paid", paid],
    ["Refunded", refunded],
    ["Charged back", chargedBack],
    ["Held", held],
  ];
  return [...sums.filter(([, amount]) => amount > 0), ...net];
};

export const cardTokenOf = (order: Order): string | undefined =>
  attemptsOf(order).at(-1)?.transaction.credit_card?.token ?? undefined;

/** Returns the order that saved the card of an order, and the orders that charge this card. */
export const renewalsOf = (order: Order, gateway: Gateway): { first?: Order; renewals: readonly Order[] } => {
  const token = cardTokenOf(order);
  if (token === undefined) return { renewals: [] };
  const [first, ...renewals] = ordersOf(gateway)
    .filter((other) => cardTokenOf(other) === token)
    .reverse();
  if (first === undefined || first.id === order.id) return { renewals };
  return { first, renewals: [] };
};

const SUCCESS_WORDS: Readonly<Record<string, string> & Record<FollowUpType, string>> = {
  authorization: "Authorized",
  capture: "Captured",
  chargeback: "Charged back",
  credit: "Paid out",
  payout: "Paid out",
  tokenization: "Saved",
  refund: "Refunded",
  void: "Voided",
};

export const wordOf = ({ type, status }: Transaction): string => {
  const { word = String(status) } = statusFacts(status) ?? {};
  return status === "successful" ? (SUCCESS_WORDS[type ?? ""] ?? word) : word;
};

/** Returns the payment method, such as `Visa …0000` or `ERIP`. */
export const methodOf = ({ credit_card: card, payment_method_type: method }: Transaction): string =>
  card ? `${brandName(card.brand ?? "card")} …${card.last_4 ?? ""}` : methodRow(method ?? "").name;

/** Returns the reason of a decline, such as `Insufficient funds, code F.0051, as planned`. */
export const reasonText = ({
  transaction: { message, code },
  isPlanned,
}: Pick<TransactionRecord, "transaction" | "isPlanned">): string =>
  [
    message ?? "without a reason",
    ...(code ? [`code ${code}`] : []),
    ...(isPlanned ? ["as planned"] : []),
  ].join(", ");
