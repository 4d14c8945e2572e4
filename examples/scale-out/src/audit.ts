import { NotFoundError, PaymentsError, type Transaction } from "payments-client";
import { handlePayment } from "payments-client/webhooks";
import { type Book, compareBooks, missingIn, readBook } from "./book.ts";
import { findCheckout } from "./checkouts.ts";
import { explain, type Sql } from "./database.ts";
import {
  entriesOf,
  inOrder,
  isMoneyBack,
  nothingIfNotFound,
  readStory,
  type StoryOptions,
} from "./gateway-story.ts";
import { oneLine } from "./log.ts";
import { findOrder, firstId } from "./orders.ts";
import { paymentHandlers } from "./payment-handlers.ts";
import type { Shop } from "./shop.ts";
import { readToken } from "./start-payment.ts";

/** Orders that are audited side by side. */
const BATCH = 25;

/** Refunds that the gateway refused leave gaps in their numbers. */
const AFTER_RESTORE: StoryOptions = { ahead: 3 };

/** What the audit of some orders found. */
interface Audited {
  orders: number;
  /** Lines that begin with the order. */
  readonly findings: string[];
  /** Orders that could not be read. */
  readonly unreadable: string[];
  /** What came and did not go back, by currency. */
  readonly sums: Record<string, { gateway: number; shop: number }>;
}

const nothingAudited = (): Audited => ({ orders: 0, findings: [], unreadable: [], sums: {} });

const SAVE = `
  INSERT INTO findings (order_id, kind, message) VALUES ($1, $2, $3)
  ON CONFLICT (order_id, kind) DO UPDATE SET message = excluded.message,
    settled_at = CASE WHEN findings.message = excluded.message THEN findings.settled_at END`;

/** Saves what the staff has to look at. An order without findings has no rows. */
async function saveFindings(sql: Sql, id: string, kind: string, findings: readonly string[]): Promise<void> {
  if (findings.length === 0) await sql.query("DELETE FROM findings WHERE order_id = $1", [id]);
  else await sql.query(SAVE, [id, kind, findings.join("; ")]);
}

async function compare(shop: Shop, id: string, options: StoryOptions) {
  const book = await readBook(shop.pool, id);
  if (!book) return undefined;
  // The book is read first, so that it has no payment that the story lacks only because it is older.
  const story = await readStory(shop, book, options);
  const gateway = entriesOf(story, shop.isTestMode);
  return { book, story, gateway, differences: compareBooks(book, gateway) };
}

const sumOf = (entries: Book["entries"]): number => entries.reduce((sum, { amount }) => sum + amount, 0);

/** Records transactions as if they were notified now. */
async function record(shop: Shop, transactions: readonly Transaction[], isFound = false): Promise<void> {
  for (const transaction of transactions) await handlePayment(paymentHandlers(shop, isFound), transaction);
}

/**
 * Compares the gateway's whole story of an order with the shop's book. It records what the shop misses, unless the gateway
 * also misses something: then only the staff can see which book is wrong. It saves what differs for them.
 */
async function auditOrder(shop: Shop, id: string, audited: Audited, options: StoryOptions): Promise<void> {
  const found = await compare(shop, id, options);
  if (!found) return;
  const { book, story, gateway, differences } = found;
  const isBehind = missingIn(gateway, book.entries).length === 0;
  const missing = isBehind ? missingIn(book.entries, gateway) : [];
  await record(
    shop,
    story.filter(({ uid }) => missing.some((entry) => entry.uid === uid)),
    options.ahead === undefined,
  );
  const after = (missing.length > 0 && (await compare(shop, id, options))) || found;
  await saveFindings(shop.pool, id, "difference", after.differences);
  for (const difference of differences) {
    const end = after.differences.includes(difference) ? "" : "; recorded now";
    audited.findings.push(`${id}: ${difference}${end}`);
  }
  audited.orders += 1;
  const sums = audited.sums[book.currency] ?? { gateway: 0, shop: 0 };
  const [ofGateway, ofShop] = [sumOf(after.gateway), sumOf(after.book.entries)];
  audited.sums[book.currency] = { gateway: sums.gateway + ofGateway, shop: sums.shop + ofShop };
}

/** An order that cannot be read is audited again after four minutes, eight, and so on. */
const AGAIN = `
  UPDATE checkouts c SET audit_at = least(audit_at, now() + greatest(interval '4 minutes', now() - found_at))
  FROM findings f WHERE c.order_id = $1 AND f.order_id = $1 AND kind = 'unreadable'`;

/** @throws PaymentsError if the gateway does not answer. */
const findNothing = ({ payments }: Shop, { signal }: StoryOptions) =>
  payments.transactions
    .findByTrackingId(firstId(new Date(0)), { signal, timeout: 5000, maxRetries: 0 })
    .catch(nothingIfNotFound);

/** Audits orders side by side. An order that cannot be read is put aside. @throws if the gateway stops answering. */
async function auditBatch(
  shop: Shop,
  ids: readonly string[],
  audited: Audited,
  options: StoryOptions,
): Promise<void> {
  const results = await Promise.allSettled(ids.map((id) => auditOrder(shop, id, audited, options)));
  // If the gateway finds another order, the orders are the reason.
  if (results.some(({ status }) => status === "rejected")) await findNothing(shop, options);
  for (const [index, id] of ids.entries()) {
    const result = results[index];
    if (result?.status !== "rejected") continue;
    const message = `it cannot be read: ${explain(result.reason)}`;
    await saveFindings(shop.pool, id, "unreadable", [message]);
    await shop.pool.query(AGAIN, [id]);
    audited.findings.push(`${id}: ${message}`);
    audited.unreadable.push(id);
    // The status of its token has the payment, even if the list of its transactions is too long.
    const open = await findCheckout(shop.pool, id);
    if (open) await readToken(shop, open).catch(() => undefined);
  }
}

/**
 * The orders that are due, and when they are due again: in half a minute, one, two, and so on, until half a year. A payment
 * or a refund begins with a day again. Several workers claim different orders.
 */
const CLAIM = `
  UPDATE checkouts SET audits = audits + 1,
    audit_at = CASE WHEN audits < 19 THEN now() + interval '30 seconds' * 2 ^ audits END
  WHERE order_id IN (
    SELECT order_id FROM checkouts WHERE audit_at <= now()
    ORDER BY audit_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
  RETURNING order_id AS id`;

/**
 * The scheduled job: audits all orders that are due, because notifications can be lost. It ends when `isOver`, which is
 * earlier than its job's limit by more than a batch takes. The next run goes on.
 */
export async function auditDue(shop: Shop, isOver: () => boolean, signal: AbortSignal): Promise<void> {
  while (!isOver()) {
    const { rows } = await shop.pool.query<{ id: string }>(CLAIM);
    if (rows.length === 0) return;
    const audited = nothingAudited();
    const ids = rows.map(({ id }) => id);
    try {
      await auditBatch(shop, ids, audited, { signal });
    } finally {
      for (const finding of audited.findings) console.error(oneLine(`The audit found ${finding}`));
    }
  }
}

/**
 * Audits all orders after an id. Run it after a restore, because it also finds refunds that the shop has forgotten.
 *
 * @throws Error with the command that goes on, if the gateway or the database stops answering.
 */
export async function auditAfter(shop: Shop, first: string): Promise<Audited> {
  const audited = nothingAudited();
  const next = `SELECT id FROM orders WHERE id > $1 ORDER BY id LIMIT ${BATCH}`;
  for (let after = first; ; ) {
    try {
      const ids = (await shop.pool.query<{ id: string }>(next, [after])).rows.map(({ id }) => id);
      await auditBatch(shop, ids, audited, AFTER_RESTORE);
      const last = ids.at(-1);
      if (last === undefined) return audited;
      after = last;
    } catch (error) {
      const advice = `It stopped after ${audited.orders} orders. To go on: npm run admin -- audit ${after}`;
      throw new Error(`${explain(error)}\n${advice}`);
    }
  }
}

const BOOKED = "SELECT DISTINCT uid FROM book WHERE uid = ANY ($1)";

/** Reads the transactions of a report. Lines that are no uid of the gateway are problems. @throws if it does not answer. */
async function readReport(shop: Shop, lines: readonly string[], problems: string[]) {
  const reported = new Map<string, Transaction>();
  for (const [index, line] of lines.entries()) {
    if (line === "" || reported.has(line)) continue;
    try {
      reported.set(line, await shop.payments.transactions.get(line));
    } catch (error) {
      if (!(error instanceof PaymentsError)) throw error;
      if (!(error instanceof NotFoundError)) await findNothing(shop, {});
      problems.push(`line ${index + 1}, ${line}: ${error.message}`);
    }
  }
  return reported;
}

/**
 * Audits the orders of transactions, by their uids from a report of the gateway. After a restore, the shop may have lost
 * the orders, and payments without an order are reviews. If an order cannot be read, what the report has of it is recorded.
 */
export async function auditUids(shop: Shop, lines: readonly string[]) {
  const problems: string[] = [];
  const reported = await readReport(shop, lines, problems);
  const booked = async (): Promise<Set<string>> =>
    new Set(
      (await shop.pool.query<{ uid: string }>(BOOKED, [[...reported.keys()]])).rows.map(({ uid }) => uid),
    );
  const before = await booked();
  const [seen, audited] = [new Set<string>(), nothingAudited()];
  for (const transaction of inOrder([...reported.values()])) {
    try {
      const order = await findOrder(shop.pool, String(transaction.tracking_id));
      // A chargeback is in no story that is read by tracking ids.
      const isInStory = order !== undefined && !isMoneyBack(transaction);
      if (isInStory && !seen.has(order.id)) await auditBatch(shop, [order.id], audited, AFTER_RESTORE);
      if (isInStory) seen.add(order.id);
      if (!isInStory || audited.unreadable.includes(order.id)) await record(shop, [transaction]);
    } catch (error) {
      if (error instanceof PaymentsError) throw error;
      problems.push(`${transaction.uid}: ${explain(error)}`);
    }
  }
  const after = await booked();
  for (const [uid, transaction] of reported) {
    const isMoney = entriesOf([transaction], shop.isTestMode).length > 0;
    if (isMoney && !after.has(uid)) problems.push(`${uid} of ${transaction.tracking_id} is not recorded`);
  }
  return { count: reported.size, recorded: after.size - before.size, problems };
}
