export interface Order {
  readonly id: string;
  readonly description: string;
  readonly amount: number;
  readonly currency: string;
}

/** The shop's orders: a database in earnest, a map here. */
export class Orders {
  readonly #orders = new Map<string, Order>();
  readonly #keys = new Set<string>();
  /** What was paid, in the order in which it was: an order that is here twice was shipped twice. */
  readonly shipped: string[] = [];

  add(order: Order): void {
    this.#orders.set(order.id, order);
  }

  find(id: unknown): Order {
    const order = this.#orders.get(String(id));
    if (order === undefined) throw new Error(`There is no order ${id}`);
    return order;
  }

  /** Ships an order, once for a notification's key. */
  ship(id: string, notificationKey: string): void {
    if (this.#keys.has(notificationKey)) return;
    this.#keys.add(notificationKey);
    this.shipped.push(id);
  }
}
