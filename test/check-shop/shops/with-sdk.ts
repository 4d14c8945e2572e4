/** A right shop with the SDK: a payment that fulfills nothing waits for a person. */
import {
  type CheckoutStatus,
  outcome,
  PaymentsClient,
  paymentSummary,
  type Transaction,
  ValidationError,
} from "../../../src/index.ts";
import type { Sandbox, ShopFunctions } from "../../../src/sandbox.ts";
import { expectPayment, Webhooks } from "../../../src/webhooks.ts";
import { Connection, Tables } from "./database.ts";

interface Order {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  token?: string;
  /** Whether the token was paid. The job asks about it until then, because no order is over while this shop runs. */
  isDone: boolean;
  status: "open" | "paid" | "expired";
  shipments: number;
  /** The payment that fulfilled it. */
  paidBy?: string;
}

interface Payment {
  readonly orderId: string;
  readonly isInReview: boolean;
}

/** A refund, or the charge of a period, that the gateway is asked for. */
interface Instruction {
  readonly id: string;
  readonly kind: "refund" | "renewal";
  readonly orderId: string;
  readonly amount: number;
  state: "asked" | "done" | "declined";
}

const SHOP_URL = "https://shop.example";

class Shop {
  readonly connection: Connection<Tables<Order, Payment, Instruction>>;
  readonly payments: PaymentsClient;
  readonly webhooks: Webhooks;
  /** Requests that are on their way: the process that sends them holds a lock in a real shop. */
  readonly sending = new Set<string>();

  constructor(tables: Tables<Order, Payment, Instruction>, payments: PaymentsClient, webhooks: Webhooks) {
    this.connection = new Connection(tables);
    this.payments = payments;
    this.webhooks = webhooks;
  }

  async placeOrder(): Promise<{ orderId: string; token: string }> {
    const id = crypto.randomUUID();
    const price = { amount: 12_900, currency: "EUR" };
    const order: Order = { id, ...price, isDone: false, status: "open", shipments: 0 };
    await this.connection.transaction(({ orders }) => orders.set(id, order));
    const { token } = await this.payments.checkouts.create({
      transaction_type: "payment",
      order: { ...price, description: "Annual pass", tracking_id: id },
      settings: {
        return_url: `${SHOP_URL}/return/${id}`,
        cancel_url: `${SHOP_URL}/cancel/${id}`,
        notification_url: `${SHOP_URL}/notify`,
      },
    });
    await this.connection.transaction(() => {
      order.token = token;
    });
    return { orderId: id, token };
  }

  async answer(request: Request): Promise<Response> {
    const [, page, id = ""] = new URL(request.url).pathname.split("/");
    if (page === "notify") return this.notified(request);
    if (page === "return") {
      const order = await this.connection.transaction(({ orders }) => orders.get(id));
      if (order) await this.ask(order).catch(() => undefined);
      return new Response("Thank you");
    }
    return new Response("You can still pay");
  }

  async notified(request: Request): Promise<Response> {
    try {
      const notification = await this.webhooks.verify({
        body: await request.text(),
        headers: request.headers,
      });
      if (notification.type === "transaction") await this.take(notification.transaction);
      if (notification.type === "checkout") await this.expire(notification.checkout);
      return new Response();
    } catch (error) {
      return new Response(null, { status: Object(error).code === "webhook" ? 401 : 500 });
    }
  }

  /** Takes a payment, once: the first right one fulfills its order. */
  async take(payment: Transaction | CheckoutStatus): Promise<void> {
    if (outcome(payment) !== "paid") return;
    const { uid, trackingId = "" } = paymentSummary(payment);
    await this.connection.transaction(({ orders, payments }) => {
      const order = orders.get(trackingId);
      if (!order || uid === undefined || payments.has(uid)) return;
      const isRight = order.status !== "paid" && isPaymentOf(order, payment);
      payments.set(uid, { orderId: order.id, isInReview: !isRight });
      if (!isRight) return;
      order.status = "paid";
      order.paidBy = uid;
      order.shipments += 1;
    });
  }

  async expire({ token, expired }: CheckoutStatus): Promise<void> {
    if (expired !== true) return;
    await this.connection.transaction(({ orders }) => {
      for (const order of orders.values()) {
        if (order.token === token && order.status === "open") order.status = "expired";
      }
    });
  }

  /** Asks the gateway what became of an order. */
  async ask(order: Order): Promise<void> {
    const { token } = order;
    if (token === undefined) return;
    const status = await this.payments.checkouts.get(token);
    if (status.token !== token) return;
    await this.take(status);
    await this.expire(status);
    if (outcome(status) !== "paid") return;
    await this.connection.transaction(() => {
      order.isDone = true;
    });
  }

  async reconcile(): Promise<void> {
    const { orders, requests } = await this.connection.transaction((tables) => ({
      orders: [...tables.orders.values()].filter(({ isDone }) => !isDone),
      requests: [...tables.requests.values()].filter(({ state }) => state === "asked"),
    }));
    for (const order of orders) await this.ask(order).catch(() => undefined);
    for (const request of requests) await this.send(request).catch(() => undefined);
  }

  /** The same id is the same request. */
  async request(kind: Instruction["kind"], orderId: string, amount: number, id: string): Promise<void> {
    const request = await this.connection.transaction(({ requests }) => {
      const all = [...requests.values()].filter((each) => each.orderId === orderId && each.kind === kind);
      const known = all.find((each) => each.id === id);
      if (known) return known;
      const created: Instruction = { id, kind, orderId, amount, state: "asked" };
      requests.set(id, created);
      return created;
    });
    await this.send(request);
    if (request.state !== "done") throw new Error(`The request is ${request.state}`);
  }

  async send(request: Instruction): Promise<void> {
    if (this.sending.has(request.id) || request.state !== "asked") return;
    this.sending.add(request.id);
    try {
      const [found] = await this.payments.transactions.findByTrackingId(request.id);
      const { status } = found ?? (await this.post(request));
      // A charge that waits for 3-D Secure may still be made, and a refund may be pending. The job looks for them again.
      if (status === "incomplete" || status === "pending") return;
      await this.end(request, status === "successful" ? "done" : "declined");
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      await this.end(request, "declined");
    } finally {
      this.sending.delete(request.id);
    }
  }

  async end(request: Instruction, state: Instruction["state"]): Promise<void> {
    await this.connection.transaction(() => {
      request.state = state;
    });
  }

  async post({ id, kind, orderId, amount }: Instruction): Promise<Transaction> {
    const order = await this.connection.transaction(({ orders }) => orders.get(orderId));
    const uid = order?.paidBy ?? "";
    const common = { amount, tracking_id: id, duplicate_check: false };
    const options = { idempotencyKey: id };
    if (kind === "refund") {
      const params = { ...common, parent_uid: uid, reason: "Returned" };
      return this.payments.transactions.refund(params, options);
    }
    const { credit_card } = await this.payments.transactions.get(uid);
    const card = { credit_card: { token: credit_card?.token ?? "" } };
    const params = { ...common, ...card, currency: order?.currency ?? "", description: "One year more" };
    return this.payments.transactions.pay(params, options);
  }
}

const isPaymentOf = ({ amount, currency, id }: Order, payment: Transaction | CheckoutStatus): boolean => {
  try {
    expectPayment(payment, { amount, currency, trackingId: id });
    return true;
  } catch {
    return false;
  }
};

// Stryker disable all: what follows is not the shop, but what checkShop is given.

/** Opens the shop at a sandbox. */
export async function openShop(sandbox: Sandbox): Promise<ShopFunctions> {
  const tables = new Tables<Order, Payment, Instruction>();
  const payments = new PaymentsClient({ ...sandbox.clientOptions, maxRetries: 0 });
  const webhooks = new Webhooks({ ...sandbox.clientOptions, publicKey: await sandbox.publicKey() });
  let shop = new Shop(tables, payments, webhooks);
  sandbox.deliverTo((request) => shop.answer(request));
  return {
    placeOrder: () => shop.placeOrder(),
    fulfillments: (id) => tables.orders.get(id)?.shipments ?? 0,
    inReview: (id) =>
      [...tables.payments].flatMap(([uid, { orderId, isInReview }]) =>
        orderId === id && isInReview ? [uid] : [],
      ),
    refund: (id, amount, request) => shop.request("refund", id, amount, request),
    renew: (id, request) => shop.request("renewal", id, 12_900, request),
    reconcile: () => shop.reconcile(),
    restart: () => {
      shop.connection.close();
      shop = new Shop(tables, payments, webhooks);
    },
  };
}

export const OPENINGS = [openShop];
