import type { LoggedCall } from "./calls.ts";
import type { Gateway } from "./gateway.ts";
import { sectionOf, textOf } from "./input/section.ts";
import type { Order } from "./orders/order.ts";

export const byTime = (one: { readonly at: string }, other: { readonly at: string }): number =>
  one.at < other.at ? -1 : Number(one.at > other.at);

/** Returns the API calls for an order, oldest first. A call without an order is found by the tracking id. */
export const callsAbout = ({ journal }: Gateway, { id: token, fields }: Order): LoggedCall[] => {
  const known = textOf(sectionOf(fields["order"])["tracking_id"]);
  return [...journal.calls.values()].filter(({ subject: { orders, trackingId } }) =>
    orders.length === 0 ? known !== undefined && trackingId === known : orders.includes(token),
  );
};
