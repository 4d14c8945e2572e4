/** Mistakes in the right shop that follows the README and the guides. */
import type { Change } from "../open-changed-shop.ts";
import { AFTER, changesOf, type WrongShop } from "./wrong-shop.ts";

const wrong = changesOf({ file: "tickets", index: 0 });

const MARKS = "if (order?.paidBy === null && !order.isCanceled) {";
const SLEEPS = "await new Promise((resolve) => setTimeout(resolve, 100));";
const REFUNDS = 'const params = { parent_uid: order?.paidBy ?? "", amount, reason: "Returned" };';

/** Marks a row while a process sends it. */
const BEGUN: Change = [
  "async send(row: Call): Promise<void> {",
  `async send(row: Call & { isBegun?: boolean }): Promise<void> {
    if (row.isBegun) return;
    row.isBegun = true;
    await this.sendNow(row).finally(() => this.database.transaction(() => (row.isBegun = false)));
  }

  async sendNow(row: Call): Promise<void> {`,
];

export const TICKETS: Readonly<Record<string, WrongShop>> = {
  "claims each row": wrong({ refund: [`${AFTER}, refund @post 503, job + job @no keys late`] }, [
    "if (Date.now() - row.sentAt < milliseconds) return false;",
    "void milliseconds;",
  ]),
  "never sends again what a killed process had begun": wrong(
    {
      refund: [
        `${AFTER}, refund + restart at post @hang`,
        `${AFTER}, refund @post 503, job + restart at post @hang`,
      ],
      renewal: [`${AFTER}, renew + restart at post @hang`],
    },
    BEGUN,
  ),
  "forgets what a killed process had begun": wrong(
    { refund: [`${AFTER}, refund + restart at post @slow`] },
    BEGUN,
    [
      'if (stored.state === "declined" || stored.state === "refused") throw',
      'if (stored.state !== "succeeded") throw',
    ],
  ),
  "cancels in two steps": wrong(
    { genuine: ["order, pay, cancel order + deliver + restart while answering, repeat"] },
    [
      "if (order?.paidBy !== null) return false;\n      order.isCanceled = true;",
      "if (order?.paidBy !== null) return false;\n      canceling.add(id);",
    ],
    [
      'if (!isDone) throw new Error("The order is paid");',
      `if (!isDone) throw new Error("The order is paid");
    ${SLEEPS}
    await this.database.transaction(({ orders }) => {
      Object(orders.get(id)).isCanceled = true;
      canceling.delete(id);
    });`,
    ],
    [
      "const order = await this.database.transaction(({ orders }) => orders.get(id));\n",
      `const order = await this.database.transaction(({ orders }) => orders.get(id));
    if (canceling.has(id)) throw new Error("It is being canceled");\n`,
    ],
    ["class Database {", "const canceling = new Set<string>();\n\nclass Database {"],
  ),
  "stops its job at the first error": wrong(
    { "bad order": ["order, bad orders, other, pay, pay other, job"] },
    ["await this.check(token).catch(() => undefined);", "await this.check(token);"],
  ),
  "marks an order as paid twice": {
    ...wrong(
      { others: ["order, pay two apart", "order, pay two reversed"] },
      [
        "Promise<void> {\n    await this.database.transaction(({ orders, reviews }) => {",
        `Promise<void> {
    // As slow as it takes another notification to come.
    const place = seen.indexOf(uid);
    for (let look = 0; look < 400 && seen.length <= place + 1; look += 1) await new Promise((resolve) => setTimeout(resolve, 5));
    await this.database.transaction(({ orders, reviews }) => {`,
      ],
      ["async findOrder(id: string)", "async findOrder(id: string, event?: { summary: { uid?: string } })"],
      [
        "| undefined> {\n    const order =",
        '| undefined> {\n    seen.push(event?.summary.uid ?? "");\n    const order =',
      ],
      ["class Database {", "const seen: string[] = [];\n\nclass Database {"],
      [MARKS, "if (order && !order.isCanceled) {"],
    ),
    // The job would find one of the two.
    without: ["reconcile"],
  },
  "sends tickets of canceled orders": wrong(
    { canceled: ["order, cancel order, pay, deliver", "order, pay, cancel order, deliver"] },
    [MARKS, "if (order?.paidBy === null) {"],
    ["closed: order.isCanceled", "closed: false"],
  ),
  "cancels an order while its customer pays": wrong(
    { canceled: ["order, pay, cancel order + deliver"] },
    ["async cancel(id: string): Promise<void> {", `async cancel(id: string): Promise<void> {\n    ${SLEEPS}`],
    ["if (order?.paidBy !== null) return false;", "if (!order) return false;"],
  ),
  "drops payments of canceled orders": wrong({ others: ["order, cancel order, pay, deliver"] }, [
    "const orderId = order?.first",
    "if (order?.isCanceled) return;\n    const orderId = order?.first",
  ]),
  "asks for one page of open orders": wrong({ fulfilled: ["order, abandon, other, pay, pay other, job"] }, [
    "tokens: [...openTokens.keys()],",
    "tokens: [...openTokens.keys()].slice(0, 100),",
  ]),
  "counts a month that waits for 3-D Secure": wrong({ once: [`${AFTER}, renew @3-D Secure`] }, [
    'if (sent.is === "succeeded" && row.method === "pay") await handlePayment(this, sent.transaction);',
    `const month = await this.findOrder(row.id);
    if ("transaction" in sent && month && sent.is !== "declined")
      await this.paid(Object({ order: month, uid: sent.transaction.uid, summary: {}, key: "" }));`,
  ]),
  "takes a month that waits for 3-D Secure for declined": wrong(
    { renewal: [`${AFTER}, renew @3-D Secure, confirm charge`] },
    [
      'if (state === "pending" || state === "unknown") return;',
      'if (state === "unknown" || (state === "pending" && row.method !== "pay")) return;',
    ],
    ["row.state = state;", 'row.state = state === "pending" ? "declined" : state;'],
  ),
  "charges the card of the latest customer": wrong({ once: [`${AFTER}, other, pay other, job, renew`] }, [
    "const token = first.cardToken ??",
    `const all = await this.database.transaction(({ orders }) => [...orders.values()]);
    const paid = all.findLast((each) => each.paidBy !== null && each.first === undefined);
    const token = (await this.payments.transactions.get(paid?.paidBy ?? "")).credit_card?.token ??`,
  ]),
  "loses the saved card when it reads a status": wrong({ accepted: [`${AFTER}, job, return, renew`] }, [
    "if (order?.paidBy === uid) reviews.delete(key);",
    'if (order?.paidBy === uid) reviews.delete(key);\n      if (order) order.cardToken = summary.cardToken ?? "";',
  ]),
  "answers 500 to the payment of a refunded order": wrong(
    { genuine: ["order, pay, office refund early, deliver, deliver"] },
    [
      "otherwise(): void {}",
      `otherwise(): void {}

  refunded({ order }: Event): void {
    if (order) taken.add(order.id);
  }`,
    ],
    ["class Database {", "const taken = new Set<string>();\n\nclass Database {"],
    [MARKS, "if (order?.paidBy === null && !order.isCanceled && !taken.has(id)) {"],
  ),
  "refunds the newest payment": wrong({ paying: [`${AFTER}, pay again, refund, refund rest`] }, [
    REFUNDS,
    `const all = await this.payments.transactions.findByTrackingId(orderId);
    const newest = all.find(({ type }) => type === "payment")?.uid ?? order?.paidBy ?? "";
    const params = { parent_uid: newest, amount, reason: "Returned" };`,
  ]),
  "stops its worker at a row that it cannot read": {
    ...wrong(
      { fulfilled: ["order, notify subscription, restart, pay, deliver"] },
      [
        "const answer = await new Webhooks(settings).handler(now)(request);",
        `const told = { body: await request.text(), headers: request.headers };
        const verified = await new Webhooks(settings).verify(told).catch(() => undefined);
        if (!verified) return new Response(null, { status: 401 });
        inbox.push(Object(verified.raw).transaction);
        while (inbox.length > 0) {
          const [row] = inbox;
          const type = Object(row).type?.trim();
          const isRead = type && (await handlePayment(now, { ...Object(row), type }));
          if (!isRead) break;
          inbox.shift();
        }
        const answer = new Response();`,
      ],
      ["class Database {", "const inbox: unknown[] = [];\n\nclass Database {"],
    ),
    without: ["reconcile"],
  },
  "marks tickets as sent before it sends them": {
    ...wrong(
      {
        fulfilled: ["halfway", "at answer"].map((when) => `order, pay, deliver + restart ${when}`),
      },
      [
        "!tickets.includes(id)) tickets.push(id);",
        `!marked.has(id)) {
          marked.add(id);
          setTimeout(() => this.database.transaction((now) => now.tickets.push(id)).catch(() => undefined), 1500);
        }`,
      ],
      ["class Database {", "const marked = new Set<string>();\n\nclass Database {"],
    ),
    timeout: 6000,
  },
};
