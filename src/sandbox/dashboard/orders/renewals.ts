import type { Transaction } from "../../../api/transactions/transaction.ts";
import type { Store } from "../../gateway/records/store.ts";
import { attemptsOf, type Order, ordersOf } from "./orders.ts";

const cardTokenOf = ({ credit_card: card }: Transaction): string | undefined => card?.token ?? undefined;

/** The token of the card that an order's last attempt saved or charged. */
const tokenOf = (order: Order): string | undefined => {
  const latest = attemptsOf(order).at(-1)?.transaction;
  return latest && cardTokenOf(latest);
};

/** The order that saved the card which another one charges, and those that charge the card which it saved. */
export const renewalsOf = (order: Order, store: Store): { first?: Order; renewals: readonly Order[] } => {
  const token = tokenOf(order);
  if (token === undefined) return { renewals: [] };
  const [first, ...renewals] = ordersOf(store)
    .filter((other) => tokenOf(other) === token)
    .reverse();
  if (first === undefined || first.token === order.token) return { renewals };
  return { first, renewals: [] };
};
