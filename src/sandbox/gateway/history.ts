import type { LoggedCall } from "./calls.ts";
import type { Gateway } from "./gateway.ts";
import { parseJson } from "./input/parse-json.ts";
import { sectionOf, textOf } from "./input/section.ts";
import type { JournalLine } from "./journal.ts";
import type { Delivery } from "./records/delivery.ts";
import { isBill } from "./records/records.ts";
import { checkoutOf, type Store } from "./records/store.ts";

export const byTime = (one: { readonly at: string }, other: { readonly at: string }): number =>
  one.at < other.at ? -1 : Number(one.at > other.at);

/** Returns the API calls for an order, oldest first. A call without an order is found by the tracking id. */
export const callsAbout = ({ journal, store }: Gateway, order: string): LoggedCall[] => {
  const { tracking_id } = sectionOf(checkoutOf(store, order)?.fields["order"]);
  const known = textOf(tracking_id);
  return [...journal.calls.values()].filter(({ subject: { orders, trackingId } }) =>
    orders.length === 0 ? known !== undefined && trackingId === known : orders.includes(order),
  );
};

/** Returns the events of an order, oldest first. */
export const historyOf = (gateway: Gateway, order: string): JournalLine[] => {
  const calls = callsAbout(gateway, order).map(
    ({ at, id }): JournalLine => ({ at, kind: "call", order, id }),
  );
  return [...calls, ...(gateway.journal.orders.get(order) ?? [])].sort(byTime);
};

/** Returns the line of a delivery in a saved state. Before the first post, it has the time of its transaction. */
const deliveryLine = ({ id, token, body, answers }: Delivery): JournalLine => {
  const { uid, updated_at } = sectionOf(sectionOf(parseJson(body))["transaction"]);
  const at = answers[0]?.at ?? textOf(updated_at) ?? "";
  return { at, kind: "delivery", order: token, id, uid: textOf(uid) };
};

/** Rebuilds the lines from the records of a saved state, which does not contain the journal. */
const linesOf = ({ checkouts, transactions, deliveries }: Store): JournalLine[] => {
  const lines: JournalLine[] = [];
  for (const { token, createdAt, updatedAt, expired } of checkouts.values()) {
    lines.push({ at: createdAt, kind: "token", order: token, id: token });
    if (expired) lines.push({ at: updatedAt, kind: "expired", order: token, id: token });
  }
  for (const record of transactions.values()) {
    const { token: order } = record;
    const { uid: id, status, created_at, updated_at } = record.transaction;
    lines.push({ at: created_at ?? "", kind: "transaction", order, id });
    if (status === "expired" && isBill(record)) {
      lines.push({ at: updated_at ?? "", kind: "expired", order, id });
    }
  }
  return [...lines, ...Array.from(deliveries.values(), deliveryLine)].sort(byTime);
};

export const restoreJournal = ({ store, journal }: Gateway): void => {
  for (const line of linesOf(store)) journal.keep(line);
};
