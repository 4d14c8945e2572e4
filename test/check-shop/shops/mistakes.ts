import { setTimeout as sleep } from "node:timers/promises";
import { NotFoundError, type Transaction } from "../../../src/index.ts";
import { expectPayment, type Notification, Webhooks } from "../../../src/webhooks/index.ts";
import type { Database, OrderRow } from "./database.ts";
import { askGateway, type Pieces, RIGHT, type Shop } from "./right-shop.ts";

/** A shop that is right but for one mistake. */
export interface Mistake {
  readonly pieces?: Partial<Pieces>;
  /** Functions that the shop does not have. */
  readonly without?: readonly ("reconcile" | "inReview")[];
  /** The scenarios that it fails. */
  readonly fails: readonly string[];
}

const FORGED = ["wrong signature", "key of another shop", "no signature", "wrong credentials"];

const shipIn = (database: Database, { id }: OrderRow): void => {
  const order = database.find(id);
  if (order) database.ship(order);
};

const ship = (shop: Shop, order: OrderRow): Promise<void> =>
  shop.connection.transaction((database) => shipIn(database, order));

const shipOnReturn =
  (isBelieved: (url: URL) => boolean): Pieces["onReturn"] =>
  async (shop, orderId, url) => {
    const order = await shop.connection.transaction((database) => database.find(orderId));
    if (order?.status === "open" && isBelieved(url)) await ship(shop, order);
  };

/** Believes every success of these types, and of every type where there are none. */
const believes =
  (...types: string[]): Pieces["isPayment"] =>
  (transaction) =>
    RIGHT.isPayment(transaction) ||
    (transaction.status === "successful" && types.includes(String(transaction.type)));

const believesStatus =
  (status: string): Pieces["isPayment"] =>
  (transaction) =>
    RIGHT.isPayment(transaction) || transaction.status === status;

/** Compares with the received values in place of some of the order's. */
const comparesAllBut =
  (...fields: ("amount" | "currency")[]): Pieces["compare"] =>
  (transaction, order) => {
    const received = Object.fromEntries(fields.map((field) => [field, transaction[field]]));
    const { amount, currency, id: trackingId } = { ...order, ...received };
    expectPayment(transaction, { amount: Number(amount), currency: String(currency), trackingId });
  };

const parsed = (body: string): Notification => {
  const raw = JSON.parse(body);
  if (raw.transaction) return { type: "transaction", transaction: raw.transaction, raw };
  return { type: "checkout", checkout: raw.checkout ?? raw, raw };
};

const changeOrder = (shop: Shop, { tracking_id }: Transaction, changes: Partial<OrderRow>): Promise<void> =>
  shop.connection.transaction((database) => database.change(String(tracking_id), changes));

/** A payment counts only where the order is still open. */
const takeOpenOnly: Pieces["take"] = async (shop, order, uid, key) => {
  if (order.status === "open" || order.status === "paid") await RIGHT.take(shop, order, uid, key);
};

/** Gives an order up after an error of the gateway. */
const abandonsAfter =
  (isFinal: (error: unknown) => boolean): Pieces["check"] =>
  async (shop, order) => {
    try {
      await askGateway(shop, order);
    } catch (error) {
      if (!isFinal(error)) throw error;
      await shop.connection.transaction((database) => database.change(order.id, { status: "abandoned" }));
    }
  };

/** Shops with one classic mistake each, and the scenarios that show it. */
export const MISTAKES: Readonly<Record<string, Mistake>> = {
  "fulfils on the return address": {
    pieces: { onReturn: shipOnReturn(() => true) },
    fails: ["forged return address"],
  },
  "trusts the status in the query": {
    pieces: { onReturn: shipOnReturn((url) => url.searchParams.get("status") === "successful") },
    fails: ["forged return address"],
  },
  "does not know a notification again": {
    pieces: { take: (shop, order) => ship(shop, order) },
    fails: [
      "notified twice",
      "notified ten times at once",
      "second payment",
      "notification lost",
      "restart during a notification",
    ],
  },
  "checks, then writes, without a lock": {
    pieces: {
      take: async (shop, order, uid, key) => {
        const { connection } = shop;
        if (await connection.transaction(({ keys }) => keys.has(key))) return;
        const status = await connection.transaction((database) => database.find(order.id)?.status);
        if (status === "paid") return RIGHT.take(shop, order, uid, key);
        // In one write: between two, a restart would lose the order now and then.
        await connection.transaction((database) => {
          database.keys.add(key);
          shipIn(database, order);
        });
      },
    },
    fails: ["notified ten times at once"],
  },
  "believes every notification": {
    pieces: { verify: async (_shop, request) => parsed(await request.text()) },
    fails: [...FORGED, "altered body", "body of 1 MiB"],
  },
  "checks only the credentials": {
    pieces: {
      verify: async (shop, request) => {
        const { shopId, secretKey } = shop.account;
        const webhooks = new Webhooks({ shopId, secretKey, publicKey: false });
        return webhooks.verify({ body: await request.text(), headers: request.headers });
      },
    },
    fails: ["altered body"],
  },
  "parses the body before it verifies it": {
    pieces: {
      verify: async ({ webhooks }, request) =>
        webhooks.verify({ body: JSON.stringify(await request.json()), headers: request.headers }),
    },
    fails: ["written by another JSON library"],
  },
  "does not compare the amount": { pieces: { compare: comparesAllBut("amount") }, fails: ["wrong amount"] },
  "does not compare the currency": {
    pieces: { compare: comparesAllBut("currency") },
    fails: ["wrong currency"],
  },
  "finds the order by a field of its own": {
    pieces: {
      findOrder: (database, { additional_data }) => database.find(Object(additional_data).order_id),
      compare: (transaction, order) => RIGHT.compare({ ...transaction, tracking_id: order.id }, order),
    },
    fails: ["wrong order", "unknown order"],
  },
  "takes a refund for a payment": { pieces: { isPayment: believes("refund") }, fails: ["refund"] },
  "takes a void for a payment": { pieces: { isPayment: believes("void") }, fails: ["void"] },
  "takes an authorization for a payment": {
    pieces: { isPayment: believes("authorization") },
    fails: ["authorization"],
  },
  "takes a saved card for a payment": {
    pieces: { isPayment: believes("tokenization") },
    fails: ["saved card"],
  },
  "takes a pending payment for a paid one": {
    pieces: { isPayment: believesStatus("pending") },
    fails: ["pending, then failed", "pending, then paid, then failed"],
  },
  "takes a declined payment for a paid one": {
    pieces: { isPayment: believesStatus("failed") },
    fails: ["declined, then paid", "pending, then failed"],
  },
  "takes a status that it does not know for paid": {
    pieces: { isPayment: believesStatus("reserved") },
    fails: ["unknown status"],
  },
  "takes a test payment for a paid one": {
    pieces: {
      isPayment: (transaction) => RIGHT.isPayment({ ...transaction, test: false }),
      compare: (transaction, order) => RIGHT.compare({ ...transaction, test: false }, order),
    },
    fails: ["test payment"],
  },
  "takes a subscription for an order": {
    pieces: {
      receive: async (shop, notification) => {
        const { plan, tracking_id } = Object(notification.raw);
        if (!plan) return RIGHT.receive(shop, notification);
        const order = await shop.connection.transaction((database) => database.find(tracking_id));
        if (order) await ship(shop, order);
      },
    },
    fails: ["subscription"],
  },
  "answers 200 before it writes": {
    pieces: {
      receive: async (shop, notification) => {
        void sleep(40)
          .then(() => RIGHT.receive(shop, notification))
          .catch(() => undefined);
      },
    },
    fails: ["restart after the answer"],
  },
  "keeps its orders in memory": {
    pieces: { onRestart: (database) => database.orders.clear() },
    fails: ["restart before the payment", "restart after the answer", "restart during a notification"],
  },
  "remembers a notification before it fulfils the order": {
    pieces: {
      take: async (shop, order, uid, key) => {
        const isKnown = await shop.connection.transaction(({ keys }) => keys.has(key) || !keys.add(key));
        if (isKnown) return;
        await sleep(300);
        await RIGHT.take(shop, order, uid, `${key}-fulfilled`);
      },
    },
    fails: ["restart during a notification"],
  },
  "keeps a second payment in silence": {
    pieces: {
      take: async (shop, order, uid, key) => {
        if (order.status === "open") await RIGHT.take(shop, order, uid, key);
      },
    },
    fails: ["second payment"],
  },
  "ignores notifications": {
    pieces: { receive: async () => undefined },
    without: ["reconcile"],
    fails: ["paid once"],
  },
  "refuses genuine notifications": {
    pieces: { verify: () => Promise.reject(new Error("The signature is wrong")) },
    fails: ["paid once"],
  },
  "has no job": { without: ["reconcile"], fails: ["notification lost"] },
  "gives an order up after one 404": {
    pieces: { check: abandonsAfter((error) => error instanceof NotFoundError) },
    fails: ["job while the gateway does not know the token"],
  },
  "gives an order up after one 503": {
    pieces: { check: abandonsAfter((error) => !(error instanceof NotFoundError)) },
    fails: ["job while the gateway is down"],
  },
  "cancels a paid order when another token expires": {
    pieces: {
      onExpired: ({ connection }, { order }) =>
        connection.transaction((database) =>
          database.change(String(Object(order).tracking_id), { status: "cancelled" }),
        ),
    },
    fails: ["second token expires after the payment"],
  },
  "ships when a token expires": {
    pieces: {
      onExpired: async (shop, { order }) => {
        const row = await shop.connection.transaction((database) => database.find(Object(order).tracking_id));
        if (row?.status === "open") await ship(shop, row);
      },
    },
    fails: ["expired"],
  },
  "closes an order when its customer goes back": {
    pieces: {
      onCancel: (shop, orderId) =>
        shop.connection.transaction((database) => database.change(orderId, { status: "cancelled" })),
      take: takeOpenOnly,
    },
    fails: ["cancelled"],
  },
  "closes an order when a card is declined": {
    pieces: {
      onOther: async (shop, transaction) => {
        if (transaction.status === "failed") await changeOrder(shop, transaction, { status: "cancelled" });
      },
      take: takeOpenOnly,
    },
    fails: ["notified out of order", "declined, then paid", "pending, then paid, then failed"],
  },
  "drops notifications that are older than a minute": {
    pieces: {
      receive: async (shop, notification) => {
        const { paid_at } = Object(Object(notification.raw).transaction);
        if (paid_at && Date.parse(paid_at) < Date.now() - 60_000) return;
        await RIGHT.receive(shop, notification);
      },
    },
    fails: ["notified an hour late"],
  },
  "sends create again after an error, and sells both": {
    pieces: {
      create: async (shop, order) => {
        const late = sleep(1000).then(() => Promise.reject(new Error("The gateway is slow")));
        const first = RIGHT.create(shop, order);
        return Promise.race([first, late]).catch(() => RIGHT.create(shop, { ...order, id: `${order.id}/2` }));
      },
      findOrder: (database, { tracking_id }) => database.find(String(tracking_id).split("/")[0]),
      compare: (transaction, order) => RIGHT.compare({ ...transaction, tracking_id: order.id }, order),
      receive: async (shop, notification) => {
        const { tracking_id, status } = Object(Object(notification.raw).transaction);
        const [id, attempt] = String(tracking_id).split("/");
        const order = await shop.connection.transaction((database) => database.find(id));
        if (order && attempt === "2" && status === "successful") await ship(shop, order);
        else await RIGHT.receive(shop, notification);
      },
    },
    fails: ["gateway answers 503", "gateway loses the connection", "gateway is slow"],
  },
  "refunds twice": {
    pieces: {
      refund: async (shop, uid, amount) => {
        await RIGHT.refund(shop, uid, amount);
        const again = { parent_uid: uid, amount, reason: "Returned", duplicate_check: false };
        await shop.payments.transactions.refund(again);
      },
    },
    fails: ["refunded by the shop"],
  },
};
