import type { ApiCallRecord } from "../../gateway/requests.ts";
import type { Shop } from "../../gateway/shop.ts";
import { summaryOf } from "./call-summary.ts";
import { factsOf, type Order } from "./orders.ts";

/** What calls name an order by. Payments of a product have its id as tracking id, and calls of the product name it too. */
const idsOf = (order: Order): string[] => {
  const uids = order.transactions.map(({ transaction }) => transaction.uid);
  const { trackingId } = factsOf(order);
  const isNamed = trackingId !== undefined && trackingId !== order.request?.productId;
  return [order.token, ...uids, ...(isNamed ? [trackingId] : [])];
};

/** The API calls about an order, oldest first. */
export const callsOf = (order: Order, { requests }: Shop): ApiCallRecord[] => {
  const ids = new Set(idsOf(order));
  return [...requests.records.values()].filter((call) => summaryOf(call).subjects.some((id) => ids.has(id)));
};

/** The order that each call is about: the newest of those that it names. */
export const orderOfCalls = (orders: readonly Order[]): ((call: ApiCallRecord) => Order | undefined) => {
  const byId = new Map<string, Order>();
  for (const order of orders.toReversed()) for (const id of idsOf(order)) byId.set(id, order);
  return (call) => {
    for (const id of summaryOf(call).subjects) {
      const order = byId.get(id);
      if (order) return order;
    }
    return undefined;
  };
};
