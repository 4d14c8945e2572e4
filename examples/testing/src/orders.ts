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
  /** The orders that were shipped: one that is here twice was shipped twice. */
  readonly shipped: string[] = [];
  /** Payments of orders that were paid before: somebody has to give this money back. */
  readonly toGiveBack: { readonly id: string; readonly uid: string }[] = [];

  add(order: Order): void {
    this.#orders.set(order.id, order);
  }

  find(id: unknown): Order {
    const order = this.#orders.get(String(id));
    if (order === undefined) throw new Error(`There is no order ${id}`);
    return order;
  }

  /** Ships an order, once: a repeat of its payment changes nothing, and a second payment is kept to be given back. */
  pay(id: string, uid: string, notificationKey: string): void {
    if (this.#keys.has(notificationKey)) return;
    this.#keys.add(notificationKey);
    if (this.shipped.includes(id)) this.toGiveBack.push({ id, uid });
    else this.shipped.push(id);
  }
}
