export interface OrderRow {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly token: string;
  readonly status: "open" | "paid" | "cancelled" | "abandoned";
  /** How often it was fulfilled. */
  readonly shipments: number;
}

/** What survives a restart. */
export class Database {
  readonly orders = new Map<string, OrderRow>();
  readonly keys = new Set<string>();
  /** Payments for a person to decide about. */
  readonly review: { readonly orderId: string; readonly uid: string }[] = [];
  /** Payments of unknown orders. */
  readonly unknown: string[] = [];

  find(id: unknown): OrderRow | undefined {
    return this.orders.get(String(id));
  }

  change(id: string, changes: Partial<OrderRow>): void {
    const row = this.orders.get(id);
    if (row) this.orders.set(id, { ...row, ...changes });
  }

  ship({ id }: OrderRow): void {
    this.change(id, { status: "paid", shipments: (this.find(id)?.shipments ?? 0) + 1 });
  }
}

/** A process's connection: each transaction takes a moment and is atomic, and none happens after the process was killed. */
export class Connection {
  readonly #database: Database;
  #isOpen = true;

  constructor(database: Database) {
    this.#database = database;
  }

  async transaction<T>(statements: (database: Database) => T): Promise<T> {
    await new Promise((resolve) => setImmediate(resolve));
    if (!this.#isOpen) throw new Error("The process was killed");
    return statements(this.#database);
  }

  close(): void {
    this.#isOpen = false;
  }
}
