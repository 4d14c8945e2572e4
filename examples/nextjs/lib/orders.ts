/** The articles, with prices in minimal currency units. Prices never come from the browser. */
const CATALOGUE = new Map([
  ["annual-pass", { description: "Annual pass", amount: 12900, currency: "EUR" }],
  ["monthly-pass", { description: "Monthly pass", amount: 1490, currency: "EUR" }],
]);

export interface Order {
  readonly id: string;
  readonly description: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: "open" | "paid";
  /** Payments after the first one, to be refunded. */
  readonly secondPayments: readonly string[];
}

declare global {
  var shopOrders: Map<string, Order> | undefined;
  var shopNotifications: Set<string> | undefined;
}

/**
 * Orders in memory, lost when the process ends. They are stored on `globalThis`, since a page and a route handler may
 * each load their own copy of this module. Replace them with a database.
 */
globalThis.shopOrders ??= new Map();
globalThis.shopNotifications ??= new Set();
const orders = globalThis.shopOrders;
const notifications = globalThis.shopNotifications;

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

/**
 * Marks an order as paid, once. A repeated notification has the same key and is ignored. A second payment is stored.
 * In a database, use one transaction with a unique index on the key.
 */
export async function payOrder(id: string, uid: string, notificationKey: string): Promise<void> {
  const order = orders.get(id);
  if (order === undefined || notifications.has(notificationKey)) return;
  notifications.add(notificationKey);
  const secondPayments = order.status === "paid" ? [...order.secondPayments, uid] : [];
  orders.set(id, { ...order, status: "paid", secondPayments });
}
