/**
 * A right shop with the SDK's handlers that holds amounts. Its job captures them, and it ships after that. The other
 * `open…` has staff that captures in parts, and ships before.
 */
import { type PaymentSummary, PaymentsClient, type SendMethod, sendOnce } from "../../../src/index.ts";
import type { Sandbox, ShopFunctions } from "../../../src/sandbox.ts";
import { handlePayment, type PaymentHandlers, type WebhookHandler, Webhooks } from "../../../src/webhooks.ts";
import type { Row } from "./database.ts";

interface Order {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  token: string;
  /** Whether the token was paid. The job asks about it until then, because no order is over while this shop runs. */
  isDone: boolean;
  /** The hold. */
  paidBy: string | null;
  isVoided: boolean;
  shipments: number;
  months: number;
}

/** A capture or a void. */
interface FollowUp {
  readonly summary: PaymentSummary;
  readonly transaction?: { readonly parent_uid?: string | null | undefined } | undefined;
  readonly order?: Order | undefined;
}

/** After so many captures that did not succeed, the staff looks at a hold. */
const MAX_CAPTURES = 3;

const sum = (amounts: Iterable<number>): number => [...amounts].reduce((total, amount) => total + amount, 0);

class Database {
  readonly orders = new Map<string, Order>();
  readonly rows = new Map<string, Row>();
  /** Captures by their uid, whoever made them. */
  readonly captures = new Map<string, { readonly orderId: string; readonly amount: number }>();
  /** Payments in manual review by their key. */
  readonly reviews = new Map<string, readonly [orderId: string, uid: string | null | undefined]>();

  rowsOf(orderId: string, method: SendMethod): Row[] {
    return [...this.rows.values()].filter((row) => row.orderId === orderId && row.method === method);
  }

  capturesOf(orderId: string): [uid: string, amount: number][] {
    const own = [...this.captures].filter(([, capture]) => capture.orderId === orderId);
    return own.map(([uid, { amount }]) => [uid, amount]);
  }

  /** Stores a call. The same id is the same call. Without an id, an open call is the same. */
  store(method: SendMethod, orderId: string, parent: string, amount: number, request?: string): Row {
    const own = this.rowsOf(orderId, method);
    const isSame = (row: Row) =>
      request === undefined
        ? row.state === "open" && row.amount === amount && row.parent === parent
        : row.id === request;
    const open = own.find(isSame);
    if (open) return open;
    const id = request ?? `${orderId}-${method}-${own.length + 1}`;
    const row: Row = { id, method, orderId, parent, amount, state: "open", sentAt: 0 };
    this.rows.set(id, row);
    return row;
  }

  claim(row: Row, milliseconds: number): boolean {
    if (row.state !== "open" || Date.now() - row.sentAt < milliseconds) return false;
    row.sentAt = Date.now();
    return true;
  }
}

class Shop implements PaymentHandlers<Order> {
  readonly database: Database;
  readonly payments: PaymentsClient;
  /** Whether the shop captures and ships by itself. */
  readonly isAutomatic: boolean;

  constructor(database: Database, payments: PaymentsClient, isAutomatic: boolean) {
    this.database = database;
    this.payments = payments;
    this.isAutomatic = isAutomatic;
  }

  async placeOrder(): Promise<{ orderId: string; token: string }> {
    const id = crypto.randomUUID();
    const order: Order = {
      ...{ id, amount: 12_900, currency: "EUR", token: "", isDone: false, paidBy: null },
      ...{ isVoided: false, shipments: 0, months: 0 },
    };
    this.database.orders.set(id, order);
    const { token } = await this.payments.checkouts.create({
      transaction_type: "authorization",
      order: {
        amount: order.amount,
        currency: order.currency,
        description: "Annual pass",
        tracking_id: id,
        additional_data: { contract: ["card_on_file"] },
      },
      settings: {
        notification_url: "https://shop.example/notify",
        return_url: `https://shop.example/return/${id}`,
      },
    });
    order.token = token;
    return { orderId: id, token };
  }

  /** The order of a payment, or of a call of the shop. */
  findOrder(trackingId: string): Order | undefined {
    const { orders, rows } = this.database;
    return orders.get(trackingId) ?? orders.get(rows.get(trackingId)?.orderId ?? "");
  }

  paid(): void {
    throw new Error("This shop asks for holds only");
  }

  authorized({ order, uid, key }: { order: Order; uid: string; key: string }): void {
    order.paidBy ??= uid;
    if (order.paidBy !== uid) return;
    this.database.reviews.delete(key);
    if (!this.isAutomatic) order.shipments = 1;
  }

  review({ key, summary, order }: { key: string; summary: PaymentSummary; order?: Order | undefined }): void {
    this.database.reviews.set(key, [order?.id ?? summary.trackingId ?? "", summary.uid]);
  }

  captured({ summary, transaction, order }: FollowUp): void {
    const { uid, amount } = summary;
    const parent = transaction?.parent_uid;
    if (!order || uid === undefined || !parent) return;
    // The notification of the hold may come later, or never.
    order.paidBy ??= parent;
    if (parent !== order.paidBy) return;
    this.database.captures.set(uid, { orderId: order.id, amount: Number(amount) });
    if (this.leftOf(order) > 0) return;
    order.shipments = 1;
    this.database.reviews.delete(`capture of ${order.id}`);
  }

  voided({ summary, transaction, order }: FollowUp): void {
    if (!order || transaction?.parent_uid !== order.paidBy) return;
    order.isVoided = true;
    // The staff captured the rest, so that it ships in part or refunds.
    if (summary.amount !== order.amount)
      this.database.reviews.set(`void of ${order.id}`, [order.id, order.paidBy]);
  }

  otherwise(): void {}

  other(): void {}

  onError(): void {}

  /** The amount of an order that is not captured. */
  leftOf({ id, amount }: Order): number {
    return amount - sum(this.database.capturesOf(id).map(([, captured]) => captured));
  }

  async ask(order: Order): Promise<void> {
    const { is } = await handlePayment(this, await this.payments.checkouts.get(order.token));
    order.isDone = is === "authorized";
  }

  /** Sends a stored call once, and ends its row. */
  async send(row: Row): Promise<void> {
    const { id, method, parent, amount, orderId } = row;
    if (row.state !== "open") return;
    const order = this.database.orders.get(orderId);
    const params =
      method === "pay"
        ? {
            amount,
            currency: order?.currency ?? "",
            description: "One month",
            credit_card: { token: parent },
          }
        : { parent_uid: parent, amount, ...(method === "refund" && { reason: "Returned" }) };
    const claim = (milliseconds: number) => this.database.claim(row, milliseconds);
    const sent = await sendOnce(this.payments, method, Object(params), { key: id, claim, underWay: 2_000 });
    if (sent.is === "pending" || sent.is === "unknown") return;
    row.state = sent.is;
    if (sent.is === "succeeded" && method === "capture" && order) {
      this.captured({
        summary: Object({ uid: sent.transaction.uid, amount: sent.transaction.amount }),
        transaction: { parent_uid: parent },
        order,
      });
    }
  }

  /** Stores the capture of an order if it is due. */
  async capture(order: Order): Promise<void> {
    const { paidBy, id, shipments, isVoided } = order;
    if (paidBy === null || shipments > 0 || isVoided) return;
    const rows = this.database.rowsOf(id, "capture");
    if (rows.length >= MAX_CAPTURES && rows.every(({ state }) => state !== "open")) {
      this.database.reviews.set(`capture of ${id}`, [id, paidBy]);
      return;
    }
    await this.send(this.database.store("capture", id, paidBy, this.leftOf(order)));
  }

  async answer(request: Request, notify: WebhookHandler): Promise<Response> {
    const [, page, id = ""] = new URL(request.url).pathname.split("/");
    const order = this.database.orders.get(id);
    if (page === "return" && order) await this.ask(order).catch(() => undefined);
    const response = page === "return" ? new Response("Thank you") : await notify(request);
    // In a real shop, a queue.
    if (this.isAutomatic) {
      for (const each of this.database.orders.values()) await this.capture(each).catch(() => undefined);
    }
    return response;
  }

  async reconcile(): Promise<void> {
    const { orders, rows } = this.database;
    for (const order of orders.values()) if (!order.isDone) await this.ask(order).catch(() => undefined);
    for (const row of rows.values()) await this.send(row).catch(() => undefined);
    if (!this.isAutomatic) return;
    for (const order of orders.values()) await this.capture(order).catch(() => undefined);
  }

  /** Makes the calls for a request of the staff. @throws Error if the result of one is not known, or is no success. */
  async make(rows: readonly Row[]): Promise<void> {
    for (const row of rows) await this.send(row);
    const open = rows.find(({ state }) => state !== "succeeded");
    if (open) throw new Error(`The ${open.method} is ${open.state}`);
  }

  async captureByStaff(orderId: string, amount: number, request: string): Promise<void> {
    const order = this.database.orders.get(orderId);
    if (!order?.paidBy) throw new Error("The order is not held");
    const rows = this.database.rowsOf(orderId, "capture");
    const open = sum(rows.map((row) => (row.state === "open" ? row.amount : 0)));
    const isNew = rows.every(({ id }) => id !== request);
    if (isNew && amount > this.leftOf(order) - open) throw new Error("It is more than what is held");
    await this.make([this.database.store("capture", orderId, order.paidBy, amount, request)]);
  }

  async refund(orderId: string, amount: number, request: string): Promise<void> {
    const earlier = [...this.database.rows.values()].filter(({ id }) => id.startsWith(request));
    if (earlier.length > 0) return this.make(earlier);
    const rows: Row[] = [];
    const parts: [uid: string, amount: number][] = [];
    let left = amount;
    for (const [uid, captured] of this.database.capturesOf(orderId)) {
      const refunds = this.database.rowsOf(orderId, "refund").filter(({ parent }) => parent === uid);
      const taken = refunds.map((row) =>
        row.state === "succeeded" || row.state === "open" ? row.amount : 0,
      );
      const part = Math.min(left, captured - sum(taken));
      if (part > 0) parts.push([uid, part]);
      left -= part;
    }
    if (left > 0) throw new Error(`${left} more than was captured`);
    for (const [index, [uid, part]] of parts.entries())
      rows.push(this.database.store("refund", orderId, uid, part, `${request}-${index}`));
    await this.make(rows);
  }

  async renew(orderId: string, request: string): Promise<void> {
    const order = this.database.orders.get(orderId);
    if (!order?.paidBy) throw new Error("The order is not held");
    const hold = await this.payments.transactions.get(order.paidBy);
    await this.make([this.database.store("pay", orderId, hold.credit_card?.token ?? "", 990, request)]);
  }
}

// Stryker disable all: what follows is not the shop, but what checkShop is given.

/** Opens the shop at a sandbox. */
async function open(sandbox: Sandbox, isAutomatic: boolean): Promise<ShopFunctions> {
  const database = new Database();
  const payments = new PaymentsClient({
    ...sandbox.clientOptions,
    maxRetries: 0,
    timeout: 400,
    idempotencyKeys: false,
  });
  const webhooks = new Webhooks({ ...sandbox.clientOptions, publicKey: await sandbox.publicKey() });
  const shop = new Shop(database, payments, isAutomatic);
  const notify = webhooks.handler(shop);
  sandbox.deliverTo((request) => shop.answer(request, notify));
  return {
    placeOrder: () => shop.placeOrder(),
    fulfillments: (id) => database.orders.get(id)?.shipments ?? 0,
    inReview: (id) =>
      [...database.reviews.values()].flatMap(([orderId, uid]) => (orderId === id ? [uid] : [])),
    refund: (id, amount, request) => shop.refund(id, amount, request),
    renew: (id, request) => shop.renew(id, request),
    reconcile: () => shop.reconcile(),
    ...(!isAutomatic && {
      capture: (id: string, amount: number, request: string) => shop.captureByStaff(id, amount, request),
    }),
  };
}

export const openWithStaff = (sandbox: Sandbox) => open(sandbox, false);

/** The shop captures by itself, or its staff does. */
export const OPENINGS = [(sandbox: Sandbox) => open(sandbox, true), openWithStaff];
