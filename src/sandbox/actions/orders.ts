import * as z from "zod/mini";
import { minorUnits } from "../../payments/currencies.ts";
import { waitingPayment } from "../explain/next-steps.ts";
import { isShortFor, ordersNamed } from "../explain/order-facts.ts";
import { viewOf } from "../explain/order-view.ts";
import { type Gateway, NotPayableError, Refusal } from "../gateway/gateway.ts";
import { toRefusal } from "../gateway/input/refusal.ts";
import { sectionOf } from "../gateway/input/section.ts";
import type { Delivery, Order } from "../gateway/orders/order.ts";
import { billRecordOf } from "../gateway/orders/store.ts";
import { isUnpaid } from "../gateway/payments/bills.ts";
import { createToken, problemsOfToken } from "../gateway/payments/requests.ts";
import { tokenState } from "../gateway/payments/states.ts";
import { createProduct } from "../gateway/products.ts";
import { amountParam, readAmount, text } from "./parameters.ts";

export interface NamedOrder {
  readonly order: Order;
  readonly note?: string | undefined;
}

/** Finds orders by an id, newest first. A token names one order, even if it is also the id of others. */
const candidatesFor = (gateway: Gateway, id: string): Order[] => {
  const named = ordersNamed(gateway, id);
  const exact = named.filter(({ id: token }) => token === id);
  return exact.length > 0 ? exact : named;
};

/** Returns the newest order that fits, with a note if several orders have the id. Undefined if none fits. */
const choose = (
  orders: readonly Order[],
  id: string,
  fits: (order: Order) => boolean = () => true,
  words = "",
): NamedOrder | undefined => {
  const fitting = orders.filter(fits);
  const [order] = fitting;
  if (!order || orders.length === 1) return order && { order };
  const all = `${orders.length} orders with the id ${id}`;
  const one = fitting.length === 1 ? "only" : "newest";
  const note = order === orders[0] ? `The newest of ${all}.` : `Of ${all}, the ${one} one ${words}.`;
  return { order, note };
};

const noneOf = (orders: readonly Order[], id: string, does: string): Refusal => {
  const message = `None of the ${orders.length} orders with the id ${id} ${does}`;
  return new Refusal("not_possible", message, undefined, orders);
};

/** Returns the newest order with an id. @throws Refusal if there is none. */
export const orderNamed = (gateway: Gateway, id: string): NamedOrder => {
  const named = choose(candidatesFor(gateway, id), id);
  if (!named) throw new Refusal("not_found", `There is no order ${id}`);
  return named;
};

const canBePaid = (gateway: Gateway, order: Order): boolean => {
  const bill = billRecordOf(gateway.store, order.id);
  if (bill) return isUnpaid(bill);
  const state = tokenState(gateway, order);
  return state === "open" || (state !== "expired" && waitingPayment(order) !== undefined);
};

/**
 * Returns the newest order with an id that can be paid.
 *
 * @throws Refusal. An order that cannot be paid for another reason than its success is returned, because the gateway
 * explains its refusal.
 */
export const orderToPay = (gateway: Gateway, id: string): NamedOrder => {
  const orders = candidatesFor(gateway, id);
  const [order, ...others] = orders;
  if (!order) throw new Refusal("not_found", `There is no order, token or product ${id}`);
  const chosen = choose(orders, id, (one) => canBePaid(gateway, one), "that can be paid");
  if (chosen) return chosen;
  if (others.length > 0) throw noneOf(orders, id, "can be paid");
  if (tokenState(gateway, order) === "successful") {
    const { name, outcome } = viewOf(order, gateway);
    throw new Refusal("not_possible", `Order ${name} is already ${outcome.toLowerCase()}`);
  }
  return { order };
};

/** Returns the uid of a transaction that is named by its first characters. @throws Refusal if there is not exactly one. */
export const uidNamed = ({ store }: Gateway, uid: string): string => {
  if (store.transactions.has(uid)) return uid;
  const [found, ...others] = [...store.transactions.keys()].filter((known) => isShortFor(known, uid));
  if (found !== undefined && others.length === 0) return found;
  const why = found === undefined ? "There is no transaction" : "There are several transactions";
  throw new Refusal("not_found", `${why} ${uid}. \`payments-client orders ID\` prints the uids of an order`);
};

const notificationOf = ({ deliveries }: Order): Delivery | undefined =>
  deliveries.findLast(({ type, copyOf }) => type !== "verification" && !copyOf);

/** Returns the newest notification of the newest order with an id that has one. @throws Refusal */
export const notificationNamed = (
  gateway: Gateway,
  id: string,
): { delivery: Delivery; note?: string | undefined } => {
  const exact = gateway.store.deliveries.get(id);
  if (exact) return { delivery: exact };
  const orders = candidatesFor(gateway, id);
  if (orders.length === 0) throw new Refusal("not_found", `There is no notification or order ${id}`);
  const hasOne = (one: Order): boolean => notificationOf(one) !== undefined;
  const { order, note } = choose(orders, id, hasOne, "with a notification") ?? {};
  const delivery = order && notificationOf(order);
  if (!delivery)
    throw orders.length === 1
      ? new Refusal("not_possible", `Order ${id} has no notification`)
      : noneOf(orders, id, "has a notification");
  return { delivery, note };
};

export const newOrder = z.strictObject({
  amount: z.optional(amountParam),
  currency: text,
  description: z.optional(text),
  notification_url: z.optional(text),
});

const create = (gateway: Gateway, fields: Order["fields"], origin: string): Order =>
  orderNamed(gateway, createToken(gateway, fields, origin, { madeBy: "dashboard" }).token).order;

export const createOrder = (
  gateway: Gateway,
  { amount, currency: code, description, notification_url: url = "" }: z.infer<typeof newOrder>,
  origin: string,
): Order => {
  const currency = code.trim().toUpperCase();
  if (minorUnits(currency) === undefined)
    throw new Refusal("wrong_value", "Enter the code of a currency, such as EUR", "currency");
  const fields = {
    transaction_type: "payment",
    test: true,
    order: {
      amount: amount === undefined ? undefined : readAmount(amount, currency),
      currency,
      description,
      tracking_id: `test-${gateway.store.orders.size + 1}`,
    },
    settings: { ...(url.trim() && { notification_url: url.trim() }) },
  };
  const problems = problemsOfToken(fields);
  if (problems.length > 0) throw new NotPayableError(toRefusal(problems).message, problems[0]?.path.at(-1));
  return create(gateway, fields, origin);
};

export const createSample = (gateway: Gateway): undefined => {
  createProduct(gateway, {
    name: "Annual pass",
    description: "A sample of a product",
    currency: "EUR",
    amount: 12_900,
    infinite: true,
    immortal: true,
    language: "en",
    test: true,
  });
};

/** Creates a token with the request of another token, and the default expiry. @throws Refusal */
export const createAgain = (gateway: Gateway, id: string, origin: string): Order => {
  const { kind, fields } = orderNamed(gateway, id).order;
  if (kind !== "token") throw new Refusal("not_possible", "Only an order with a token is created again");
  const { expired_at: _, ...order } = sectionOf(fields["order"]);
  return create(gateway, { ...fields, order }, origin);
};
