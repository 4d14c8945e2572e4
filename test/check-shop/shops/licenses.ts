/**
 * A right shop that sells license keys. Its worker asks the gateway about each notification, and its job delivers. Its
 * customers pay again and cancel, its orders end, and its staff refunds payments in manual review.
 */
import { PaymentsClient, sendOnce } from "../../../src/index.ts";
import type { Sandbox, ShopFunctions } from "../../../src/sandbox.ts";
import { handlePayment, type PaymentHandlers, Webhooks } from "../../../src/webhooks.ts";
import { Connection, type Row } from "./database.ts";

interface Order {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  paidBy: string | null;
  /** Whether it was canceled, or its time is over. */
  closed: boolean;
  refunded: number;
  /** The key that was sent. */
  license: string | undefined;
  /** Whether its customer's address exists. */
  isReachable: boolean;
}

class Database {
  readonly orders = new Map<string, Order>();
  /** The orders of tokens that are not paid. The job asks about each, because no order is over while this shop runs. */
  readonly tokens = new Map<string, string>();
  /** The payments that were notified, and that the gateway was not asked about. */
  readonly inbox = new Set<string>();
  readonly rows = new Map<string, Row>();
  /** Payments in manual review by their key. */
  readonly reviews = new Map<string, { readonly uid: string | undefined; orderId: string; amount: number }>();
  stock = 1_000_000;
  sold = 0;
}

type Event = Parameters<PaymentHandlers<Order>["review"]>[0];

class Shop implements PaymentHandlers<Order> {
  readonly database: Connection<Database>;
  readonly payments: PaymentsClient;

  constructor(database: Database, payments: PaymentsClient) {
    this.database = new Connection(database);
    this.payments = payments;
  }

  async placeOrder(): Promise<{ orderId: string; token: string }> {
    const id = crypto.randomUUID();
    const price = { amount: 12_900, currency: "EUR" };
    const state = { paidBy: null, closed: false, refunded: 0, license: undefined, isReachable: true };
    const isSold = await this.database.transaction((tables) => {
      if (tables.stock < 1) return false;
      tables.stock -= 1;
      tables.orders.set(id, { id, ...price, ...state });
      return true;
    });
    if (!isSold) throw new Error("It is sold out");
    return { orderId: id, token: await this.createToken(id) };
  }

  async createToken(id: string): Promise<string> {
    const { amount, currency } = await this.orderOf(id);
    const { token } = await this.payments.checkouts.create({
      transaction_type: "payment",
      order: { amount, currency, description: "A license", tracking_id: id },
      settings: { notification_url: "https://licenses.example/notify" },
    });
    await this.database.transaction(({ tokens }) => tokens.set(token, id));
    return token;
  }

  async payAgain(id: string): Promise<string> {
    const { paidBy, closed } = await this.orderOf(id);
    if (paidBy !== null || closed) throw new Error("The order is not open");
    return this.createToken(id);
  }

  async orderOf(id: string): Promise<Order> {
    const order = await this.database.transaction(({ orders }) => orders.get(id));
    if (!order) throw new Error("There is no such order");
    return order;
  }

  async findOrder(id: string): Promise<Order | undefined> {
    const order = await this.database.transaction(({ orders }) => orders.get(id));
    return order && { ...order };
  }

  async paid({ order: { id }, uid, key }: Event & { order: Order; uid: string }): Promise<void> {
    await this.database.transaction(({ orders, reviews }) => {
      const order = orders.get(id);
      if (order?.paidBy === null && !order.closed) order.paidBy = uid;
      if (order?.paidBy === uid) reviews.delete(key);
    });
  }

  async review({ key, summary, order }: Event): Promise<void> {
    const row = {
      uid: summary.uid,
      orderId: order?.id ?? summary.trackingId ?? "",
      amount: Number(summary.amount),
    };
    await this.database.transaction(({ reviews }) => reviews.set(key, row));
  }

  async refunded({ order, summary, raw }: Pick<Event, "order" | "summary" | "raw">): Promise<void> {
    await this.database.transaction(({ orders }) => {
      const stored = orders.get(order?.id ?? "");
      if (stored && stored.paidBy === Object(raw).parent_uid) stored.refunded += Number(summary.amount);
    });
  }

  async charged_back(event: Event): Promise<void> {
    await this.review(event);
    await this.refunded(event);
  }

  otherwise(): void {}

  other(): void {}

  onError(): void {}

  /** Asks the gateway about the payments that were notified, or about one of them. What fails stays for the job. */
  async work(only?: string): Promise<void> {
    const inbox = await this.database.transaction((tables) => [...tables.inbox]);
    for (const uid of inbox.filter((each) => only === undefined || each === only)) {
      try {
        await handlePayment(this, await this.payments.transactions.get(uid));
        await this.database.transaction(({ inbox }) => inbox.delete(uid));
      } catch {}
    }
  }

  async notified(request: Request, webhooks: Webhooks): Promise<Response> {
    const content = { body: await request.text(), headers: request.headers };
    const notification = await webhooks.verify(content).catch(() => undefined);
    if (!notification) return new Response(null, { status: 401 });
    if (notification.type !== "transaction") return new Response();
    const { uid, parent_uid } = notification.transaction;
    if (parent_uid) await this.work(parent_uid);
    if (parent_uid) await handlePayment(this, notification.transaction);
    else await this.database.transaction(({ inbox }) => inbox.add(uid));
    void this.work(uid).catch(() => undefined);
    return new Response();
  }

  /** Sends the keys of paid orders. */
  async deliver(): Promise<void> {
    for (const id of await this.database.transaction(({ orders }) => [...orders.keys()])) {
      try {
        await this.deliverOne(id);
      } catch {}
    }
  }

  async deliverOne(id: string): Promise<void> {
    await this.database.transaction((tables) => {
      const order = tables.orders.get(id);
      if (!order || order.paidBy === null || order.closed || order.license) return;
      if (order.refunded >= order.amount) return;
      if (!order.isReachable) throw new Error("The address does not exist");
      tables.sold += 1;
      order.license = `license-${tables.sold}`;
    });
  }

  async reconcile(): Promise<void> {
    const { tokens, open } = await this.database.transaction((tables) => ({
      tokens: [...tables.tokens.keys()],
      open: [...tables.rows.values()].filter(({ state }) => state === "open"),
    }));
    for (const token of tokens) await this.check(token).catch(() => undefined);
    await this.work();
    for (const row of open) await this.send(row).catch(() => undefined);
    await this.deliver();
  }

  async check(token: string): Promise<void> {
    const { is } = await handlePayment(this, await this.payments.checkouts.get(token));
    if (is === "paid") await this.database.transaction(({ tokens }) => tokens.delete(token));
  }

  async send(row: Row): Promise<void> {
    const { id: key, method, parent, amount, orderId } = row;
    const claim = (milliseconds: number) =>
      this.database.transaction(() => {
        if (Date.now() - row.sentAt < milliseconds) return false;
        row.sentAt = Date.now();
        return true;
      });
    const params = { parent_uid: parent, amount, reason: "Returned" };
    const sent = await sendOnce(this.payments, method, params, { key, claim, underWay: 2000 });
    const { is: state } = sent;
    if (state === "pending" || state === "unknown" || row.state !== "open") return;
    await this.database.transaction(({ orders, reviews }) => {
      row.state = state;
      const order = orders.get(orderId);
      const isWhole = order?.paidBy === parent && amount >= order.amount;
      if (state !== "succeeded" && isWhole) order.refunded = 0;
      if (state !== "succeeded" && order?.closed) reviews.set(key, { uid: parent, orderId, amount });
    });
    if (state !== "succeeded") return;
    await this.database.transaction(({ reviews }) => {
      for (const [name, { uid }] of reviews) if (uid === parent) reviews.delete(name);
    });
  }

  /** Stores a refund once, and sends it. The job sends it if its result is not known. */
  async request(id: string, orderId: string, parent: string, amount: number): Promise<void> {
    const row = await this.database.transaction(({ rows, orders }) => {
      const known = rows.get(id);
      if (known) return known;
      const order = orders.get(orderId);
      const created: Row = { id, method: "refund", orderId, parent, amount, state: "open", sentAt: 0 };
      rows.set(id, created);
      // What is being refunded whole is not delivered.
      if (order?.paidBy === parent && amount >= order.amount) order.refunded = amount;
      return created;
    });
    if (row.state === "open") await this.send(row);
    if (row.state === "declined" || row.state === "refused") throw new Error(`It is ${row.state}`);
  }

  async refund(orderId: string, amount: number, id: string): Promise<void> {
    await this.work();
    const { paidBy } = await this.orderOf(orderId);
    if (paidBy === null) throw new Error("The order is not paid");
    await this.request(id, orderId, paidBy, amount);
  }

  async refundReview(uid: string, id: string): Promise<void> {
    const { known, review } = await this.database.transaction(({ rows, reviews }) => ({
      known: rows.get(id),
      review: [...reviews.values()].find((each) => each.uid === uid),
    }));
    const { orderId, amount } = known ?? review ?? { orderId: "", amount: 0 };
    await this.request(id, orderId, uid, amount);
  }

  /** Cancels an order that was not delivered. Its money goes back. */
  async cancel(id: string): Promise<void> {
    await this.work();
    const order = await this.database.transaction(({ orders }) => {
      const found = orders.get(id);
      if (!found || found.license) return undefined;
      found.closed = true;
      return found;
    });
    if (!order) throw new Error("The order was delivered");
    const { paidBy, amount, refunded } = order;
    const left = amount - refunded;
    if (paidBy !== null && left > 0)
      await this.request(`back-${id}`, id, paidBy, left).catch(() => undefined);
  }

  /** Closes the orders that no one paid. */
  async closeOrders(): Promise<void> {
    await this.work();
    await this.database.transaction((tables) => {
      for (const order of tables.orders.values()) {
        if (order.paidBy !== null || order.closed) continue;
        order.closed = true;
        tables.stock += 1;
      }
    });
  }
}

// Stryker disable all: what follows is not the shop, but what checkShop is given.

export const OPENINGS = [
  async (sandbox: Sandbox): Promise<ShopFunctions> => {
    const database = new Database();
    const limits = { maxRetries: 0, timeout: 400, idempotencyKeys: false };
    const payments = new PaymentsClient({ ...sandbox.clientOptions, ...limits });
    const webhooks = new Webhooks({ ...sandbox.clientOptions, publicKey: await sandbox.publicKey() });
    let shop = new Shop(database, payments);
    sandbox.deliverTo((request) => shop.notified(request, webhooks));
    return {
      placeOrder: () => shop.placeOrder(),
      payAgain: (id) => shop.payAgain(id),
      fulfillments: (id) => [database.orders.get(id)?.license ?? []].flat(),
      inReview: (id) =>
        [...database.reviews.values()].flatMap((each) => (each.orderId === id ? [each.uid] : [])),
      refund: (id, amount, request) => shop.refund(id, amount, request),
      refundReview: (uid, request) => shop.refundReview(uid, request),
      cancel: (id) => shop.cancel(id),
      expireOrders: () => shop.closeOrders(),
      failShipping: (id) => {
        const order = database.orders.get(id);
        if (order) order.isReachable = false;
      },
      stock: (pieces) => {
        database.stock = pieces ?? database.stock;
        return database.stock;
      },
      reconcile: () => shop.reconcile(),
      restart: () => {
        shop.database.close();
        shop = new Shop(database, payments);
      },
    };
  },
];
