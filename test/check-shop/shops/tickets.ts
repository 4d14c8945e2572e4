/** A right shop with the SDK's handlers and `sendOnce`, as the README and the guides describe it. Its staff and its customers cancel orders. */
import { PaymentsClient, sendOnce } from "../../../src/index.ts";
import type { Sandbox, ShopFunctions } from "../../../src/sandbox.ts";
import { handlePayment, type PaymentHandlers, Webhooks } from "../../../src/webhooks.ts";
import { Connection, type Row } from "./database.ts";

/** An order, or the charge of a month of one. */
interface Order {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  /** The order of which it is a month. */
  readonly first?: string;
  paidBy: string | null;
  isCanceled: boolean;
  cardToken?: string | undefined;
}

/** A refund or a charge. */
type Call = Omit<Row, "parent" | "amount"> & { readonly params: object };

class Database {
  readonly orders = new Map<string, Order>();
  /** The orders of tokens that are not paid. The job asks about each, because no order is over while this shop runs. */
  readonly openTokens = new Map<string, string>();
  readonly rows = new Map<string, Call>();
  /** Payments in manual review by their key. */
  readonly reviews = new Map<string, { readonly uid: string | undefined; readonly orderId: string }>();
  /** The orders whose tickets were sent. */
  readonly tickets: string[] = [];
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
    await this.database.transaction(({ orders }) =>
      orders.set(id, { id, ...price, paidBy: null, isCanceled: false }),
    );
    const { token } = await this.payments.checkouts.create({
      transaction_type: "payment",
      order: {
        ...price,
        description: "Two tickets",
        tracking_id: id,
        additional_data: { contract: ["recurring"] },
      },
      settings: {
        notification_url: "https://tickets.example/notify",
        return_url: `https://tickets.example/orders/${id}`,
      },
    });
    await this.database.transaction(({ openTokens }) => openTokens.set(token, id));
    return { orderId: id, token };
  }

  async findOrder(id: string): Promise<(Order & { closed: boolean }) | undefined> {
    const order = await this.database.transaction(({ orders }) => orders.get(id));
    return order && { ...order, closed: order.isCanceled };
  }

  async paid({ order: { id }, uid, summary, key }: Event & { order: Order; uid: string }): Promise<void> {
    await this.database.transaction(({ orders, reviews }) => {
      const order = orders.get(id);
      if (order?.paidBy === null && !order.isCanceled) {
        order.paidBy = uid;
        order.cardToken ??= summary.cardToken;
      }
      if (order?.paidBy === uid) reviews.delete(key);
    });
  }

  async review({ key, summary, order }: Event): Promise<void> {
    const orderId = order?.first ?? order?.id ?? summary.trackingId ?? "";
    await this.database.transaction(({ reviews }) => reviews.set(key, { uid: summary.uid, orderId }));
  }

  otherwise(): void {}

  other(): void {}

  onError(): void {}

  /** Cancels an order that is not paid. */
  async cancel(id: string): Promise<void> {
    const isDone = await this.database.transaction(({ orders }) => {
      const order = orders.get(id);
      if (order?.paidBy !== null) return false;
      order.isCanceled = true;
      return true;
    });
    if (!isDone) throw new Error("The order is paid");
  }

  /** Sends the tickets of paid orders. A ticket and its mail are one row. */
  async sendTickets(): Promise<void> {
    await this.database.transaction(({ orders, tickets }) => {
      for (const { id, paidBy, first } of orders.values())
        if (paidBy !== null && first === undefined && !tickets.includes(id)) tickets.push(id);
    });
  }

  async check(token: string): Promise<void> {
    const { is } = await handlePayment(this, await this.payments.checkouts.get(token));
    if (is === "paid") await this.database.transaction(({ openTokens }) => openTokens.delete(token));
  }

  async reconcile(): Promise<void> {
    const { tokens, open } = await this.database.transaction(({ openTokens, rows }) => ({
      tokens: [...openTokens.keys()],
      open: [...rows.values()].filter(({ state }) => state === "open"),
    }));
    for (const token of tokens) await this.check(token).catch(() => undefined);
    for (const row of open) await this.send(row).catch(() => undefined);
    await this.sendTickets();
  }

  claim(row: Call, milliseconds: number): Promise<boolean> {
    return this.database.transaction(() => {
      if (Date.now() - row.sentAt < milliseconds) return false;
      row.sentAt = Date.now();
      return true;
    });
  }

  async send(row: Call): Promise<void> {
    const claim = (milliseconds: number) => this.claim(row, milliseconds);
    const key = row.id;
    const sent = await sendOnce(this.payments, row.method, Object(row.params), {
      key,
      claim,
      underWay: 2000,
    });
    if (sent.is === "succeeded" && row.method === "pay") await handlePayment(this, sent.transaction);
    const { is: state } = sent;
    if (state === "pending" || state === "unknown") return;
    await this.database.transaction(() => {
      row.state = state;
    });
  }

  /** Stores a request of the staff once, and sends it. The job sends it if its result is not known. */
  async request(row: Pick<Call, "id" | "method" | "orderId" | "params">): Promise<void> {
    const stored = await this.database.transaction(({ rows }) => {
      const known = rows.get(row.id) ?? { ...row, state: "open", sentAt: 0 };
      rows.set(row.id, known);
      return known;
    });
    if (stored.state === "open") await this.send(stored);
    if (stored.state === "declined" || stored.state === "refused") throw new Error(`It is ${stored.state}`);
  }

  async refund(orderId: string, amount: number, id: string): Promise<void> {
    const order = await this.findOrder(orderId);
    const params = { parent_uid: order?.paidBy ?? "", amount, reason: "Returned" };
    await this.request({ id, method: "refund", orderId, params });
  }

  async renew(orderId: string, id: string): Promise<void> {
    const first = await this.findOrder(orderId);
    if (!first?.paidBy) throw new Error("The order is not paid");
    const { amount, currency, paidBy } = first;
    // The status of a token has no saved card.
    const token = first.cardToken ?? (await this.payments.transactions.get(paidBy)).credit_card?.token;
    const month: Order = { id, amount, currency, first: orderId, paidBy: null, isCanceled: false };
    await this.database.transaction(({ orders }) => orders.set(id, orders.get(id) ?? month));
    const params = { amount, currency, description: "One month", credit_card: { token } };
    await this.request({ id, method: "pay", orderId, params });
  }
}

// Stryker disable all: what follows is not the shop, but what checkShop is given.

export const OPENINGS = [
  async (sandbox: Sandbox): Promise<ShopFunctions> => {
    const database = new Database();
    const payments = new PaymentsClient({
      ...sandbox.clientOptions,
      ...{ maxRetries: 0, timeout: 400, idempotencyKeys: false },
    });
    const settings = { ...sandbox.clientOptions, publicKey: await sandbox.publicKey() };
    let shop = new Shop(database, payments);
    sandbox.deliverTo(async (request) => {
      const [, page, id] = new URL(request.url).pathname.split("/");
      const now = shop;
      if (page === "notify") {
        const answer = await new Webhooks(settings).handler(now)(request);
        await now.sendTickets().catch(() => undefined);
        return answer;
      }
      for (const [token, orderId] of database.openTokens)
        if (orderId === id)
          await now.check(token).then(
            () => now.sendTickets(),
            () => undefined,
          );
      return new Response("Thank you");
    });
    return {
      placeOrder: () => shop.placeOrder(),
      fulfillments: (id) =>
        database.tickets.filter((each) => each === id).length +
        [...database.orders.values()].filter(({ first, paidBy }) => first === id && paidBy !== null).length,
      inReview: (id) =>
        [...database.reviews.values()].flatMap((each) => (each.orderId === id ? [each.uid] : [])),
      refund: (id, amount, request) => shop.refund(id, amount, request),
      renew: (id, request) => shop.renew(id, request),
      cancel: (id) => shop.cancel(id),
      reconcile: () => shop.reconcile(),
      restart: () => {
        shop.database.close();
        shop = new Shop(database, payments);
      },
    };
  },
];
