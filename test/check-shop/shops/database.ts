import type { SendMethod } from "../../../src/index.ts";

/** A call that moves money. Its id is its key. */
export interface Row {
  readonly id: string;
  readonly method: SendMethod;
  readonly orderId: string;
  readonly parent: string;
  readonly amount: number;
  state: "open" | "succeeded" | "declined" | "refused";
  sentAt: number;
}

/** The tables of a shop: what survives a restart. */
export class Tables<Order, Payment, Request> {
  readonly orders = new Map<string, Order>();
  /** By the uid of the transaction. */
  readonly payments = new Map<string, Payment>();
  /** Refunds and renewals, by the key that the gateway gets. */
  readonly requests = new Map<string, Request>();
}

/** A process's connection: each transaction takes a moment and is atomic, and none happens after the process was killed. */
export class Connection<Database> {
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
