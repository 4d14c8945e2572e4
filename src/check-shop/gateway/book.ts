import type { Transaction } from "../../api/transactions/transaction.ts";
import type { Moved } from "../history/events.ts";

/** What is read of the gateway's orders, by their tokens, and of the orders of transactions. */
export interface Book {
  readonly orders: ReadonlyMap<
    string,
    { readonly kind: string; readonly transactions: readonly { readonly transaction: Transaction }[] }
  >;
  readonly transactions: ReadonlyMap<string, { readonly order: string }>;
  /** Who made a follow-up, by its uid, if it was not the shop. */
  readonly makers: Map<string, "back office" | "bank">;
}

/** The transactions of these tokens, oldest first, and the charges with a status of the cards that paid them, each with its refunds. */
function transactionsOf({ orders }: Book, tokens: readonly string[], chargeStatus = "successful") {
  const own = tokens
    .flatMap((id) => orders.get(id)?.transactions ?? [])
    .map(({ transaction }) => transaction);
  const cards = new Set(own.flatMap(({ credit_card }) => credit_card?.token ?? []));
  const charges: Transaction[] = [];
  // A loop without copies, because each call of the shop comes here for each story.
  for (const { kind, transactions } of cards.size > 0 ? orders.values() : []) {
    const { transaction } = (kind === "charge" && transactions[0]) || {};
    if (transaction?.status === chargeStatus && cards.has(transaction.credit_card?.token ?? ""))
      for (const each of transactions) charges.push(each.transaction);
  }
  return { own, charges };
}

/** The successes of an order. @param given The tokens that the shop gave for it, which are some of its tokens. */
export function movedIn(book: Book, given: readonly string[], tokens: readonly string[]): Moved[] {
  const { own, charges } = transactionsOf(book, tokens);
  const made = [...own, ...charges].filter(({ status }) => status === "successful");
  return made.map((each): Moved => {
    const { uid, type, amount, currency, tracking_id, parent_uid: parent } = each;
    const shared = { is: "moved", uid, type: String(type), amount: Number(amount) } as const;
    if (parent) return { ...shared, by: book.makers.get(uid) ?? "shop", parent };
    const trackingId = tracking_id ?? undefined;
    if (charges.includes(each)) return { ...shared, type: "charge", by: "shop", amount: 0, trackingId };
    return {
      ...shared,
      by: "customer",
      trackingId,
      currency: currency ?? undefined,
      isTest: each.test === true,
      isByCard: Boolean(each.credit_card),
      isShopToken: given.includes(book.transactions.get(uid)?.order ?? ""),
    };
  });
}

/** The uid of a charge of an order that waits for 3-D Secure. */
export const waitingIn = (book: Book, tokens: readonly string[]): string | undefined =>
  transactionsOf(book, tokens, "incomplete").charges.at(0)?.uid;

/** The names that a shop can use for the transactions and saved cards of an order. */
export function namesIn(book: Book, tokens: readonly string[]): string[] {
  const { own, charges } = transactionsOf(book, tokens);
  return [...own, ...charges].flatMap(({ uid, order_id, credit_card }) =>
    [uid, order_id, credit_card?.token].flatMap((name) => (name ? String(name) : [])),
  );
}
