import { isKnownStatus } from "../../api/statuses.ts";
import type { Transaction } from "../../api/transactions/transaction.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { capitalized, sectionOf } from "../gateway/input/section.ts";
import { attemptsOf, type Order } from "../gateway/orders/order.ts";
import { type Tone, tokenState } from "../gateway/payments/states.ts";
import {
  DELIVERY_STATES,
  type DeliveryState,
  deliveryStateOf,
  FORGERY_ACCEPTED,
  resultOfDelivery,
  shopTextOf,
  stateOfDelivery,
} from "./notification-state.ts";
import { billOf, methodOf, orderFacts, ordersOf, reasonText, wordOf } from "./order-facts.ts";
import { type Amounts, amountsOf, ORDER_KINDS, type OrderKindName, verificationOf } from "./order-kinds.ts";
import { type PageSearch, type Searched, searchAt } from "./search.ts";
import { slug } from "./sentence.ts";

const BY_TYPE: Readonly<Record<string, OrderKindName>> = {
  payout: "paidOut",
  credit: "paidOut",
  tokenization: "saved",
};

const kindOfHold = ({ capture, void: voided, refund, chargeback, whole }: Amounts): OrderKindName => {
  if (chargeback > 0) return chargeback >= capture ? "chargedBack" : "partChargedBack";
  if (capture === 0) return voided >= whole ? "voided" : "authorized";
  if (refund > 0) return refund >= capture ? "refunded" : "partRefunded";
  return capture + voided < whole ? "partCaptured" : "captured";
};

const kindOfSuccess = (order: Order, latest: Transaction, gateway: Gateway): OrderKindName => {
  const kind = BY_TYPE[latest.type ?? ""];
  if (kind) return kind;
  const hasFollowUps = order.transactions.length > attemptsOf(order).length;
  const amounts = hasFollowUps ? amountsOf(order, latest, gateway.store) : undefined;
  if (latest.type === "authorization") return amounts ? kindOfHold(amounts) : "authorized";
  if (amounts && amounts.chargeback > 0)
    return amounts.chargeback >= amounts.whole ? "chargedBack" : "partChargedBack";
  if (!amounts || amounts.refund === 0) return "paid";
  return amounts.refund >= amounts.whole ? "refunded" : "partRefunded";
};

export const kindOf = (order: Order, gateway: Gateway): OrderKindName => {
  const latest = attemptsOf(order).at(-1)?.transaction;
  if (!latest) return tokenState(gateway, order) === "open" ? "open" : "expired";
  if (billOf(order)?.status === "permanent") return "permanent";
  const { status } = latest;
  if (!isKnownStatus(status)) return "unknown";
  if (status === "successful") return kindOfSuccess(order, latest, gateway);
  const state = tokenState(gateway, order);
  if (state === "open") return "retry";
  if (state === "expired") return "expired";
  return status === "failed" && verificationOf(order) ? "refusedPayout" : status;
};

/** The main fields of an order, for files and for the command line. */
export interface OrderSummary {
  /** The payment token, or the uid of an order without one. */
  readonly token: string;
  /** The last attempt. */
  readonly uid: string | null;
  /** The shop's id of the order. */
  readonly trackingId: string | null;
  /** Shown to the customer. */
  readonly description: string;
  /** The tracking id, the description, or the token. */
  readonly name: string;
  /** The name of the customer, or the email address. */
  readonly customer: string;
  /** Minor units. */
  readonly amount: number | null;
  /** ISO 4217 alpha-3. */
  readonly currency: string | null;
  /** The payment method, such as `Visa …0000`. Empty before the first attempt. */
  readonly method: string;
  /** The outcome as a code for scripts, such as `part-refunded`. Also a filter of the list. */
  readonly status: string;
  /** The outcome on the dashboard, such as `Paid`. */
  readonly outcome: string;
  /** How the dashboard shows the outcome. */
  readonly outcomeTone: Tone;
  /** The state of the notification, such as `delivered`. */
  readonly shop: string;
  /** How the dashboard shows this state. */
  readonly shopTone: Tone;
  /** The same state, or why the notification failed, such as `500` or `timeout`. */
  readonly reason: string;
  /** The same for people, such as `Not delivered: 500`. */
  readonly notification: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** An order as lists, pages and the command line show it. */
export interface OrderView extends OrderSummary {
  readonly order: Order;
  readonly shop: DeliveryState;
}

export const viewOf = (order: Order, gateway: Gateway): OrderView => {
  const { trackingId = null, description, name, customer, amount, currency } = orderFacts(order);
  const { word, tone } = ORDER_KINDS[kindOf(order, gateway)];
  const shop = deliveryStateOf(order);
  const reason = shopTextOf(order, shop);
  const last = attemptsOf(order).at(-1)?.transaction;
  return {
    order,
    name,
    customer,
    notification: capitalized(shop === "not delivered" ? `${shop}: ${reason}` : shop),
    token: order.id,
    uid: last?.uid ?? null,
    trackingId,
    description,
    amount: typeof amount === "number" ? amount : null,
    currency: typeof currency === "string" ? currency : null,
    method: last ? methodOf(last) : "",
    status: slug(word),
    outcome: word,
    outcomeTone: tone,
    shop,
    shopTone: DELIVERY_STATES[shop],
    reason,
    createdAt: order.createdAt,
  };
};

/** The part of a view that programs get. */
export const summaryOf = ({ order: _, ...summary }: OrderView): OrderSummary => summary;

export const summarizeOrder = (order: Order, gateway: Gateway): OrderSummary =>
  summaryOf(viewOf(order, gateway));

const searched = ({ order, outcome, shop: state, reason }: OrderView): Searched => {
  const { id: token, fields, productId, transactions, deliveries } = order;
  const { trackingId, description, amount, currency } = orderFacts(order);
  const { types } = sectionOf(fields["payment_method"]);
  const texts: unknown[] = [
    token,
    productId,
    trackingId,
    description,
    outcome,
    state,
    reason,
    state === "accepted a forgery" ? FORGERY_ACCEPTED : undefined,
    ...Object.values(sectionOf(fields["customer"])),
    ...(Array.isArray(types) ? types : []),
  ];
  const amounts: [unknown, unknown][] = [[amount, currency]];
  for (const record of transactions) {
    const { transaction } = record;
    const { uid, order_id, tracking_id, type, status, erip } = transaction;
    const { credit_card: card, payment_method_type: method } = transaction;
    texts.push(
      uid,
      order_id,
      tracking_id,
      erip?.account_number,
      erip?.service_no,
      type,
      status,
      wordOf(transaction),
      method,
      card?.brand,
      methodOf(transaction),
    );
    if (status === "failed") texts.push(reasonText(record));
    amounts.push([transaction.amount, transaction.currency]);
  }
  const bodies: string[] = [];
  for (const delivery of deliveries) {
    const { id, url, status } = delivery;
    texts.push(id, url, String(status), stateOfDelivery(delivery), resultOfDelivery(delivery).word);
    for (const { body, error } of delivery.answers) bodies.push(body ?? "", error ?? "");
  }
  return { texts, amounts, bodies };
};

const PROBLEMS: readonly DeliveryState[] = ["not delivered", "accepted a forgery"];

export const ORDER_FILTERS: readonly string[] = [
  ...PROBLEMS.map(capitalized),
  ...Object.values(ORDER_KINDS).map(({ word }) => word),
];

/** Returns the filters for addresses and commands, such as `not-delivered`. */
export const filterNames = (): string[] => ORDER_FILTERS.map(slug);

export const filtersOf = ({ outcome, shop }: OrderView): string[] =>
  PROBLEMS.includes(shop) ? [outcome, capitalized(shop)] : [outcome];

const isLabel = ({ outcome, shop, notification }: OrderView, text: string): boolean =>
  [outcome, shop, notification].some(
    (label) => label.length === text.length && label.toLowerCase() === text.toLowerCase(),
  );

/**
 * Returns the rows for a search. An order with exactly this id is first. Otherwise the label of a state finds only its
 * orders, because its words also occur in other texts.
 */
const findRows = (rows: readonly OrderView[], search: PageSearch): readonly OrderView[] => {
  if (search.query === "") return rows;
  const isNamed = ({ token, trackingId }: OrderView) => token === search.query || trackingId === search.query;
  const inState = rows.filter((row) => isLabel(row, search.query));
  if (inState.length > 0 && !rows.some(isNamed)) return inState;
  const found = search.find(rows, searched);
  return [...found.filter(isNamed), ...found.filter((row) => !isNamed(row))];
};

export const listOrders = (gateway: Gateway, url: URL) => {
  const all = ordersOf(gateway);
  const rows = all.map((order) => viewOf(order, gateway));
  const found = findRows(rows, searchAt(url));
  const wanted = url.searchParams.get("show");
  const chosen = ORDER_FILTERS.find((name) => slug(name) === wanted);
  const shown = chosen === undefined ? found : found.filter((row) => filtersOf(row).includes(chosen));
  return { all, found, chosen, shown };
};
