export interface Order {
  readonly id: string;
  readonly description: string;
  readonly amount: number;
  readonly currency: string;
}

/** The shop's orders: a map here, a database in production. */
export class Orders {
  readonly #orders = new Map<string, Order>();
  readonly #keys = new Set<string>();
  /** The ids of shipped orders; a duplicate means that an order was shipped twice. */
  readonly shipped: string[] = [];
  /** Second payments of orders, to be refunded. */
  readonly toRefund: { readonly id: string; readonly uid: string }[] = [];

  add(order: Order): void {
    this.#orders.set(order.id, order);
  }

  /** Orders that are not shipped. */
  open(): Order[] {
    return [...this.#orders.values()].filter(({ id }) => !this.shipped.includes(id));
  }

  find(id: unknown): Order {
    const order = this.#orders.get(String(id));
    if (order === undefined) throw new Error(`Unknown order ${id}`);
    return order;
  }

  /** Ships an order, once: a repeated notification changes nothing, and a second payment is stored to be refunded. */
  pay(id: string, uid: string, notificationKey: string): void {
    if (this.#keys.has(notificationKey)) return;
    this.#keys.add(notificationKey);
    if (this.shipped.includes(id)) this.toRefund.push({ id, uid });
    else this.shipped.push(id);
  }
}
