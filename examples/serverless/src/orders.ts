/** An order, with its price when it was placed. */
export interface Order {
  readonly id: string;
  /** The browser session that placed it: nobody else can start its payment. */
  readonly session: string;
  readonly description: string;
  readonly amount: number;
  readonly currency: string;
  readonly paid: boolean;
  /** Its payment tokens, the latest last. One is enough, unless it ended unpaid. */
  readonly tokens: readonly Token[];
  /** Payments after the first one, to be refunded. */
  readonly secondPayments: readonly string[];
}

/** A payment token, with the address of its payment page. */
interface Token {
  readonly token: string;
  readonly redirectUrl: string;
}

/** The shop's orders. */
export interface Orders {
  /** Saves a new order. An order with this id stays as it is. @returns the saved one. */
  open(order: Pick<Order, "id" | "session" | "description" | "amount" | "currency">): Promise<Order>;
  find(id: string): Promise<Order | undefined>;
  /** Whoever has an order's claim creates its token. @returns undefined while another request has it, for a minute at most. */
  claim(id: string): Promise<string | undefined>;
  release(id: string, claim: string): Promise<void>;
  /** @returns false without the claim: then nobody may get to know the token. */
  addToken(id: string, claim: string, token: Token): Promise<boolean>;
  /** Tokens that were not closed: they may still be paid, or their notification was lost. */
  openTokens(): Promise<readonly string[]>;
  closeToken(token: string): Promise<void>;
  /** Marks an order as paid, once. A known key changes nothing; a second payment is stored. */
  pay(id: string, uid: string, notificationKey: string): Promise<void>;
  /** Stores a payment that paid no order, once: somebody has to look at it, and may refund it. */
  review(uid: string, notificationKey: string, reason: string): Promise<void>;
}

/** A claim that is older belongs to a function that was stopped, in milliseconds. Longer than a token takes to be created. */
const CLAIM = 60_000;

/**
 * Orders in memory. Each instance of a function has its own, and loses them when it ends. Replace them with a database,
 * where `open` is an insert that does nothing on a conflict, `claim` one conditional update, and `pay` one transaction: it
 * inserts the notification's key, which is unique, then `UPDATE … SET paid = true WHERE id = … AND NOT paid`. If that changes
 * no row, it stores a second payment.
 */
export function memoryOrders(): Orders {
  const orders = new Map<string, Order>();
  const claims = new Map<string, { readonly claim: string; readonly at: number }>();
  const openTokens = new Set<string>();
  const keys = new Set<string>();
  const isFirst = (key: string): boolean => !keys.has(key) && Boolean(keys.add(key));
  return {
    open: async (given) => {
      const order = orders.get(given.id) ?? { ...given, paid: false, tokens: [], secondPayments: [] };
      orders.set(order.id, order);
      return order;
    },
    find: async (id) => orders.get(id),
    claim: async (id) => {
      const held = claims.get(id);
      if (held && Date.now() - held.at < CLAIM) return undefined;
      const claim = crypto.randomUUID();
      claims.set(id, { claim, at: Date.now() });
      return claim;
    },
    release: async (id, claim) => {
      if (claims.get(id)?.claim === claim) claims.delete(id);
    },
    addToken: async (id, claim, token) => {
      const order = orders.get(id);
      if (order === undefined || claims.get(id)?.claim !== claim) return false;
      orders.set(id, { ...order, tokens: [...order.tokens, token] });
      openTokens.add(token.token);
      return true;
    },
    openTokens: async () => [...openTokens],
    closeToken: async (token) => void openTokens.delete(token),
    pay: async (id, uid, key) => {
      const order = orders.get(id);
      if (order === undefined || !isFirst(key)) return;
      if (order.paid) {
        orders.set(id, { ...order, secondPayments: [...order.secondPayments, uid] });
        console.error(`order ${id} was already paid: refund payment ${uid}`);
      } else {
        orders.set(id, { ...order, paid: true });
        console.log(`order ${id} is paid`);
      }
    },
    review: async (uid, key, reason) => {
      if (isFirst(key)) console.error(`payment ${uid} paid no order: ${reason}`);
    },
  };
}
