export interface Order {
  readonly id: string;
  readonly description: string;
  readonly amount: number;
  readonly currency: string;
  /** `uid` of the payment that pays the order. */
  paidBy: string | null;
}

export type NewOrder = Omit<Order, "paidBy">;

/** A payment that pays no order, such as a second payment. */
export interface Review {
  readonly id: string | undefined;
  readonly uid: string | undefined;
  readonly reason: string;
}

/** The shop's orders: a map here, a database in production. */
export class Orders {
  readonly #orders = new Map<string, Order>();
  /** By key, which is unique. */
  readonly #reviews = new Map<string, Review>();
  /** Payment tokens that the job requests, each with the time in milliseconds at which its order is over. */
  readonly openTokens = new Map<string, number>();
  /** Money that went back, by the uid of the refund or chargeback. */
  readonly reversals = new Map<string, { readonly paymentUid: string; readonly amount: number }>();
  /** The ids of shipped orders. A duplicate means that an order was shipped twice. */
  readonly shipped: string[] = [];

  add(order: NewOrder): void {
    this.#orders.set(order.id, { ...order, paidBy: null });
  }

  find(id: string): Order | undefined {
    return this.#orders.get(id);
  }

  review(key: string, review: Review): void {
    this.#reviews.set(key, review);
  }

  /** Payments for your staff. A payment that pays its order meanwhile needs no review. */
  get toReview(): Review[] {
    return [...this.#reviews.values()].filter(({ id = "", uid }) => this.find(id)?.paidBy !== uid);
  }

  #back(uid: string): number {
    const own = [...this.reversals.values()].filter(({ paymentUid }) => paymentUid === uid);
    return own.reduce((sum, { amount }) => sum + amount, 0);
  }

  /** Ships the orders that are paid and not shipped, unless the whole payment went back: a job in production. */
  ship(): void {
    for (const { id, paidBy, amount } of this.#orders.values()) {
      const isDue = paidBy !== null && this.#back(paidBy) < amount;
      if (isDue && !this.shipped.includes(id)) this.shipped.push(id);
    }
  }
}
