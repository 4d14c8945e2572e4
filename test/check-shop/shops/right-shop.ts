import {
  type CheckoutStatus,
  isPaid,
  NotFoundError,
  outcome,
  PaymentsClient,
  type Transaction,
} from "../../../src/index.ts";
import type { Sandbox, ShopFunctions } from "../../../src/sandbox/index.ts";
import { expectPayment, type Notification, notificationKey, Webhooks } from "../../../src/webhooks/index.ts";
import { Connection, Database, type OrderRow } from "./database.ts";

const SHOP_URL = "https://shop.example";

/** A shop while its process runs. */
export interface Shop {
  readonly connection: Connection;
  readonly payments: PaymentsClient;
  readonly webhooks: Webhooks;
  readonly account: { readonly shopId: string; readonly secretKey: string };
  readonly pieces: Pieces;
}

/** The decisions of a shop. Each mistake replaces one of them. */
export interface Pieces {
  /** Verifies a notification, or throws. */
  verify(shop: Shop, request: Request): Promise<Notification>;
  /** Whether a transaction pays an order. */
  isPayment(transaction: Transaction): boolean;
  /** Throws for a payment that is not that of the order. */
  compare(transaction: Transaction, order: OrderRow): void;
  findOrder(database: Database, transaction: Transaction): OrderRow | undefined;
  /** Records a payment, and fulfils the order. */
  take(shop: Shop, order: OrderRow, uid: string, key: string): Promise<void>;
  /** What a notification does. */
  receive(shop: Shop, notification: Notification): Promise<void>;
  onOther(shop: Shop, transaction: Transaction): Promise<void>;
  onExpired(shop: Shop, status: CheckoutStatus): Promise<void>;
  /** The page to which the customer comes back. */
  onReturn(shop: Shop, orderId: string, url: URL): Promise<void>;
  onCancel(shop: Shop, orderId: string): Promise<void>;
  /** Creates a payment token. */
  create(shop: Shop, order: Omit<OrderRow, "token">): Promise<string>;
  /** The job for one open order. */
  check(shop: Shop, order: OrderRow): Promise<void>;
  refund(shop: Shop, uid: string, amount: number): Promise<void>;
  /** What a restart does to the shop's database. */
  onRestart(database: Database): void;
}

const takePayment = async (shop: Shop, transaction: Transaction): Promise<void> => {
  const { connection, pieces } = shop;
  const order = await connection.transaction((database) => pieces.findOrder(database, transaction));
  if (!order) return connection.transaction(({ unknown }) => void unknown.push(transaction.uid));
  pieces.compare(transaction, order);
  await pieces.take(shop, order, transaction.uid, notificationKey(transaction));
};

/** Asks the gateway for the status of an order's token. */
export const askGateway = async (shop: Shop, order: OrderRow): Promise<void> => {
  const status = await shop.payments.checkouts.get(order.token);
  if (!isPaid(status)) return;
  expectPayment(status, { amount: order.amount, currency: order.currency, trackingId: order.id });
  const uid = String(status.gateway_response?.payment?.uid);
  await shop.pieces.take(shop, order, uid, notificationKey(status));
};

/** The decisions of a right shop. */
export const RIGHT: Pieces = {
  verify: async ({ webhooks }, request) =>
    webhooks.verify({ body: await request.text(), headers: request.headers }),
  isPayment: (transaction) => outcome(transaction) === "paid",
  compare: (transaction, { amount, currency, id }) =>
    expectPayment(transaction, { amount, currency, trackingId: id }),
  findOrder: (database, { tracking_id }) => database.find(tracking_id),
  take: ({ connection }, { id }, uid, key) =>
    connection.transaction((database) => {
      const order = database.find(id);
      if (!order || database.keys.has(key)) return;
      database.keys.add(key);
      if (order.status === "paid") database.review.push({ orderId: id, uid });
      else database.ship(order);
    }),
  receive: async (shop, notification) => {
    if (notification.type === "checkout") return shop.pieces.onExpired(shop, notification.checkout);
    if (notification.type !== "transaction") return;
    const { transaction } = notification;
    if (shop.pieces.isPayment(transaction)) await takePayment(shop, transaction);
    else await shop.pieces.onOther(shop, transaction);
  },
  onOther: async () => undefined,
  onExpired: async ({ connection }, { order }) =>
    connection.transaction((database) => {
      const row = database.find(Object(order).tracking_id);
      if (row?.status === "open") database.change(row.id, { status: "cancelled" });
    }),
  onReturn: async (shop, orderId) => {
    const order = await shop.connection.transaction((database) => database.find(orderId));
    if (order) await askGateway(shop, order);
  },
  onCancel: async () => undefined,
  create: async ({ payments }, { id, amount, currency }) => {
    const own: object = { order_id: id };
    const { token } = await payments.checkouts.create({
      transaction_type: "payment",
      order: {
        amount,
        currency,
        description: "Annual pass",
        tracking_id: id,
        additional_data: { ...own },
      },
      settings: {
        return_url: `${SHOP_URL}/return/${id}`,
        cancel_url: `${SHOP_URL}/cancel/${id}`,
        notification_url: `${SHOP_URL}/notify`,
      },
    });
    return token;
  },
  check: (shop, order) =>
    askGateway(shop, order).catch((error: unknown) => {
      if (!(error instanceof NotFoundError)) throw error;
    }),
  refund: async ({ payments }, uid, amount) => {
    const request = { parent_uid: uid, amount, reason: "Returned" };
    await payments.transactions.refund(request, { idempotencyKey: crypto.randomUUID() });
  },
  onRestart: () => undefined,
};

async function notified(shop: Shop, request: Request): Promise<Response> {
  let notification: Notification;
  try {
    notification = await shop.pieces.verify(shop, request);
  } catch {
    return new Response(null, { status: 401 });
  }
  try {
    await shop.pieces.receive(shop, notification);
    return new Response();
  } catch {
    return new Response(null, { status: 500 });
  }
}

async function answer(shop: Shop, request: Request): Promise<Response> {
  const url = new URL(request.url);
  const [, page, id = ""] = url.pathname.split("/");
  if (page === "notify") return notified(shop, request);
  if (page === "return") await shop.pieces.onReturn(shop, id, url).catch(() => undefined);
  else if (page === "cancel") await shop.pieces.onCancel(shop, id);
  else return new Response(null, { status: 404 });
  return new Response("Thank you");
}

/** Opens a shop at a sandbox, with one of its decisions replaced. */
export async function openShop(sandbox: Sandbox, changes: Partial<Pieces> = {}): Promise<ShopFunctions> {
  const pieces = { ...RIGHT, ...changes };
  const database = new Database();
  const webhooks = new Webhooks({ ...sandbox.clientOptions, publicKey: await sandbox.publicKey() });
  const payments = new PaymentsClient({ ...sandbox.clientOptions, maxRetries: 0 });
  const account = sandbox.clientOptions;
  const start = (): Shop => ({ connection: new Connection(database), payments, webhooks, account, pieces });
  let shop = start();
  sandbox.deliverTo((request) => answer(shop, request));
  return {
    placeOrder: async () => {
      const id = crypto.randomUUID();
      const order = { id, amount: 12_900, currency: "EUR", status: "open", shipments: 0 } as const;
      const token = await pieces.create(shop, order);
      await shop.connection.transaction(({ orders }) => orders.set(id, { ...order, token }));
      return { orderId: id, token };
    },
    fulfilments: (id) => {
      const order = database.find(id);
      return order?.status === "cancelled" ? 0 : (order?.shipments ?? 0);
    },
    refund: async (id, amount) => {
      const [payment] = await payments.transactions.findByTrackingId(id);
      await pieces.refund(shop, payment?.uid ?? "", amount);
    },
    reconcile: async () => {
      const open = [...database.orders.values()].filter(({ status }) => status === "open");
      for (const order of open) await pieces.check(shop, order).catch(() => undefined);
    },
    restart: () => {
      shop.connection.close();
      pieces.onRestart(database);
      shop = start();
    },
    inReview: (id) => database.review.filter(({ orderId }) => orderId === id).length,
  };
}
