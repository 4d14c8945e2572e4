/** The articles, with prices in minor units. Prices never come from the browser. */
const CATALOGUE = new Map([
  ["annual-pass", { description: "Annual pass", amount: 12900, currency: "EUR" }],
  ["monthly-pass", { description: "Monthly pass", amount: 1490, currency: "EUR" }],
]);

export interface Order {
  readonly id: string;
  readonly description: string;
  readonly amount: number;
  readonly currency: string;
  /** The payment token that the shop created for this order. */
  token: string | null;
  /** `uid` of the payment that pays this order. */
  paidBy: string | null;
  isFulfilled: boolean;
}

/** A payment that pays no order. Your staff refund it, or find its order. */
interface Review {
  readonly uid: string | undefined;
  readonly orderId: string | undefined;
  readonly message: string;
}

/** Money of a payment that went back, by a refund at the gateway or a chargeback. */
interface Reversal {
  readonly paymentUid: string;
  readonly amount: number;
}

declare global {
  var shopOrders: Map<string, Order> | undefined;
  var shopOpenTokens: Map<string, number> | undefined;
  var shopReversals: Map<string, Reversal> | undefined;
  var shopReviews: Map<string, Review> | undefined;
}

// In memory, and lost when the process ends. Next.js may load this module several times, so globalThis has them.
globalThis.shopOrders ??= new Map();
globalThis.shopOpenTokens ??= new Map();
globalThis.shopReversals ??= new Map();
globalThis.shopReviews ??= new Map();
const orders = globalThis.shopOrders;
const tokens = globalThis.shopOpenTokens;
const reversals = globalThis.shopReversals;
const reviews = globalThis.shopReviews;

export const articles = (): string[] => [...CATALOGUE.keys()];

/** Stores a new order. Returns undefined for an unknown article. */
export async function openOrder(article: string | null): Promise<Order | undefined> {
  const found = CATALOGUE.get(article ?? "");
  if (found === undefined) return undefined;
  const order: Order = { ...found, id: crypto.randomUUID(), token: null, paidBy: null, isFulfilled: false };
  orders.set(order.id, order);
  return order;
}

/** `SELECT … FROM orders WHERE id = :id` */
export const findOrder = async (id: string): Promise<Order | undefined> => orders.get(id);

/**
 * In one transaction: `UPDATE orders SET token = :token WHERE id = :id`, and an insert into the open tokens.
 *
 * @param expiresAt When the order is over, in milliseconds.
 */
export async function addToken(order: Order, token: string, expiresAt: number): Promise<void> {
  order.token = token;
  tokens.set(token, expiresAt);
}

/** Tokens that the job requests. */
export const openTokens = async (): Promise<readonly string[]> => [...tokens.keys()];

/** Clocks differ, and a customer may pay at the last moment. In milliseconds. */
const MARGIN = 60 * 60_000;

/** `DELETE FROM open_tokens WHERE token = :token AND (:is_paid OR expires_at < now() - interval '1 hour')` */
export async function closeToken(token: string, isPaid: boolean): Promise<void> {
  if (isPaid || Date.now() > (tokens.get(token) ?? 0) + MARGIN) tokens.delete(token);
}

/** In one transaction: `UPDATE orders SET paid_by = :uid WHERE id = :id AND paid_by IS NULL`, and a delete of the review. */
export async function markPaid(order: Order, uid: string, key: string): Promise<void> {
  order.paidBy ??= uid;
  reviews.delete(key);
}

/** `INSERT INTO reviews … ON CONFLICT (key) DO NOTHING`, and a mail to your staff if it inserted a row. */
export async function addReview(key: string, review: Review): Promise<void> {
  if (!reviews.has(key)) console.error(`payment ${review.uid} needs manual review: ${review.message}`);
  reviews.set(key, review);
}

export const reviewsOf = async (orderId: string): Promise<readonly Review[]> =>
  [...reviews.values()].filter((review) => review.orderId === orderId);

/** `INSERT INTO reversals … ON CONFLICT (uid) DO NOTHING` */
export const takeBack = async (uid: string, reversal: Reversal): Promise<void> =>
  void reversals.set(uid, reversal);

const backOf = (uid: string): number =>
  [...reversals.values()].reduce((sum, each) => sum + (each.paymentUid === uid ? each.amount : 0), 0);

/**
 * `UPDATE orders SET fulfilled_at = now() WHERE paid_by IS NOT NULL AND fulfilled_at IS NULL AND amount > (SELECT
 * coalesce(sum(amount), 0) FROM reversals WHERE payment_uid = paid_by) RETURNING id`
 */
export async function fulfillPaidOrders(): Promise<readonly string[]> {
  const due = [...orders.values()].filter(
    ({ paidBy, isFulfilled, amount }) => paidBy !== null && !isFulfilled && backOf(paidBy) < amount,
  );
  for (const order of due) order.isFulfilled = true;
  return due.map(({ id }) => id);
}
