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
  /** A customer may try again after a failed payment, so a failed order may still be paid. */
  readonly status: "open" | "failed" | "paid";
  /** Payments after the first one, to be refunded. */
  readonly secondPayments: readonly string[];
}

declare global {
  var shopOrders: Map<string, Order> | undefined;
  var shopOpenTokens: Set<string> | undefined;
  var shopNotifications: Set<string> | undefined;
}

/**
 * Orders in memory, lost when the process ends. They are stored on `globalThis`, since a page and a route handler may
 * each load their own copy of this module. Replace them with a database.
 */
globalThis.shopOrders ??= new Map();
globalThis.shopOpenTokens ??= new Set();
globalThis.shopNotifications ??= new Set();
const orders = globalThis.shopOrders;
const tokens = globalThis.shopOpenTokens;
const notifications = globalThis.shopNotifications;

const isFirst = (notificationKey: string): boolean =>
  !notifications.has(notificationKey) && Boolean(notifications.add(notificationKey));

export const articles = (): string[] => [...CATALOGUE.keys()];

/** A new order; undefined for an unknown article. */
export async function openOrder(article: unknown): Promise<Order | undefined> {
  const found = CATALOGUE.get(String(article));
  if (found === undefined) return undefined;
  const order: Order = { ...found, id: crypto.randomUUID(), status: "open", secondPayments: [] };
  orders.set(order.id, order);
  return order;
}

export const findOrder = async (id: unknown): Promise<Order | undefined> => orders.get(String(id));

/** Payment tokens that may still be paid, or whose notification was lost. */
export const openTokens = async (): Promise<readonly string[]> => [...tokens];

export const addToken = async (token: string): Promise<void> => void tokens.add(token);

export const closeToken = async (token: string): Promise<void> => void tokens.delete(token);

/**
 * Marks an order as paid, once. A repeated notification has the same key and is ignored. A second payment is stored.
 * In a database, use one transaction: insert the key, which is unique, then `UPDATE … SET status = 'paid' WHERE id = … AND
 * status <> 'paid'`. If that changes no row, store a second payment.
 */
export async function payOrder(id: string, uid: string, notificationKey: string): Promise<void> {
  const order = orders.get(id);
  if (order === undefined || !isFirst(notificationKey)) return;
  if (order.status === "paid") {
    orders.set(id, { ...order, secondPayments: [...order.secondPayments, uid] });
    console.error(`order ${id} was already paid: refund payment ${uid}`);
  } else {
    orders.set(id, { ...order, status: "paid" });
    console.log(`order ${id} is paid`);
  }
}

/** Records that a payment failed. A paid order stays paid, since notifications may arrive in any order. */
export async function failOrder(id: string): Promise<void> {
  const order = orders.get(id);
  if (order?.status === "open") orders.set(id, { ...order, status: "failed" });
}

/** Reports a payment that paid no order, once: somebody has to look at it, and may refund it. */
export async function reviewPayment(uid: string, notificationKey: string, reason: string): Promise<void> {
  if (isFirst(notificationKey)) console.error(`payment ${uid} paid no order: ${reason}`);
}
