/** An order, with its price when it was placed. */
export interface Order {
  readonly id: string;
  /** The browser session that placed the order. Only this session can start its payment. */
  readonly session: string;
  readonly description: string;
  readonly amount: number;
  readonly currency: string;
  /** `uid` of the payment that pays this order. */
  readonly paidBy: string | null;
  readonly isFulfilled: boolean;
  /** Payment tokens, the latest last. An order has several if one ended unpaid. */
  readonly tokens: readonly Token[];
}

/** A payment token, with the address of its payment page. */
export interface Token {
  readonly token: string;
  readonly redirectUrl: string;
  /** When the order is over, in milliseconds. */
  readonly expiresAt: number;
}

/** Money of a payment that went back, by a refund at the gateway or a chargeback. */
interface Reversal {
  readonly paymentUid: string;
  readonly amount: number;
}

/** A payment that pays no order. Your staff refund it, or find its order. */
interface Review {
  readonly uid: string | undefined;
  readonly orderId: string | undefined;
  readonly message: string;
}

export interface Orders {
  /**
   * Stores a new order. An order with this id stays unchanged.
   *
   * @param client The network of the customer.
   * @returns undefined if this client placed too many orders.
   */
  open(
    order: Pick<Order, "id" | "session" | "description" | "amount" | "currency">,
    client: string,
  ): Promise<Order | undefined>;
  /** `SELECT … FROM orders WHERE id = :id` */
  find(id: string): Promise<Order | undefined>;
  /**
   * Adds a token, unless another request has added one after `before`. No customer sees the token that is not added, because
   * two open tokens could both be paid. In one transaction: `UPDATE orders SET token = :token WHERE id = :id AND token IS NOT
   * DISTINCT FROM :before`, and an insert into the open tokens.
   *
   * @returns the latest token.
   */
  addToken(id: string, token: Token, before: Token | undefined): Promise<Token>;
  /**
   * Tokens that the job requests, first those that no run took for the longest time: `UPDATE tokens SET taken_at = now()
   * WHERE token IN (SELECT token FROM tokens WHERE is_open ORDER BY taken_at LIMIT :count) RETURNING token`
   */
  takeOpenTokens(count: number): Promise<readonly string[]>;
  /** `UPDATE tokens SET is_open = false WHERE token = :token AND (:is_paid OR expires_at < now() - interval '1 hour')` */
  closeToken(token: string, isPaid: boolean): Promise<void>;
  /** In one transaction: `UPDATE orders SET paid_by = :uid WHERE id = :id AND paid_by IS NULL`, and a delete of the review. */
  markPaid(id: string, uid: string, key: string): Promise<void>;
  /** `INSERT INTO reviews … ON CONFLICT (key) DO NOTHING`, and a mail to your staff if it inserted a row. */
  addReview(key: string, review: Review): Promise<void>;
  reviews(orderId: string): Promise<readonly Review[]>;
  /** `INSERT INTO reversals … ON CONFLICT (uid) DO NOTHING` */
  takeBack(uid: string, reversal: Reversal): Promise<void>;
  /**
   * `UPDATE orders SET fulfilled_at = now() WHERE paid_by IS NOT NULL AND fulfilled_at IS NULL AND amount > (SELECT
   * coalesce(sum(amount), 0) FROM reversals WHERE payment_uid = paid_by) RETURNING id`
   */
  fulfillPaid(): Promise<readonly string[]>;
}

/** A client may place this many orders in this time, in milliseconds. */
const MOST_ORDERS = 20;
const PERIOD = 600_000;

/** Clocks differ, and a customer may pay at the last moment. In milliseconds. */
const MARGIN = 60 * 60_000;

/** Orders in memory. Each instance of a function has its own orders and loses them when it ends. Replace them by a database. */
export function memoryOrders(): Orders {
  const orders = new Map<string, Order>();
  const placed: { readonly client: string; readonly at: number }[] = [];
  const openTokens = new Map<string, number>();
  const reversals = new Map<string, Reversal>();
  const reviews = new Map<string, Review>();
  return {
    open: async (given, client) => {
      const found = orders.get(given.id);
      if (found) return found;
      const start = Date.now() - PERIOD;
      if (placed.filter((one) => one.client === client && one.at > start).length >= MOST_ORDERS)
        return undefined;
      placed.push({ client, at: Date.now() });
      const order = { ...given, paidBy: null, isFulfilled: false, tokens: [] };
      orders.set(order.id, order);
      return order;
    },
    find: async (id) => orders.get(id),
    addToken: async (id, token, before) => {
      const order = orders.get(id);
      const latest = order?.tokens.at(-1);
      if (order === undefined || latest?.token !== before?.token) return latest ?? token;
      orders.set(id, { ...order, tokens: [...order.tokens, token] });
      openTokens.set(token.token, token.expiresAt);
      return token;
    },
    takeOpenTokens: async (count) => {
      const taken = [...openTokens].slice(0, count);
      for (const [token, expiresAt] of taken) {
        openTokens.delete(token);
        openTokens.set(token, expiresAt);
      }
      return taken.map(([token]) => token);
    },
    closeToken: async (token, isPaid) => {
      if (isPaid || Date.now() > (openTokens.get(token) ?? 0) + MARGIN) openTokens.delete(token);
    },
    markPaid: async (id, uid, key) => {
      const order = orders.get(id);
      if (order?.paidBy === null) orders.set(id, { ...order, paidBy: uid });
      reviews.delete(key);
    },
    addReview: async (key, review) => {
      if (!reviews.has(key)) console.error(`payment ${review.uid} needs manual review: ${review.message}`);
      reviews.set(key, review);
    },
    reviews: async (orderId) => [...reviews.values()].filter((review) => review.orderId === orderId),
    takeBack: async (uid, reversal) => void reversals.set(uid, reversal),
    fulfillPaid: async () => {
      const backOf = (uid: string): number =>
        [...reversals.values()].reduce(
          (sum, { paymentUid, amount }) => sum + (paymentUid === uid ? amount : 0),
          0,
        );
      const due = [...orders.values()].filter(
        ({ paidBy, isFulfilled, amount }) => paidBy !== null && !isFulfilled && backOf(paidBy) < amount,
      );
      for (const order of due) orders.set(order.id, { ...order, isFulfilled: true });
      return due.map(({ id }) => id);
    },
  };
}
