/** What is for sale, in minimal currency units. A price never comes from the customer's browser. */
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
  /** Payments that came after the first one: somebody has to give this money back. */
  readonly secondPayments: readonly string[];
}

declare global {
  var shopOrders: Map<string, Order> | undefined;
  var shopNotifications: Set<string> | undefined;
}

/**
 * Orders in memory, to try the example with: they are gone with the process. A page and a route handler may each
 * have their own copy of this module, so they hang on `globalThis`. With a database none of that is needed.
 */
globalThis.shopOrders ??= new Map();
globalThis.shopNotifications ??= new Set();
const orders = globalThis.shopOrders;
const notifications = globalThis.shopNotifications;

export const articles = (): string[] => [...CATALOGUE.keys()];

/** A new order; undefined when there is no such article. */
export async function openOrder(article: unknown): Promise<Order | undefined> {
  const found = CATALOGUE.get(String(article));
  if (found === undefined) return undefined;
  const order: Order = { ...found, id: crypto.randomUUID(), status: "open", secondPayments: [] };
  orders.set(order.id, order);
  return order;
}

export const findOrder = async (id: unknown): Promise<Order | undefined> => orders.get(String(id));

/**
 * Marks an order as paid, once. A notification comes more than once: its key counts the first time. A second payment
 * is kept. In a database, one transaction with a unique index on the key.
 */
export async function payOrder(id: string, uid: string, notificationKey: string): Promise<void> {
  const order = orders.get(id);
  if (order === undefined || notifications.has(notificationKey)) return;
  notifications.add(notificationKey);
  const secondPayments = order.status === "paid" ? [...order.secondPayments, uid] : [];
  orders.set(id, { ...order, status: "paid", secondPayments });
}
