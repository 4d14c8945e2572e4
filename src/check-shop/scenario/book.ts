import type { Moved } from "../history/events.ts";
import type { BookEntry, Gateway } from "./gateway.ts";
import type { OrderHistory } from "./history.ts";

/** The saved cards that paid an order. */
export const cardsOf = (entries: readonly BookEntry[]): Set<string> =>
  new Set(entries.flatMap(({ transaction }) => transaction.credit_card?.token ?? []));

/** The successes of an order in the gateway's book, oldest first. */
export function movedIn(gateway: Gateway, { token, tokens }: OrderHistory): Moved[] {
  const entries = gateway.paymentsOf(tokens).filter(({ transaction }) => transaction.status === "successful");
  const moved = entries.flatMap(({ token: paid, transaction, followUps }): Moved[] => [
    {
      ...{ is: "moved", uid: transaction.uid, type: String(transaction.type), by: "customer" },
      amount: Number(transaction.amount),
      currency: transaction.currency ?? undefined,
      trackingId: transaction.tracking_id ?? undefined,
      isTest: transaction.test === true,
      isByCard: Boolean(transaction.credit_card),
      isFirstToken: paid === token,
    },
    ...followUps.map(
      ({ uid, type, amount, parent_uid, by }): Moved => ({
        ...{ is: "moved", uid, type: String(type), by, amount: Number(amount) },
        parent: parent_uid ?? transaction.uid,
      }),
    ),
  ]);
  const charges = gateway.chargesOf(cardsOf(entries));
  return [
    ...moved,
    ...charges.map(({ uid }): Moved => ({ is: "moved", uid, type: "charge", by: "shop", amount: 0 })),
  ];
}
