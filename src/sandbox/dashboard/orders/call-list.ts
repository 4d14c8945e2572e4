import type { LoggedCall } from "../../gateway/calls.ts";
import type { Gateway } from "../../gateway/gateway.ts";
import { type Searched, searchAt } from "../search.ts";
import { findOrder, type Order, orderFacts, ordersOf } from "./orders.ts";

export const searchedCall = (call: LoggedCall): Searched => {
  const { method, path, operation, status, bodyText, answerText } = call;
  const { orders, trackingId, description, amount, currency } = call.subject;
  const texts = [path, `${method} ${operation} ${status}`, trackingId, description, ...orders];
  return { texts, amounts: [[amount, currency]], bodies: [bodyText, answerText] };
};

export const isRefused = ({ status }: LoggedCall): boolean => status >= 400;

interface CallFilter {
  readonly name: string;
  /** In the address; undefined for the first one. */
  readonly show: string | undefined;
  readonly calls: readonly LoggedCall[];
}

interface CallList {
  readonly filters: readonly CallFilter[];
  readonly chosen: CallFilter;
  /** The calls that search and filter select, the newest first. */
  readonly shown: readonly LoggedCall[];
  readonly orderOf: (call: LoggedCall) => Order | undefined;
}

/** The order that each call is about: the first that it names, else the newest with its tracking id. */
const orderOfCalls = (gateway: Gateway): CallList["orderOf"] => {
  const byTrackingId = new Map(
    ordersOf(gateway)
      .reverse()
      .map((order) => [orderFacts(order).trackingId, order]),
  );
  return ({ subject: { orders, trackingId } }) => {
    const [named] = orders;
    if (named !== undefined) return findOrder(gateway, named);
    return trackingId === undefined ? undefined : byTrackingId.get(trackingId);
  };
};

export const listCalls = (gateway: Gateway, url: URL): CallList => {
  const orderOf = orderOfCalls(gateway);
  const found = searchAt(url).find([...gateway.journal.calls.values()].reverse(), searchedCall);
  const all: CallFilter = { name: "All", show: undefined, calls: found };
  const filters: readonly CallFilter[] = [
    all,
    { name: "Refused", show: "refused", calls: found.filter(isRefused) },
    { name: "Without an order", show: "without-an-order", calls: found.filter((call) => !orderOf(call)) },
  ];
  const chosen = filters.find(({ show }) => show === (url.searchParams.get("show") ?? undefined)) ?? all;
  return { filters, chosen, shown: chosen.calls, orderOf };
};
