import { orderFacts, ordersOf } from "../../explain/order-facts.ts";
import { type Searched, searchAt } from "../../explain/search.ts";
import type { LoggedCall } from "../../gateway/calls.ts";
import type { Gateway } from "../../gateway/gateway.ts";
import type { Order } from "../../gateway/orders/order.ts";
import { selectBy } from "./listing.ts";

export const searchedCall = (call: LoggedCall): Searched => {
  const { method, path, operation, status, bodyText, answerText } = call;
  const { orders, trackingId, description, amount, currency } = call.subject;
  const texts = [path, `${method} ${operation} ${status}`, trackingId, description, ...orders];
  return { texts, amounts: [[amount, currency]], bodies: [bodyText, answerText] };
};

export const isRefused = ({ status }: LoggedCall): boolean => status >= 400;

/** Returns a function that finds the order of a call, by its orders or by the newest order with its tracking id. */
const orderOfCalls = (gateway: Gateway): ((call: LoggedCall) => Order | undefined) => {
  const byTrackingId = new Map(
    ordersOf(gateway)
      .reverse()
      .map((order) => [orderFacts(order).trackingId, order]),
  );
  return ({ subject: { orders, trackingId } }) => {
    const [named] = orders;
    if (named !== undefined) return gateway.store.orders.get(named);
    return trackingId === undefined ? undefined : byTrackingId.get(trackingId);
  };
};

const METHOD = { name: "method", label: "Method", read: ({ method }: LoggedCall) => method };
const STATUS = { name: "status", label: "Status", read: ({ status }: LoggedCall) => String(status) };

/** Lists the API calls for the search and the filters of an address, newest first. */
export const listCalls = (gateway: Gateway, url: URL) => {
  const orderOf = orderOfCalls(gateway);
  const found = searchAt(url).find([...gateway.journal.calls.values()].reverse(), searchedCall);
  const ofMethod = selectBy(found, url, METHOD);
  const ofStatus = selectBy(ofMethod.shown, url, STATUS);
  const selected = ofStatus.shown;
  const filters = [
    ["All", null, selected],
    ["Refused", "refused", selected.filter(isRefused)],
    ["Without an order", "without-an-order", selected.filter((call) => !orderOf(call))],
  ] as const;
  const wanted = url.searchParams.get("show");
  const [chosen, , shown] = filters.find(([, show]) => show === wanted) ?? filters[0];
  return { filters, chosen, shown, orderOf, selects: [ofMethod.select, ofStatus.select] };
};
