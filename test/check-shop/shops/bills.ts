/** In this folder: right shops, which tests open as they are or with changes of their source. */

/** A right shop with the SDK's handlers. It sells by bills and by payment links, which are paid once or many times. */
import {
  outcome,
  type PaymentSummary,
  PaymentsClient,
  type Transaction,
  ValidationError,
} from "../../../src/index.ts";
import type { Sandbox, ShopFunctions } from "../../../src/sandbox.ts";
import {
  handlePayment,
  type OtherNotification,
  type PaymentHandlers,
  Webhooks,
} from "../../../src/webhooks.ts";

/** An order, or a sale: one payment of something that is paid many times. */
interface Order {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly isBill: boolean;
  paidBy: string | null;
  /** What the customer pays. */
  token: string;
  isFinal: boolean;
}

interface Refund {
  readonly key: string;
  readonly parent: string;
  readonly amount: number;
  readonly isBill: boolean;
  state: "open" | "sent" | "done" | "declined";
}

export const KINDS = ["bill", "permanent bill", "link", "open link"] as const;

export type Kind = (typeof KINDS)[number];

const isSoldOften = (kind: Kind): boolean => kind === "permanent bill" || kind === "open link";

const PRICE = { amount: 12_900, currency: "BYN" } as const;

const NOTIFY = { notification_url: "https://shop.example/notify" };

class Shop implements PaymentHandlers<Order> {
  readonly kind: Kind;
  readonly payments: PaymentsClient;
  /** By the id that the gateway returns as tracking_id. */
  readonly orders = new Map<string, Order>();
  /** By the uid of the payment. */
  readonly sales = new Map<string, Order>();
  /** The orders of payments in manual review, and their uids, by key. */
  readonly reviews = new Map<string, readonly [orderId: string, uid: string | undefined]>();
  readonly refunds = new Map<string, Refund>();

  constructor(payments: PaymentsClient, kind: Kind) {
    this.payments = payments;
    this.kind = kind;
  }

  async placeOrder(): Promise<{ orderId: string; token: string }> {
    const id = crypto.randomUUID();
    const isBill = this.kind.endsWith("bill");
    const order: Order = { id, ...PRICE, isBill, paidBy: null, token: "", isFinal: !isBill };
    if (isBill) {
      this.orders.set(id, order);
      const { uid } = await this.payments.bills.create({
        ...PRICE,
        ...NOTIFY,
        description: "Annual pass",
        ip: "127.0.0.1",
        tracking_id: id,
        order_id: String(100_000 + this.orders.size),
        permanent: isSoldOften(this.kind),
        payment_method: { type: "erip", account_number: id.slice(0, 30), service_no: "99999999" },
      });
      order.token = uid;
      return { orderId: id, token: uid };
    }
    const product = await this.payments.products.create({
      ...{ name: "Annual pass", description: "Twelve months", ...PRICE, immortal: true, ...NOTIFY },
      ...(isSoldOften(this.kind) ? { infinite: true as const } : { quantity: 1 }),
    });
    this.orders.set(product.id, order);
    return { orderId: id, token: product.id };
  }

  findOrder(trackingId: string, { summary }: { summary: PaymentSummary }): Order | undefined {
    const order = this.orders.get(trackingId);
    if (!isSoldOften(this.kind)) return order;
    return this.sales.get(summary.uid ?? "") ?? (order && { ...order, paidBy: null });
  }

  paid({ order, uid, key }: { order: Order; uid: string; key: string }): void {
    if (order.paidBy === null) order.paidBy = uid;
    this.reviews.delete(key);
    if (isSoldOften(this.kind)) this.sales.set(uid, order);
  }

  review({ key, summary, order }: { key: string; summary: PaymentSummary; order?: Order | undefined }): void {
    this.reviews.set(key, [order?.id ?? "", summary.uid]);
  }

  otherwise(): void {}

  /** The notification of a product contains no payment, only the uid of its last transaction. */
  async other({ body }: OtherNotification): Promise<void> {
    const { uid } = Object(Object(body).last_transaction);
    if (uid) await handlePayment(this, await this.payments.transactions.get(uid));
  }

  onError(): void {}

  fulfillments(id: string): number {
    const all = isSoldOften(this.kind) ? this.sales : this.orders;
    return [...all.values()].filter((order) => order.id === id && order.paidBy !== null).length;
  }

  async reconcile(): Promise<void> {
    for (const order of this.orders.values()) {
      if (!order.isFinal && !isSoldOften(this.kind)) await this.ask(order).catch(() => undefined);
    }
    for (const refund of this.refunds.values()) await this.send(refund).catch(() => undefined);
  }

  async ask(order: Order): Promise<void> {
    const bill = await this.payments.bills.get(order.token);
    if (bill.uid !== order.token) return;
    const { isFinal } = await handlePayment(this, bill);
    order.isFinal = isFinal;
  }

  /** Refunds the payment of an order, or the last of its sales. */
  async refund(id: string, amount: number, request: string): Promise<void> {
    const all = isSoldOften(this.kind) ? this.sales : this.orders;
    const paid = [...all.values()].find((order) => order.id === id && order.paidBy !== null);
    const key = request;
    const open = this.refunds.get(key);
    const parent = paid?.paidBy ?? "";
    const refund: Refund = open ?? { key, parent, amount, isBill: paid?.isBill === true, state: "open" };
    this.refunds.set(refund.key, refund);
    await this.send(refund);
    if (refund.state !== "done") throw new Error(`The refund is ${refund.state}`);
  }

  /** Sends a refund, unless the gateway has it. */
  async send(refund: Refund): Promise<void> {
    const { key, parent, amount, isBill, state } = refund;
    if (state !== "open") return;
    // One statement of a database, before the search: only one process searches and sends.
    refund.state = "sent";
    const base = isBill ? "/beyag/transactions" : "/transactions";
    type Found = { transactions: Transaction[] };
    const { transactions } = await this.payments
      .request<Found>("GET", `${base}/tracking_id/${key}`)
      .catch((error: unknown) => {
        refund.state = "open";
        throw error;
      });
    const [found] = transactions;
    if (found) return this.end(refund, found);
    const body = {
      request: { parent_uid: parent, amount, reason: "Returned", tracking_id: key, duplicate_check: false },
    };
    const sent = await this.payments
      .request<{ transaction: Transaction }>("POST", `${base}/refunds`, { body, headers: { RequestID: key } })
      .catch((error: unknown) => {
        // A refused refund is over. Whether another one was made, the next search shows.
        refund.state = error instanceof ValidationError ? "declined" : "open";
        throw error;
      });
    this.end(refund, sent.transaction);
  }

  end(refund: Refund, transaction: Transaction): void {
    const result = outcome(transaction);
    if (result === "pending") refund.state = "open";
    else refund.state = result === "refunded" ? "done" : "declined";
  }
}

// Stryker disable all: what follows is not the shop, but what checkShop is given.

/** Opens the shop at a sandbox. */
async function openShop(sandbox: Sandbox, kind: Kind): Promise<ShopFunctions> {
  const payments = new PaymentsClient({ ...sandbox.clientOptions, maxRetries: 0 });
  const webhooks = new Webhooks({ ...sandbox.clientOptions, publicKey: await sandbox.publicKey() });
  const shop = new Shop(payments, kind);
  sandbox.deliverTo(webhooks.handler(shop));
  return {
    placeOrder: () => shop.placeOrder(),
    fulfillments: (id) => shop.fulfillments(id),
    inReview: (id) => [...shop.reviews.values()].flatMap(([orderId, uid]) => (orderId === id ? [uid] : [])),
    refund: (id, amount, request) => shop.refund(id, amount, request),
    reconcile: () => shop.reconcile(),
  };
}

/** For each kind, in the same order. */
export const OPENINGS = KINDS.map((kind) => (sandbox: Sandbox) => openShop(sandbox, kind));
