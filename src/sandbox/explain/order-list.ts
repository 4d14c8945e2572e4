import { isRecord } from "../../shared/values.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { capitalized } from "../gateway/input/section.ts";
import { FORGERY_ACCEPTED, resultOfDelivery, stateOfDelivery } from "./notification-state.ts";
import { methodOf, reasonText, wordOf } from "./order-facts.ts";
import { ORDER_KINDS } from "./order-kinds.ts";
import type { ListedOrder } from "./order-model.ts";
import { listAll } from "./order-view.ts";
import { type PageSearch, type Searched, searchAt } from "./search.ts";
import { slug } from "./sentence.ts";

type Row = ReturnType<typeof listAll>[number];

/** Returns the texts inside a value. */
const textsIn = (value: unknown): unknown[] =>
  isRecord(value) || Array.isArray(value) ? Object.values(value).flatMap(textsIn) : [value];

/** Returns the texts of the order's row, of the shop's request, of the transactions and of the notifications. */
const searchedOrder = ({ order, listed }: Row): Searched => {
  const { fields, productId, transactions, deliveries } = order;
  const { token, trackingId, name, description, outcome, money, notification } = listed;
  const forgery = notification.state === "accepted a forgery" ? FORGERY_ACCEPTED : undefined;
  return {
    texts: [
      ...[token, trackingId, productId, name, description, outcome, notification.text, forgery],
      ...textsIn([fields["customer"], fields["payment_method"]]),
      ...transactions.flatMap((record) => {
        const { transaction } = record;
        const { uid, order_id, tracking_id, type, status, erip, credit_card, payment_method_type } =
          transaction;
        const reason = status === "failed" ? reasonText(record) : undefined;
        return [
          ...[uid, order_id, tracking_id, type, status, erip?.account_number, erip?.service_no, reason],
          ...[wordOf(transaction), methodOf(transaction), credit_card?.brand, payment_method_type],
        ];
      }),
      ...deliveries.flatMap((delivery) => {
        const { id, url, status } = delivery;
        return [id, url, String(status), stateOfDelivery(delivery), resultOfDelivery(delivery).word];
      }),
    ],
    amounts: [
      [money.amount, money.currency],
      ...transactions.map(({ transaction }) => [transaction.amount, transaction.currency] as const),
    ],
    bodies: deliveries.flatMap(({ answers }) =>
      answers.flatMap(({ body = "", error = "" }) => [body, error]),
    ),
  };
};

const PROBLEMS: readonly string[] = ["not delivered", "accepted a forgery"];

export const ORDER_FILTERS: readonly string[] = [
  ...PROBLEMS.map(capitalized),
  ...Object.values(ORDER_KINDS).map(({ word }) => word),
];

/** Returns the filters for addresses and commands, such as `not-delivered`. */
export const filterNames = (): string[] => ORDER_FILTERS.map(slug);

export const filtersOf = ({ outcome, notification: { state } }: ListedOrder): string[] =>
  PROBLEMS.includes(state) ? [outcome, capitalized(state)] : [outcome];

const isLabel = ({ outcome, notification: { state, text } }: ListedOrder, query: string): boolean =>
  [outcome, state, text].some(
    (label) => label.length === query.length && label.toLowerCase() === query.toLowerCase(),
  );

/**
 * Returns the rows for a search. An order with exactly this id is first. Otherwise the label of a state finds only its
 * orders, because its words also occur in other texts.
 */
const findRows = (rows: readonly Row[], search: PageSearch): readonly Row[] => {
  if (search.query === "") return rows;
  const isNamed = ({ listed: { token, trackingId } }: Row) =>
    token === search.query || trackingId === search.query;
  const inState = rows.filter(({ listed }) => isLabel(listed, search.query));
  if (inState.length > 0 && !rows.some(isNamed)) return inState;
  const found = search.find(rows, searchedOrder);
  return [...found.filter(isNamed), ...found.filter((row) => !isNamed(row))];
};

export const listOrders = (gateway: Gateway, url: URL) => {
  const found = findRows(listAll(gateway), searchAt(url)).map(({ listed }) => listed);
  const wanted = url.searchParams.get("show");
  const chosen = ORDER_FILTERS.find((name) => slug(name) === wanted);
  const shown = chosen === undefined ? found : found.filter((row) => filtersOf(row).includes(chosen));
  return { found, chosen, shown };
};
