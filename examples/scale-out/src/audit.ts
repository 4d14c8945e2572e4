import { NotFoundError, type Transaction } from "payments-client";
import { paymentEvent } from "payments-client/webhooks";
import { balances, compareBooks, type Difference, READ_BOOKS, type ShopBook } from "./books.ts";
import { transaction } from "./database.ts";
import { record } from "./notifications.ts";
import { firstId, NO_ORDER } from "./orders.ts";
import { addJob } from "./queues.ts";
import { refundId } from "./refunds.ts";
import type { Shop } from "./shop.ts";

/** Orders that are asked for at once. */
const BATCH = 25;
/** As many transactions as the gateway lists. */
const MAX_FOUND = 10;

/**
 * All that the gateway has for an order: by the tracking ids of its payments and refunds, and by the ids of the shop's. The
 * next refund's id is asked for too: after a restore, the shop may have forgotten that refund.
 */
async function askForOrder({ payments }: Shop, book: ShopBook, signal?: AbortSignal): Promise<Transaction[]> {
  const call = { ...(signal && { signal }), timeout: 5000 };
  const next = book.paid_by === null ? [] : [refundId(book.id, book.refunds.length + 1)];
  const trackingIds = [book.id, ...book.refunds.map(({ id }) => id), ...next];
  const lists = await Promise.all(trackingIds.map((id) => payments.transactions.findByTrackingId(id, call)));
  const found = new Map(lists.flat().map((each) => [each.uid, each]));
  // A chargeback has no tracking id.
  const named = [book.payment_uid ?? [], ...book.reversals.map(({ uid }) => uid)].flat();
  for (const uid of named.filter((uid) => !found.has(uid))) {
    const one = await payments.transactions.get(uid, call).catch((error) => {
      if (error instanceof NotFoundError) return undefined;
      throw error;
    });
    if (one) found.set(uid, one);
  }
  return [...found.values()];
}

async function auditOrder(shop: Shop, book: ShopBook, signal?: AbortSignal) {
  const found = await askForOrder(shop, book, signal);
  const isCut = found.length >= MAX_FOUND;
  const tooMany = isCut
    ? [{ text: `the gateway has ${MAX_FOUND} transactions or more: compare them there` }]
    : [];
  const differences = [...compareBooks(book, found, shop.isTestMode), ...tooMany];
  return { differences, ...balances(book, found, shop.isTestMode) };
}

/** Has the workers process what the shop does not know, or has not decided, as if it was notified now. */
async function repair(shop: Shop, id: string, { text, repair: missing }: Difference): Promise<void> {
  await transaction(shop.pool, async (sql) => {
    const event = missing && paymentEvent(missing);
    if (event && !(await record(shop, sql, event))) {
      await addJob(shop.boss, sql, "payments", { orderId: id, subject: event.key });
    }
    await sql.query(
      `INSERT INTO differences (order_id, difference, settled_at) VALUES ($1, $2, CASE WHEN $3 THEN now() END)
       ON CONFLICT (order_id, difference) DO NOTHING`,
      [id, text, missing !== undefined],
    );
  });
}

/** Rows of orders that are not there. Payments without an order are on the list of the staff already. */
const ORPHANS = `
  SELECT order_id AS id, string_agg(DISTINCT name, ', ' ORDER BY name) AS names FROM (
    SELECT order_id, 'fulfilments' AS name FROM fulfilments UNION ALL
    SELECT order_id, 'tokens' FROM checkouts UNION ALL
    SELECT order_id, 'reversals' FROM reversals UNION ALL
    SELECT order_id, 'refunds' FROM refunds UNION ALL
    SELECT order_id, 'notifications' FROM notifications LEFT JOIN decisions USING (order_id, key)
    WHERE decision IS DISTINCT FROM 'unknown order'
  ) AS named
  WHERE order_id >= $1 AND order_id < $2 AND NOT EXISTS (SELECT FROM orders WHERE id = order_id)
  GROUP BY order_id`;

/** The next orders of some days, and those of which a refund was asked for then. */
const NEXT = `${READ_BOOKS} WHERE id IN (
    (SELECT id FROM orders WHERE id > $1 AND id >= $2 AND id < $3 ORDER BY id LIMIT ${BATCH})
    UNION
    (SELECT order_id FROM refunds WHERE order_id > $1 AND requested_at >= $4 AND requested_at < $5
     ORDER BY order_id LIMIT ${BATCH})
  ) ORDER BY id LIMIT ${BATCH}`;

/** Days, from the first moment to one that is no part of them. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** How far an audit is, and what it has counted. */
export interface Audited {
  /** The last order. */
  position: string;
  orders: number;
  /** Differences. */
  found: number;
  /** What came and did not go back, by currency, in minor units. */
  readonly sums: Record<string, { gateway: number; shop: number }>;
}

export const nothingAudited = (): Audited => ({ position: NO_ORDER, orders: 0, found: 0, sums: {} });

export const describe = ({ orders, found, sums }: Audited): string =>
  [
    `${orders} orders`,
    ...Object.entries(sums).map(
      ([currency, { gateway, shop }]) => `the gateway has ${gateway} ${currency}, the shop ${shop}`,
    ),
    `${found} differences`,
  ].join("; ");

interface AuditOptions {
  /** Is told each difference. */
  readonly report: (line: string) => void;
  readonly signal?: AbortSignal;
  /** When to end although there are more orders. */
  readonly isOver?: () => boolean;
}

const idsOf = ({ from, to }: Period): [string, string] => [firstId(from), firstId(to)];

/** Saves a difference, and repairs it: what is recorded now is processed as if it was notified now. */
async function note(shop: Shop, id: string, found: Difference, audited: Audited, { report }: AuditOptions) {
  await repair(shop, id, found);
  audited.found += 1;
  report(`${id}: ${found.text}${found.repair ? "; recorded now" : ""}`);
}

/** Audits some orders after a position. @returns false if there are none. */
async function auditBatch(
  shop: Shop,
  period: Period,
  audited: Audited,
  options: AuditOptions,
): Promise<boolean> {
  const values = [audited.position, ...idsOf(period), period.from, period.to];
  const { rows } = await shop.pool.query<ShopBook>(NEXT, values);
  const results = await Promise.allSettled(rows.map((book) => auditOrder(shop, book, options.signal)));
  const failures = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  // If the gateway answers for no order, the next run goes on here. One order alone does not hold up those after it.
  if (failures.length > 0 && (failures.length === rows.length || options.signal?.aborted)) throw failures[0];
  for (const [index, book] of rows.entries()) {
    const result = results[index];
    if (result?.status === "fulfilled") {
      const { differences, gateway, ours } = result.value;
      for (const difference of differences) await note(shop, book.id, difference, audited, options);
      const before = audited.sums[book.currency] ?? { gateway: 0, shop: 0 };
      audited.sums[book.currency] = { gateway: before.gateway + gateway, shop: before.shop + ours };
    } else {
      const text = `it could not be compared: ${Object(result?.reason).message}`;
      await note(shop, book.id, { text }, audited, options);
    }
    audited.position = book.id;
    audited.orders += 1;
  }
  return rows.length > 0;
}

/**
 * Compares what the gateway and the shop have for the orders of a period, and for those of which a refund was asked for
 * then. What the shop does not know is recorded; other differences are listed for the staff.
 *
 * @param audited Where to go on; it is changed.
 * @returns false if `isOver` came first.
 */
export async function audit(
  shop: Shop,
  period: Period,
  audited: Audited,
  options: AuditOptions,
): Promise<boolean> {
  while (await auditBatch(shop, period, audited, options)) if (options.isOver?.()) return false;
  const { rows } = await shop.pool.query<{ id: string; names: string }>(ORPHANS, idsOf(period));
  for (const { id, names } of rows) {
    await note(shop, id, { text: `the order is missing, and there are ${names} of it` }, audited, options);
  }
  return true;
}

/**
 * Payments by their ids, from a report of the gateway: after a restore, the shop may not even have their orders. What it
 * does not know is recorded. @returns how many those were.
 */
export async function auditUids(shop: Shop, uids: readonly string[]): Promise<number> {
  let recorded = 0;
  for (const uid of uids) {
    const event = paymentEvent(await shop.payments.transactions.get(uid));
    if (await transaction(shop.pool, (sql) => record(shop, sql, event))) recorded += 1;
  }
  return recorded;
}
