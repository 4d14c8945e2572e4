import { NotFoundError, type Outcome, outcome, paymentSummary, type Transaction } from "payments-client";
import type { Book, Entry } from "./book.ts";
import { refundId } from "./refunds.ts";
import type { Shop } from "./shop.ts";

/** As many transactions as the gateway lists. */
const MAX_FOUND = 10;

/** The next attempt is the next audit. In milliseconds. */
const CALL = { timeout: 5000, maxRetries: 1 };

/** Some gateways answer 404 to a look-up of nothing. The audit marks no order as unpaid, so a wrong address does no harm. */
export function nothingIfNotFound(error: unknown): Transaction[] {
  if (error instanceof NotFoundError) return [];
  throw error;
}

export interface StoryOptions {
  readonly signal?: AbortSignal | undefined;
  /**
   * How many refunds to look for after the last one that is found. After a restore, the shop may have forgotten refunds, and
   * the gateway never had those that it refused. Default 0, only refunds that the shop has.
   */
  readonly ahead?: number | undefined;
}

const MONEY_BACK: readonly Outcome[] = ["refunded", "charged_back"];

export const isMoneyBack = (transaction: Transaction): boolean =>
  MONEY_BACK.includes(outcome(transaction, { test: true }));

/** The gateway's entries in the book of an order. Test payments count in test mode. */
export const entriesOf = (story: readonly Transaction[], test: boolean): Entry[] =>
  story.flatMap((transaction) => {
    const result = outcome(transaction, { test });
    const { uid = "", amount = Number.NaN, currency = "" } = paymentSummary(transaction);
    if (result === "paid") return { uid, amount, currency };
    return MONEY_BACK.includes(result) ? { uid, amount: -amount, currency } : [];
  });

/**
 * Puts transactions in the order in which the shop records them. First the money that went back, so that no payment is
 * fulfilled or refunded again. Then the payments as they were made, but those of which nothing is left come last. So if an
 * order was paid twice, the payment that was not refunded pays the order.
 */
export function inOrder(transactions: readonly Transaction[]): Transaction[] {
  const back = new Map<unknown, number>();
  for (const { parent_uid: parent, amount } of transactions.filter(isMoneyBack)) {
    back.set(parent, (back.get(parent) ?? 0) + Number(amount));
  }
  const rankOf = (transaction: Transaction): number => {
    if (isMoneyBack(transaction)) return 0;
    return (back.get(transaction.uid) ?? 0) < Number(transaction.amount) ? 1 : 2;
  };
  const timeOf = ({ created_at: time }: Transaction): number => Date.parse(String(time)) || 0;
  return transactions.toSorted((a, b) => rankOf(a) - rankOf(b) || timeOf(a) - timeOf(b));
}

/**
 * Reads everything that the gateway has for an order: by the tracking ids of the order and of its refunds, and by the uids
 * that the shop has, because a chargeback may have no tracking id.
 *
 * @throws Error if the gateway lists only a part.
 */
export async function readStory(
  { payments }: Shop,
  { id, refunds, entries }: Book,
  { signal, ahead = 0 }: StoryOptions,
): Promise<Transaction[]> {
  const call = { ...CALL, signal };
  const story = new Map<string, Transaction>();
  const find = async (trackingId: string): Promise<Transaction[]> => {
    const found = await payments.transactions
      .findByTrackingId(trackingId, call)
      .catch<Transaction[]>(nothingIfNotFound);
    if (found.length >= MAX_FOUND)
      throw new Error(`the gateway lists only ${MAX_FOUND} transactions of ${trackingId}`);
    return found.toReversed(); // the newest is the first
  };
  const add = (found: readonly Transaction[]): boolean => {
    for (const transaction of found) story.set(transaction.uid, transaction);
    return found.length > 0;
  };
  /** A customer can make a payment with the id of a refund, which pays no order. */
  const addRefund = async (refund: string): Promise<boolean> =>
    add((await find(refund)).filter(({ type }) => type === "refund"));
  add(await find(id));
  for (const refund of refunds) await addRefund(refund);
  const wasPaid = story.size > 0;
  for (let number = 1, missing = 0; wasPaid && missing < ahead; number += 1) {
    const next = refundId(id, number);
    missing = refunds.includes(next) || (await addRefund(next)) ? 0 : missing + 1;
  }
  for (const { uid } of entries.filter((entry) => !story.has(entry.uid))) {
    const found = await payments.transactions.get(uid, call).catch((error) => {
      if (error instanceof NotFoundError) return undefined;
      throw error;
    });
    if (found) story.set(uid, found);
  }
  return inOrder([...story.values()]);
}
