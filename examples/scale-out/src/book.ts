import { isOver, type Sql } from "./database.ts";

export interface Entry {
  readonly uid: string;
  /** What came, or went back if it is negative. In minor units. */
  readonly amount: number;
  readonly currency: string;
}

/** What the shop has stored about the money of an order. */
export interface Book {
  readonly id: string;
  readonly currency: string;
  readonly entries: readonly Entry[];
  /** The ids of the shop's own refunds. */
  readonly refunds: readonly string[];
  readonly isPaid: boolean;
  readonly isFulfilled: boolean;
  /** Whether it was paid more than an hour ago, and not all of it went back. */
  readonly isOwed: boolean;
}

const READ = `
  SELECT id, currency, paid_by IS NOT NULL AS "isPaid",
    EXISTS (SELECT FROM fulfillments WHERE order_id = o.id) AS "isFulfilled",
    coalesce(paid_by IS NOT NULL AND ${isOver("paid_at", "interval '1 hour'")} AND amount > (
      SELECT coalesce(sum(r.amount), 0) FROM refunds r
      WHERE r.order_id = o.id AND r.payment_uid = paid_by AND state = 'succeeded'), false) AS "isOwed",
    (SELECT coalesce(json_agg(json_build_object('uid', uid, 'amount', b.amount, 'currency', b.currency)), '[]')
     FROM book b WHERE order_id = o.id) AS entries,
    ARRAY(SELECT r.id FROM refunds r WHERE order_id = o.id AND r.id <> coalesce(uid, '')) AS refunds
  FROM orders o WHERE id = $1`;

export const readBook = async (sql: Sql, orderId: string): Promise<Book | undefined> =>
  (await sql.query<Book>(READ, [orderId])).rows[0];

const words = ({ uid, amount, currency }: Entry): string =>
  `the ${amount < 0 ? "refund" : "payment"} of ${Math.abs(amount)} ${currency}, ${uid}`;

const isSame = (one: Entry) => (other: Entry) =>
  one.uid === other.uid && one.amount === other.amount && one.currency === other.currency;

/** What one side has, and the other side does not have with the same amount and currency. */
export const missingIn = (entries: readonly Entry[], others: readonly Entry[]): Entry[] =>
  others.filter((entry) => !entries.some(isSame(entry)));

/** Compares the shop's book of an order with the gateway's. @returns what differs, in words. */
export function compareBooks(book: Book, gateway: readonly Entry[]): string[] {
  const { entries, isPaid, isFulfilled, isOwed } = book;
  return [
    ...missingIn(entries, gateway).map((entry) => `the shop misses ${words(entry)}`),
    ...missingIn(gateway, entries).map((entry) => `the gateway misses ${words(entry)}`),
    ...(isFulfilled && !isPaid ? ["it is fulfilled, and not paid"] : []),
    ...(isOwed && !isFulfilled ? ["it is paid, and not fulfilled"] : []),
  ];
}
