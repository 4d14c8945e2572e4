import { paymentSummary, type Transaction } from "payments-client";
import { notificationKey } from "payments-client/webhooks";
import { type Decision, type Payment, resultOf } from "./notifications.ts";

/** Everything that the shop has stored about an order. */
export interface ShopBook {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly paid_by: string | null;
  readonly payment_uid: string | null;
  readonly fulfilled: boolean;
  readonly notifications: readonly { key: string; decision: Decision | null; body: Payment; late: boolean }[];
  readonly decisions: readonly { key: string; decision: Decision }[];
  readonly reversals: readonly { uid: string; parent: string; amount: number }[];
  readonly refunds: readonly { id: string; uid: string; amount: number; state: string; late: boolean }[];
}

export const READ_BOOKS = `
  SELECT id, amount::float8, currency, paid_by, payment_uid,
    EXISTS (SELECT FROM fulfilments WHERE order_id = o.id) AS fulfilled,
    (SELECT coalesce(json_agg(json_build_object('key', key, 'decision', decision, 'body', body,
       'late', received_at < now() - interval '1 hour')), '[]')
     FROM notifications LEFT JOIN decisions USING (order_id, key) WHERE order_id = o.id) AS notifications,
    (SELECT coalesce(json_agg(json_build_object('key', key, 'decision', decision)), '[]')
     FROM decisions WHERE order_id = o.id) AS decisions,
    (SELECT coalesce(json_agg(json_build_object('uid', uid, 'parent', parent_uid, 'amount', amount)), '[]')
     FROM reversals WHERE order_id = o.id) AS reversals,
    (SELECT coalesce(json_agg(json_build_object('id', id, 'uid', payment_uid, 'amount', amount, 'state', state,
       'late', requested_at < now() - interval '1 hour')), '[]')
     FROM refunds WHERE order_id = o.id) AS refunds
  FROM orders o`;

/** Money that came, or went back if it is negative, by the id of its transaction. In minor units. */
type Entries = ReadonlyMap<string, { readonly amount: number; readonly currency: string }>;

/** What the gateway has for an order: payments, and what was given back of them. */
function gatewayEntries(found: readonly Transaction[], test: boolean): Entries {
  const entries = new Map<string, { amount: number; currency: string }>();
  for (const transaction of found) {
    const result = resultOf(transaction, test);
    const { amount, currency = "" } = paymentSummary(transaction);
    const sign = result === "paid" ? 1 : result === "refunded" || result === "charged back" ? -1 : 0;
    if (sign !== 0) entries.set(transaction.uid, { amount: sign * (amount ?? Number.NaN), currency });
  }
  return entries;
}

const PAYMENTS: readonly (Decision | null)[] = ["second payment", "mismatch", "unclear"];

function shopEntries(book: ShopBook, test: boolean): Entries {
  const { amount, currency } = book;
  const entries = new Map<string, { amount: number; currency: string }>();
  for (const { decision, body } of book.notifications) {
    const told = paymentSummary(body);
    if (told.uid === undefined || !PAYMENTS.includes(decision) || resultOf(body, test) !== "paid") continue;
    entries.set(told.uid, { amount: told.amount ?? Number.NaN, currency: told.currency ?? "" });
  }
  if (book.payment_uid !== null) entries.set(book.payment_uid, { amount, currency });
  for (const reversal of book.reversals) entries.set(reversal.uid, { amount: -reversal.amount, currency });
  return entries;
}

export interface Difference {
  readonly text: string;
  /** What the shop has to record, or to decide, to repair it. */
  readonly repair?: Transaction | undefined;
}

const words = ({ amount, currency }: { amount: number; currency: string }): string =>
  `${amount < 0 ? "refund" : "payment"} of ${Math.abs(amount)} ${currency}`;

function compareEntries(book: ShopBook, found: readonly Transaction[], test: boolean): Difference[] {
  const [gateway, shop] = [gatewayEntries(found, test), shopEntries(book, test)];
  const differences: Difference[] = [];
  for (const transaction of found) {
    const [here, there] = [shop.get(transaction.uid), gateway.get(transaction.uid)];
    if (!there) continue;
    const key = notificationKey(transaction);
    const isDecided = book.decisions.some((decision) => decision.key === key);
    const missing = { text: `the shop misses the ${words(there)}, ${transaction.uid}` };
    if (!here) differences.push(isDecided ? missing : { ...missing, repair: transaction });
    else if (here.amount !== there.amount || here.currency !== there.currency)
      differences.push({
        text: `${transaction.uid}: the shop has a ${words(here)}, the gateway a ${words(there)}`,
      });
  }
  for (const [uid, entry] of shop) {
    if (!gateway.has(uid)) differences.push({ text: `the gateway misses the ${words(entry)}, ${uid}` });
  }
  return differences;
}

/** The notification that paid an order, and its decision. */
function comparePaidBy(book: ShopBook, found: readonly Transaction[]): Difference[] {
  if (book.paid_by === null) return [];
  const decision = book.decisions.find(({ key }) => key === book.paid_by)?.decision;
  const isTold = book.notifications.some(({ key }) => key === book.paid_by);
  if (decision === "paid" && isTold) return [];
  const repair =
    decision === undefined || !isTold ? found.find((paid) => paid.uid === book.payment_uid) : undefined;
  return [{ text: `the shop misses what paid the order: ${book.paid_by}`, repair }];
}

/** Refunds by their own ids, which are their tracking ids. */
function compareRefunds(book: ShopBook, found: readonly Transaction[], test: boolean): Difference[] {
  const made = found.filter((refund) => resultOf(refund, test) === "refunded");
  const strange = made.filter(
    ({ tracking_id }) =>
      tracking_id?.startsWith(`${book.id}-`) && !book.refunds.some(({ id }) => id === tracking_id),
  );
  const asked = book.refunds.flatMap(({ id, uid, amount, state, late }) => {
    const [own, again] = made.filter(({ tracking_id }) => tracking_id === id);
    if (again) return [`refund ${id} of ${amount}: the gateway made it more than once`];
    if (own && (own.parent_uid !== uid || own.amount !== amount))
      return [`refund ${id} of ${amount}: the gateway made one of ${own.amount} of ${own.parent_uid}`];
    if ((state === "refunded") === (own !== undefined) || (state === "requested" && !late)) return [];
    return [`refund ${id} is ${state}, and the gateway made ${own ? "it" : "none"}`];
  });
  const unasked = strange.map(
    ({ tracking_id }) => `the gateway made ${tracking_id}, which the shop did not ask for`,
  );
  return [...asked, ...unasked].map((text) => ({ text }));
}

function compareGoods(book: ShopBook): Difference[] {
  const isPaid = book.paid_by !== null;
  const own = book.reversals.filter(({ parent }) => parent === book.payment_uid);
  const back = own.reduce((sum, { amount }) => sum + amount, 0);
  if (book.fulfilled && !isPaid) return [{ text: "it is fulfilled, and not paid" }];
  const paid = book.notifications.find(({ key }) => key === book.paid_by);
  const isLate = !paid || paid.late;
  const isOwed = isPaid && !book.fulfilled && back < book.amount && isLate;
  return isOwed ? [{ text: "it is paid, and not fulfilled" }] : [];
}

/** Where an order differs from what the gateway has for it. */
export const compareBooks = (book: ShopBook, found: readonly Transaction[], test: boolean): Difference[] => [
  ...compareEntries(book, found, test),
  ...comparePaidBy(book, found),
  ...compareRefunds(book, found, test),
  ...compareGoods(book),
];

const sum = (entries: Entries): number => [...entries.values()].reduce((all, { amount }) => all + amount, 0);

/** What came of an order, less what went back: in the gateway's book, and in the shop's. */
export const balances = (book: ShopBook, found: readonly Transaction[], test: boolean) => ({
  gateway: sum(gatewayEntries(found, test)),
  ours: sum(shopEntries(book, test)),
});
