import type { Transaction } from "../../api/transactions/transaction.ts";
import { brandName } from "../gateway/cards/test-cards.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { capitalized, type Fields, sectionOf, textOf } from "../gateway/input/section.ts";
import { methodRow } from "../gateway/methods/methods.ts";
import { attemptsOf, isBill, type Order, type TransactionRecord } from "../gateway/orders/order.ts";
import { statusFacts } from "../gateway/payments/states.ts";
import { wordsOf } from "../gateway/payments/words.ts";

/** Returns all orders, newest first. */
export const ordersOf = ({ store }: Gateway): Order[] => [...store.orders.values()].reverse();

/** Matches the first characters of a token or a uid, which are random. The search of the dashboard takes as many. */
const SHORT_ID = /^[\da-f]{8}[\da-f-]*$/i;

/** Whether a text names a token or a uid by its first eight or more characters. */
export const isShortFor = (id: string, text: string): boolean =>
  SHORT_ID.test(text) && id.startsWith(text.toLowerCase());

/** Finds orders by a token, the uid of a transaction, a tracking id, the id of a delivery, or the begin of a token or uid. */
export const ordersNamed = (gateway: Gateway, id: string): Order[] => {
  const all = ordersOf(gateway);
  const named = all.filter(
    (order) =>
      order.id === id ||
      orderFacts(order).trackingId === id ||
      order.transactions.some(({ transaction }) => transaction.uid === id) ||
      order.deliveries.some((delivery) => delivery.id === id),
  );
  return named.length > 0
    ? named
    : all.filter(
        (order) =>
          isShortFor(order.id, id) ||
          order.transactions.some(({ transaction }) => isShortFor(transaction.uid, id)),
      );
};

export const isPayment = ({ parent_uid: parent }: Transaction): boolean => !parent;

/** Returns the order's bill. The payments of a permanent bill are other transactions. */
export const billOf = (order: Order): Transaction | undefined =>
  order.transactions.find(({ transaction }) => isBill(order, transaction))?.transaction;

const customerName = ({ first_name, last_name, email }: Fields): string =>
  [textOf(first_name), textOf(last_name)].filter(Boolean).join(" ") || (textOf(email) ?? "");

/** Returns the merchant's data of an order. */
export const orderFacts = ({ fields }: Order) => {
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
  };
};

/** Returns the name of an order for people: its product, its tracking id, its description, or its token. */
export const nameOfOrder = (order: Order, { store }: Gateway): string => {
  const { trackingId, description } = orderFacts(order);
  const product = store.products.get(order.productId ?? "")?.fields["name"];
  return textOf(product) ?? trackingId ?? (description || order.id);
};

export const cardTokenOf = (order: Order): string | undefined =>
  attemptsOf(order).at(-1)?.transaction.credit_card?.token ?? undefined;

/** Returns the state of a transaction as a word, such as `Refunded` or `Declined`. */
export const wordOf = ({ type, status }: Transaction): string =>
  status === "successful" ? capitalized(wordsOf(type).done) : (statusFacts(status)?.word ?? String(status));

/** Returns the payment method, such as `Visa …0000` or `ERIP`. */
export const methodOf = ({ credit_card: card, payment_method_type: method }: Transaction): string =>
  card ? `${brandName(card.brand ?? "card")} …${card.last_4 ?? ""}` : methodRow(method ?? "").name;

/** Returns the reason of a decline, such as `Insufficient funds, code F.0051, as planned`, or `code 05`. */
export const reasonText = ({
  transaction: { message, code },
  isPlanned,
}: Pick<TransactionRecord, "transaction" | "isPlanned">): string =>
  [
    ...(code && message?.includes(code) ? [] : [message ?? "without a reason"]),
    ...(code ? [`code ${code}`] : []),
    ...(isPlanned ? ["as planned"] : []),
  ].join(", ");
