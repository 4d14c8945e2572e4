interface Order {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly paid: boolean;
  /** Payments after the first one, to be refunded. */
  readonly secondPayments: readonly string[];
}

/** The shop's orders. */
export interface Orders {
  open(order: Pick<Order, "id" | "amount" | "currency">): Promise<void>;
  find(id: string): Promise<Order | undefined>;
  /** Marks an order as paid, once. A known key changes nothing; a second payment is stored. */
  pay(id: string, uid: string, notificationKey: string): Promise<void>;
}

/**
 * Orders in memory. Each instance of a function has its own, and loses them when it ends. Replace them with a database,
 * where `pay` is one transaction with a unique index on the notification's key.
 */
export function memoryOrders(): Orders {
  const orders = new Map<string, Order>();
  const keys = new Set<string>();
  return {
    open: async (order) => {
      orders.set(order.id, { ...order, paid: false, secondPayments: [] });
    },
    find: async (id) => orders.get(id),
    pay: async (id, uid, key) => {
      const order = orders.get(id);
      if (order === undefined || keys.has(key)) return;
      keys.add(key);
      if (order.paid) {
        orders.set(id, { ...order, secondPayments: [...order.secondPayments, uid] });
        console.error(`order ${id} was already paid: refund payment ${uid}`);
      } else {
        orders.set(id, { ...order, paid: true });
        console.log(`order ${id} is paid`);
      }
    },
  };
}
