export interface Order {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly paid: boolean;
}

/** The shop's orders. */
export interface Orders {
  open(order: Omit<Order, "paid">): Promise<void>;
  find(id: string): Promise<Order | undefined>;
  /** Marks an order as paid. A notification whose key came before changes nothing. */
  pay(id: string, notificationKey: string): Promise<void>;
}

/**
 * Orders in memory, to try the example with. Each instance of a function has its own, and loses them when it ends:
 * keep them in a database, where `pay` is one transaction with a unique index on the notification's key.
 */
export function memoryOrders(): Orders {
  const orders = new Map<string, Order>();
  const keys = new Set<string>();
  return {
    open: async (order) => {
      orders.set(order.id, { ...order, paid: false });
    },
    find: async (id) => orders.get(id),
    pay: async (id, key) => {
      const order = orders.get(id);
      if (order === undefined || keys.has(key)) return;
      keys.add(key);
      orders.set(id, { ...order, paid: true });
      console.log(`order ${id} is paid`);
    },
  };
}
