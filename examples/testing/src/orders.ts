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
  /** Payment tokens whose status is not final, those of shipped orders too. */
  readonly openTokens = new Set<string>();
  /** The ids of shipped orders; a duplicate means that an order was shipped twice. */
  readonly shipped: string[] = [];
  /** Payments that paid no order, such as second ones: a person refunds them, or finds their order. */
  readonly toReview: { readonly id: string; readonly uid: string; readonly reason: string }[] = [];

  add(order: Order): void {
    this.#orders.set(order.id, order);
  }

  find(id: string): Order | undefined {
    return this.#orders.get(id);
  }

  /** Ships an order, once: a repeated notification changes nothing. */
  pay(id: string, uid: string, notificationKey: string): void {
    if (this.shipped.includes(id)) this.review(id, uid, notificationKey, "the order was paid before");
    else if (this.#isFirst(notificationKey)) this.shipped.push(id);
  }

  /** Keeps a payment for a person, once. */
  review(id: string, uid: string, notificationKey: string, reason: string): void {
    if (this.#isFirst(notificationKey)) this.toReview.push({ id, uid, reason });
  }

  #isFirst(notificationKey: string): boolean {
    return !this.#keys.has(notificationKey) && Boolean(this.#keys.add(notificationKey));
  }
}
