/** A right shop without the SDK, by `fetch` and `node:crypto` alone: it refunds a payment that fulfills nothing at once. */
import { createPublicKey, verify } from "node:crypto";
import type { Sandbox, ShopFunctions } from "../../../src/sandbox.ts";
import { Connection } from "./database.ts";

interface Order {
  readonly id: string;
  readonly cents: number;
  readonly currency: string;
  token: string;
  isPaid: boolean;
  /** How many parcels were sent. */
  parcels: number;
  paidBy: string;
  /** Whether its token was paid. The job asks about it until then, because no order is over while this shop runs. */
  isDone: boolean;
}

/** Money that the shop sends or asks for itself: a refund, or the charge of a month. */
interface Job {
  readonly key: string;
  readonly path: "/transactions/refunds" | "/transactions/payments";
  readonly orderId: string;
  readonly cents: number;
  /** The payment that is refunded. */
  readonly parent: string;
  state: "new" | "unknown" | "done" | "refused";
}

class Books {
  readonly orders = new Map<string, Order>();
  /** Every payment that was seen, by its uid. */
  readonly seen = new Set<string>();
  readonly jobs = new Map<string, Job>();
}

interface Account {
  readonly url: string;
  readonly authorization: string;
  readonly publicKey: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const part = (value: unknown, name: string): Record<string, unknown> => {
  const inner = isObject(value) ? value[name] : undefined;
  return isObject(inner) ? inner : {};
};

class Shop {
  readonly books: Connection<Books>;
  readonly account: Account;
  readonly running = new Set<string>();

  constructor(books: Books, account: Account) {
    this.books = new Connection(books);
    this.account = account;
  }

  async call(path: string, body?: unknown, key?: string): Promise<{ status: number; content: unknown }> {
    const { url, authorization, fetch } = this.account;
    const headers = {
      authorization,
      accept: "application/json",
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(key !== undefined && { RequestID: key }),
    };
    const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
    const response = await fetch(url + path, init);
    return { status: response.status, content: await response.json() };
  }

  async placeOrder(): Promise<{ orderId: string; token: string }> {
    const id = `7${Date.now()}${Math.floor(Math.random() * 1e6)}`;
    const price = { cents: 4999, currency: "USD" };
    const { status, content } = await this.call("/ctp/api/checkouts", {
      checkout: {
        transaction_type: "payment",
        order: { amount: price.cents, currency: price.currency, description: "Tea", tracking_id: id },
        settings: {
          success_url: `https://tea.example/thanks/${id}`,
          notification_url: "https://tea.example/hook",
        },
      },
    });
    const token = part(content, "checkout")["token"];
    if (status !== 201 || typeof token !== "string") throw new Error("The gateway is not available");
    const state = { isPaid: false, parcels: 0, paidBy: "", isDone: false };
    await this.books.transaction(({ orders }) => orders.set(id, { id, ...price, token, ...state }));
    return { orderId: id, token };
  }

  async answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const id = pathname.split("/")[2];
    if (pathname === "/hook") return new Response(null, { status: await this.hook(request) });
    if (!pathname.startsWith("/thanks/") || id === undefined) return new Response(null, { status: 404 });
    const order = await this.books.transaction(({ orders }) => orders.get(id));
    if (order) await this.look(order).catch(() => undefined);
    return new Response("Thank you");
  }

  async hook(request: Request): Promise<number> {
    const body = Buffer.from(await request.arrayBuffer());
    const signature = Buffer.from(request.headers.get("content-signature") ?? "", "base64");
    if (!verify("sha256", body, this.account.publicKey, signature)) return 401;
    const { uid } = part(JSON.parse(body.toString()), "transaction");
    if (typeof uid !== "string") return 200;
    // What counts is what the gateway says when it is asked.
    const { status, content } = await this.call(`/transactions/${uid}`).catch(() => ({
      status: 0,
      content: 0,
    }));
    if (status !== 200) return 503;
    await this.take(part(content, "transaction"), uid);
    return 200;
  }

  /** Asks what became of an order's token. */
  async look(order: Order): Promise<void> {
    const { status, content } = await this.call(`/ctp/api/checkouts/${order.token}`);
    const checkout = part(content, "checkout");
    if (status !== 200 || checkout["token"] !== order.token) return;
    const { uid } = part(part(checkout, "gateway_response"), "payment");
    if (checkout["status"] !== "successful" || typeof uid !== "string") return;
    const found = await this.call(`/transactions/${uid}`);
    if (found.status !== 200) return;
    await this.take(part(found.content, "transaction"), uid);
    await this.books.transaction(() => {
      order.isDone = true;
    });
  }

  async take(transaction: Record<string, unknown>, uid: string): Promise<void> {
    const { type, status, amount, currency, tracking_id, test } = transaction;
    if (transaction["uid"] !== uid || type !== "payment" || status !== "successful" || test === true) return;
    const refund = await this.books.transaction(({ orders, seen, jobs }) => {
      const order = orders.get(String(tracking_id));
      if (!order || seen.has(uid)) return undefined;
      seen.add(uid);
      if (!order.isPaid && amount === order.cents && currency === order.currency) {
        order.isPaid = true;
        order.parcels += 1;
        order.paidBy = uid;
        return undefined;
      }
      const path = "/transactions/refunds" as const;
      const job: Job = {
        key: `back-${uid}`,
        path,
        orderId: order.id,
        cents: Number(amount),
        parent: uid,
        state: "new",
      };
      jobs.set(job.key, job);
      return job;
    });
    if (refund) await this.run(refund).catch(() => undefined);
  }

  async work(): Promise<void> {
    const { orders, jobs } = await this.books.transaction((books) => ({
      orders: [...books.orders.values()].filter(({ isDone }) => !isDone),
      jobs: [...books.jobs.values()].filter(({ state }) => state === "new" || state === "unknown"),
    }));
    for (const order of orders) await this.look(order).catch(() => undefined);
    for (const job of jobs) await this.run(job).catch(() => undefined);
  }

  async ask(path: Job["path"], orderId: string, cents: number, key: string): Promise<void> {
    const job = await this.books.transaction(({ orders, jobs }) => {
      const open = jobs.get(key);
      if (open) return open;
      const parent = orders.get(orderId)?.paidBy ?? "";
      const made: Job = { key, path, orderId, cents, parent, state: "new" };
      jobs.set(made.key, made);
      return made;
    });
    await this.run(job);
    if (job.state === "refused") throw new Error("The gateway refused it");
  }

  /** Sends a job once: after an unclear answer it is looked for before it is sent again. */
  async run(job: Job): Promise<void> {
    if (this.running.has(job.key) || job.state === "done" || job.state === "refused") return;
    this.running.add(job.key);
    try {
      let made = job.state === "unknown" ? await this.find(job) : undefined;
      await this.end(job, "unknown");
      if (!made) {
        const { status, content } = await this.call(
          job.path,
          { request: await this.requestOf(job) },
          job.key,
        );
        if (status === 422) return await this.end(job, "refused");
        made = part(content, "transaction");
        if (status >= 300 || made["tracking_id"] !== job.key)
          throw new Error(`The gateway answered ${status}`);
      }
      // A charge that waits for 3-D Secure may still be made, and a refund may be pending. The job looks for them again.
      if (made["status"] === "incomplete" || made["status"] === "pending") return;
      await this.end(job, made["status"] === "successful" ? "done" : "refused");
    } finally {
      this.running.delete(job.key);
    }
  }

  async end(job: Job, state: Job["state"]): Promise<void> {
    await this.books.transaction(() => {
      job.state = state;
    });
  }

  /** Finds what became of a job. It may send a job again that was declined. */
  async find({ key }: Job): Promise<Record<string, unknown> | undefined> {
    const { status, content } = await this.call(`/v2/transactions/tracking_id/${key}`);
    if (status !== 200 || !isObject(content)) throw new Error(`The gateway answered ${status}`);
    const { transactions } = content;
    if (!Array.isArray(transactions)) throw new Error("The gateway gave no list");
    return transactions.filter(isObject).find((each) => each["status"] !== "failed");
  }

  async requestOf({ key, path, cents, parent }: Job): Promise<unknown> {
    const common = { amount: cents, tracking_id: key, duplicate_check: false };
    if (path === "/transactions/refunds") return { ...common, parent_uid: parent, reason: "Returned" };
    const { content } = await this.call(`/transactions/${parent}`);
    const { token } = part(part(content, "transaction"), "credit_card");
    const currency = part(content, "transaction")["currency"];
    return { ...common, currency, description: "Tea of the month", credit_card: { token } };
  }
}

// Stryker disable all: what follows is not the shop, but what checkShop is given.

/** Opens the shop at a sandbox. */
async function openShop(sandbox: Sandbox): Promise<ShopFunctions> {
  const books = new Books();
  const { baseUrl: url, shopId, secretKey, fetch } = sandbox.clientOptions;
  const der = Buffer.from(await sandbox.publicKey(), "base64");
  const publicKey = createPublicKey({ key: der, format: "der", type: "spki" }).export({
    format: "pem",
    type: "spki",
  });
  const authorization = `Basic ${btoa(`${shopId}:${secretKey}`)}`;
  const account = { url, authorization, publicKey: String(publicKey), fetch };
  let shop = new Shop(books, account);
  sandbox.deliverTo((request) => shop.answer(request));
  return {
    placeOrder: () => shop.placeOrder(),
    fulfillments: (id) => books.orders.get(id)?.parcels ?? 0,
    inReview: (id) =>
      [...books.jobs.values()].filter((job) => job.orderId === id && job.state === "refused").length,
    refund: (id, cents, request) => shop.ask("/transactions/refunds", id, cents, request),
    renew: (id, request) => shop.ask("/transactions/payments", id, 4999, request),
    reconcile: () => shop.work(),
    restart: () => {
      shop.books.close();
      shop = new Shop(books, account);
    },
  };
}

export const OPENINGS = [openShop];
