import type { ShopFunctions } from "../../src/sandbox.ts";
import type { Change } from "./open-changed-shop.ts";

/** The right shop with one mistake. Each was made in a shop that people used. */
export interface WrongShop {
  readonly changes: readonly Change[];
  /** Functions that the shop does not have. */
  readonly without?: readonly (keyof ShopFunctions)[];
  /** Stories that show it, by the beginning of the law that each of them breaks. */
  readonly breaks: Readonly<Record<string, readonly string[]>>;
}

const ONLY_PAID = "An order is fulfilled only by";
const ONCE = "An order is fulfilled at most once";
const FORGED = "Forged notifications";
const REFUND = "Each refund that was asked for";
const RENEWAL = "Each renewal is charged once";
const GENUINE = "Genuine notifications";
const PAYABLE = "An order stays payable";
const IN_THE_END = "An order that was paid is fulfilled in the end";
const SETTLED = "Every other payment";

const RETURN = "if (order) await this.ask(order).catch(() => undefined);";
const IS_NEW = "if (!order || uid === undefined || payments.has(uid)) return;";
const IS_RIGHT = 'const isRight = order.status !== "paid" && isPaymentOf(order, payment);';
const OPEN_ONLY: Change = [
  IS_RIGHT,
  'const isRight = order.status === "open" && isPaymentOf(order, payment);',
];
const TAKES = 'if (notification.type === "transaction") await this.take(notification.transaction);';
const IS_PAID = 'if (outcome(payment) !== "paid") return;';
const EXPECT = "expectPayment(payment, { amount, currency, trackingId: id });";
const ASKS = "const status = await this.payments.checkouts.get(token);";
const VERIFIES = "body: await request.text(),\n        headers: request.headers,";
const FOUND = "const [found] = await this.payments.transactions.findByTrackingId(request.id);";

/** Takes what the notification says for a payment where a condition holds. */
const believes = (condition: string): Change => [
  TAKES,
  `${TAKES}
      const raw = Object(notification.raw);
      const told = raw.plan ? raw : (raw.transaction ?? raw);
      const believed = [...tablesOf.orders.values()].find((order) => order.id === told.tracking_id);
      if (believed && believed.shipments === 0 && (${condition})) believed.shipments = 1;`,
];

/** Closes an order where asking the gateway fails. */
const closesOn = (condition: string): readonly Change[] => [
  [
    ASKS,
    `const status = await this.payments.checkouts.get(token).catch((error) => {
      if (${condition}) {
        order.status = "expired";
        order.isFinal = true;
      }
      throw error;
    });`,
  ],
  OPEN_ONLY,
];

/** For changes that need the tables outside of a transaction. */
const TABLES: Change = [
  "const tables = new Tables<Order, Payment, Instruction>();",
  "const tables = new Tables<Order, Payment, Instruction>();\n  tablesOf = tables;",
];
const TABLES_OF: Change = [
  "class Shop {",
  "let tablesOf = new Tables<Order, Payment, Instruction>();\n\nclass Shop {",
];

const believing = (condition: string, stories: readonly string[]): WrongShop => ({
  changes: [TABLES, TABLES_OF, believes(condition)],
  breaks: { [ONLY_PAID]: stories },
});

const otherId = (condition: string): readonly Change[] => [
  [
    "const order = orders.get(trackingId);",
    `const order = [...orders.values()].find(({ id }) => ${condition});`,
  ],
  [
    EXPECT,
    "expectPayment(payment, { amount, currency, trackingId: paymentSummary(payment).trackingId ?? id });",
  ],
];

const compares = (condition: string): readonly Change[] => [
  [
    EXPECT,
    `const { amount: paid = 0, currency: money } = paymentSummary(payment);
    if (!(${condition})) throw new Error("It does not match");`,
  ],
];

const AFTER = "order, pay, deliver";
const UNCLEAR = ["lost", "done 408", "done 409", "no keys", "lost and down", "done 503"];

export const WRONG_SHOPS: Readonly<Record<string, WrongShop>> = {
  "takes the return and the notification as two payments": {
    changes: [
      [
        RETURN,
        `if (order) {
        const status = await this.payments.checkouts.get(order.token ?? "");
        if (outcome(status) === "paid") order.shipments += 1;
      }`,
      ],
    ],
    breaks: {
      [ONCE]: ["order, pay, return, deliver", "order, pay, return + deliver", `${AFTER}, return bare`],
    },
  },
  "asks for the token in the return address": {
    changes: [
      [
        RETURN,
        `const token = new URL(request.url).searchParams.get("token") ?? "";
      const status = await this.payments.checkouts.get(token);
      if (order?.status === "open" && outcome(status) === "paid") order.shipments = 1;`,
      ],
    ],
    breaks: { [ONLY_PAID]: ["order, other, pay other, return other"] },
  },
  "believes the status in the return address": {
    changes: [[RETURN, `if (order && request.url.includes("status=successful")) order.shipments = 1;`]],
    breaks: { [ONLY_PAID]: ["order, return claimed"] },
  },
  "reads the order's id leniently": {
    changes: otherId("trackingId.toLowerCase().includes(id)"),
    breaks: { [ONLY_PAID]: ["suffix", "letters", "zero", "space"].map((how) => `order, pay id with ${how}`) },
  },
  "compares ids without capitals": {
    changes: otherId("trackingId.toLowerCase() === id"),
    breaks: { [ONLY_PAID]: ["order, pay id in other capitals"] },
  },
  "fulfils the newest order for an unknown id": {
    changes: otherId('trackingId === id || trackingId.startsWith("none")'),
    breaks: { [ONLY_PAID]: ["order, pay unknown id"] },
  },
  "tolerates 1 % of the amount": {
    changes: compares("Math.abs(paid - amount) <= amount / 100 && money === currency"),
    breaks: { [ONLY_PAID]: ["1 more", "1 less", "1% more", "1% less"].map((how) => `order, pay ${how}`) },
  },
  "mixes up units and hundredths": {
    changes: compares("[amount, amount / 100].includes(paid) && money === currency"),
    breaks: { [ONLY_PAID]: ["order, pay hundredth"] },
  },
  "does not compare the currency": {
    changes: compares("paid === amount"),
    breaks: { [ONLY_PAID]: ["order, pay other currency"] },
  },
  "takes a test payment": {
    changes: [
      [IS_PAID, 'if (outcome(payment, { test: true }) !== "paid") return;'],
      [EXPECT, "expectPayment({ ...payment, test: false }, { amount, currency, trackingId: id });"],
    ],
    breaks: { [ONLY_PAID]: ["order, pay test"] },
  },
  "takes an authorization": {
    changes: [[IS_PAID, 'if (!["paid", "authorized"].includes(outcome(payment))) return;']],
    breaks: { [ONLY_PAID]: ["order, pay authorization"] },
  },
  "takes a pending payment": believing('told.status === "pending"', [
    "order, pend, deliver",
    "order, pend, fail, deliver oldest",
  ]),
  "takes a declined payment": believing('told.status === "failed"', [
    "order, decline, deliver",
    "order, notify failed",
    "order, pend, fail, deliver",
  ]),
  "takes a refund": believing('told.type === "refund"', ["order, notify refund"]),
  "takes a void": believing('told.type === "void"', ["order, notify void"]),
  "takes a saved card": believing('told.type === "tokenization"', ["order, notify saved card"]),
  "takes an unknown status": believing('told.status === "reserved"', ["order, notify unknown status"]),
  "takes a subscription": believing("raw.plan", ["order, notify subscription"]),
  "opens a paid order when a decline comes late": {
    changes: [
      [
        TAKES,
        `${TAKES}
      if (notification.type === "transaction" && notification.transaction.status === "failed") {
        const order = tablesOf.orders.get(notification.transaction.tracking_id ?? "");
        if (order) order.status = "open";
      }`,
      ],
      TABLES,
      TABLES_OF,
      [IS_NEW, "if (!order || uid === undefined) return;"],
    ],
    breaks: { [ONCE]: ["order, decline, pay, deliver, deliver, repeat first"] },
  },
  "closes an order when a card is declined": {
    changes: [
      [
        TAKES,
        `${TAKES}
      if (notification.type === "transaction" && notification.transaction.status === "failed") {
        const order = tablesOf.orders.get(notification.transaction.tracking_id ?? "");
        if (order) order.status = "expired";
      }`,
      ],
      TABLES,
      TABLES_OF,
      OPEN_ONLY,
    ],
    breaks: {
      [PAYABLE]: ["order, decline, deliver, pay, deliver", "order, decline, pay, deliver oldest, deliver"],
    },
  },
  "does not know a pending payment again when it succeeds": {
    changes: [
      [IS_PAID, ""],
      [
        IS_RIGHT,
        'const isRight = order.status !== "paid" && outcome(payment) === "paid" && isPaymentOf(order, payment);',
      ],
      [
        "payments.set(uid, { orderId: order.id, isInReview: !isRight });",
        "payments.set(uid, { orderId: order.id, isInReview: false });",
      ],
    ],
    breaks: { [IN_THE_END]: ["order, pend, deliver, settle, deliver"] },
  },
  "closes an order when its customer goes back": {
    changes: [
      [
        'return new Response("You can still pay");',
        `const order = await this.connection.transaction(({ orders }) => orders.get(id));
    if (order) order.status = "expired";
    return new Response("Goodbye");`,
      ],
      [
        "if (!isRight) return;",
        "if (!isRight) return void payments.set(uid, { orderId: order.id, isInReview: false });",
      ],
      OPEN_ONLY,
    ],
    breaks: { [IN_THE_END]: ["order, cancel, pay, deliver"] },
  },
  "opens an order again when another token expires": {
    changes: [
      [
        'if (order.token === token && order.status === "open") order.status = "expired";',
        "if (order.token !== token) order.shipments = 0;",
      ],
    ],
    breaks: { [IN_THE_END]: [`${AFTER}, expire second`] },
  },
  "fulfils an expired order": {
    changes: [
      [
        'if (order.token === token && order.status === "open") order.status = "expired";',
        "if (order.token === token) order.shipments += 1;",
      ],
    ],
    breaks: { [ONLY_PAID]: ["order, expire, deliver"] },
  },
  "takes goods back when a part is refunded": {
    changes: [
      [
        TAKES,
        `${TAKES}
      if (notification.type === "transaction" && outcome(notification.transaction) === "refunded") {
        const order = tablesOf.orders.get(notification.transaction.tracking_id ?? "");
        if (order) order.shipments = 0;
      }`,
      ],
      TABLES,
      TABLES_OF,
    ],
    breaks: { "A refund takes away nothing": [`${AFTER}, office refund, deliver`] },
  },
  "notes a payment before it asks the gateway about it": {
    changes: [
      [
        "await this.connection.transaction(({ orders, payments }) => {",
        `if (uid === undefined || seen.has(uid)) return;
    seen.add(uid);
    await this.payments.transactions.get(uid);
    await this.connection.transaction(({ orders, payments }) => {`,
      ],
      ["class Shop {", "const seen = new Set<string>();\n\nclass Shop {"],
    ],
    breaks: {
      [IN_THE_END]: ["503", "503 once", "hang"].map((fault) => `order, pay, deliver @${fault}, repeat`),
    },
  },
  "has one key for all refunds of an order": {
    changes: [
      [
        "const options = { idempotencyKey: id };",
        "const options = { idempotencyKey: `${orderId}-${kind}` };",
      ],
    ],
    breaks: { [REFUND]: [`${AFTER}, refund, refund`] },
  },
  "refunds or charges again with a new key": {
    changes: [["if (known) return known;", 'if (known) known.state = "declined";']],
    breaks: {
      [REFUND]: UNCLEAR.map((fault) => `${AFTER}, refund @${fault}, refund same`),
      [RENEWAL]: UNCLEAR.map((fault) => `${AFTER}, renew @${fault}, renew`),
    },
  },
  "trusts that the gateway knows keys": {
    changes: [[FOUND, "const found: Transaction | undefined = undefined as never;"]],
    breaks: { [REFUND]: [`${AFTER}, refund @no keys, refund same`] },
  },
  "takes a declined refund or charge for one": {
    changes: [['status === "successful" ? "done" : "declined"', '"done"']],
    breaks: { [REFUND]: [`${AFTER}, refund @declined`], [RENEWAL]: [`${AFTER}, renew @declined`] },
  },
  "takes any refund that it finds for a refund": {
    changes: [
      [
        "const { status } = found ?? (await this.post(request));",
        'const { status } = found ? { status: "successful" } : await this.post(request);',
      ],
    ],
    breaks: { [REFUND]: [`${AFTER}, refund @declined and lost, refund same`] },
  },
  "takes a refused refund for a refund": {
    changes: [
      [
        'await this.end(request, "declined");\n    } finally',
        'await this.end(request, "done");\n    } finally',
      ],
    ],
    breaks: { [REFUND]: [`${AFTER}, refund @422`] },
  },
  "takes any expired token for that of every order": {
    changes: [['order.token === token && order.status === "open"', "true"]],
    breaks: { [ONCE]: [`${AFTER}, expire second, pay again`] },
  },
  "closes an order before it has read its payment": {
    changes: [
      [
        ASKS,
        `${ASKS}
    order.isFinal = status.finished === true;
    await this.payments.transactions.get(paymentSummary(status).uid ?? "");`,
      ],
    ],
    breaks: { [IN_THE_END]: ["order, pay, job @503 later"] },
  },
  "sends what two schedulers ask for twice": {
    changes: [
      ["if (this.sending.has(request.id)) return;", ""],
      ["const options = { idempotencyKey: id };", "const options = {};"],
    ],
    breaks: { [RENEWAL]: [`${AFTER}, renew + renew`] },
  },
  "accepts a refund or a renewal that it does not make": {
    changes: [
      ["await this.send(request);\n    if", "if"],
      ["for (const request of requests) await this.send(request).catch(() => undefined);", "void requests;"],
    ],
    breaks: { [REFUND]: [`${AFTER}, refund`], [RENEWAL]: [`${AFTER}, renew`] },
  },
  "accepts a refund that it does not send again": {
    changes: [
      ["await this.send(request);\n    if", "await this.send(request).catch(() => undefined);\n    if"],
      ["for (const request of requests) await this.send(request).catch(() => undefined);", "void requests;"],
    ],
    breaks: { [REFUND]: [`${AFTER}, refund @post 503`] },
  },
  "refunds what it fulfils": {
    changes: [
      [
        "order.shipments += 1;",
        'order.shipments += 1;\n      setTimeout(() => this.request("refund", order.id, order.amount).catch(() => undefined));',
      ],
    ],
    breaks: { [REFUND]: [AFTER] },
  },
  "cancels orders of customers who are still paying": {
    changes: [
      [
        "for (const order of orders) await this.ask(order).catch(() => undefined);",
        `for (const order of orders) {
      await this.ask(order).catch(() => undefined);
      if (order.status === "open") order.status = "expired";
    }`,
      ],
      OPEN_ONLY,
    ],
    breaks: { [PAYABLE]: ["order, job, pay, deliver"] },
  },
  "does not check notifications": {
    changes: [
      [
        VERIFIES,
        "body: await request.clone().text(),\n        headers: await signAgain(await request.text()),",
      ],
      ["class Shop {", 'let signAgain: Sandbox["sign"];\n\nclass Shop {'],
      ["let shop = new Shop", "signAgain = (body) => sandbox.sign(body);\n  let shop = new Shop"],
    ],
    breaks: {
      [ONLY_PAID]: ["signature", "key", "nothing", "credentials", "body", "big body"].map(
        (how) => `order, forge ${how}`,
      ),
    },
  },
  "answers forged notifications with 200": {
    changes: [["? 401 : 500", "? 200 : 500"]],
    breaks: { [FORGED]: ["order, forge nothing", "order, forge status"] },
  },
  "verifies what it has parsed and written again": {
    changes: [[VERIFIES, "body: JSON.stringify(await request.json()),\n        headers: request.headers,"]],
    breaks: { [GENUINE]: ["order, pay, deliver rewritten"] },
  },
  "refuses genuine notifications": {
    changes: [
      [
        "await this.webhooks.verify({",
        'await Promise.reject({ code: "webhook" });\n      const notification = await this.webhooks.verify({',
      ],
      ["const notification = await Promise", "await Promise"],
    ],
    breaks: { [GENUINE]: [AFTER] },
  },
  "refuses payments of an hour ago": {
    changes: [
      [
        TAKES,
        `if (notification.type === "transaction" && Date.parse(String(notification.transaction.paid_at)) < Date.now() - 60_000) return new Response(null, { status: 400 });
      ${TAKES}`,
      ],
    ],
    breaks: { [GENUINE]: ["order, pay, deliver hour old"] },
  },
  "drops a payment whose amount comes as text": {
    changes: [
      [
        IS_RIGHT,
        'const isRight = order.status !== "paid" && isPaymentOf(order, payment) && typeof Object(payment).amount !== "string";',
      ],
      ["isInReview: !isRight }", "isInReview: false }"],
    ],
    breaks: { [IN_THE_END]: ["order, pay, deliver digits, deliver"] },
  },
  "looks, then writes, without a lock": {
    changes: [
      [
        "await this.connection.transaction(({ orders, payments }) => {",
        `if (uid === undefined || (await this.connection.transaction(({ payments }) => payments.has(uid)))) return;
    await this.connection.transaction(({ orders, payments }) => {`,
      ],
      [IS_NEW, "if (!order) return;"],
      [IS_RIGHT, "const isRight = isPaymentOf(order, payment);"],
    ],
    breaks: { [ONCE]: ["order, pay, deliver ten times"] },
  },
  "does not know a notification again": {
    changes: [
      [IS_NEW, "if (!order || uid === undefined) return;"],
      [IS_RIGHT, "const isRight = isPaymentOf(order, payment);"],
    ],
    breaks: { [ONCE]: [`${AFTER}, repeat`, "order, pay, deliver, expire second, repeat first"] },
  },
  "keeps a second payment in silence": {
    changes: [["isInReview: !isRight }", "isInReview: false }"]],
    breaks: { [SETTLED]: [`${AFTER}, pay again`] },
  },
  "sends create again, and sells both": {
    changes: [
      [
        "const { token } = await this.payments.checkouts.create({",
        `const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error("The gateway is slow")), 700));
    const make = (tracking: string) => this.payments.checkouts.create({`,
      ],
      ["tracking_id: id },\n", "tracking_id: tracking },\n"],
      [
        "notification_url: `${SHOP_URL}/notify`,\n      },\n    });",
        "notification_url: `${SHOP_URL}/notify`,\n      },\n    });\n    const { token } = await Promise.race([make(id), late]).catch(() => make(`${id}-2`));",
      ],
      ["const order = orders.get(trackingId);", "const order = orders.get(trackingId.slice(0, 36));"],
      [
        'order.status !== "paid" && isPaymentOf(order, payment);',
        "isPaymentOf({ ...order, id: trackingId }, payment);",
      ],
    ],
    breaks: {
      [ONCE]: ["lost", "done 503", "slow"].map((fault) => `order @${fault}, pay, deliver, pay, deliver`),
    },
  },
  "forgets its orders in a restart": {
    changes: [["shop.connection.close();", "shop.connection.close();\n      tables.orders.clear();"]],
    breaks: { [IN_THE_END]: ["order, restart, pay, deliver"] },
  },
  "answers before it writes": {
    changes: [
      [
        TAKES,
        `if (notification.type === "transaction") {
        const { transaction } = notification;
        setTimeout(() => this.take(transaction).catch(() => undefined), 5000);
      }`,
      ],
    ],
    without: ["reconcile"],
    breaks: { [IN_THE_END]: [10, 40, 160].map((delay) => `order, pay, deliver + restart after ${delay} ms`) },
  },
  "gives an order up after one 404": {
    changes: closesOn("error.response?.status === 404"),
    breaks: { [IN_THE_END]: ["order, pay, job @404"] },
  },
  "gives an order up after one 503": {
    changes: closesOn("error.response?.status === 503"),
    breaks: { [IN_THE_END]: ["order, pay, job @503", "order, pay, job @503 once"] },
  },
  "gives an order up after no answer": {
    changes: closesOn("error.response === undefined"),
    breaks: { [IN_THE_END]: ["order, pay, job @hang"] },
  },
  "believes the status of another token": {
    changes: [
      [
        ASKS,
        // The SDK itself compares the token.
        'const { checkout: status } = await this.payments.request<{ checkout: CheckoutStatus }>("GET", `/ctp/api/checkouts/${token}`);',
      ],
      [
        "if (status.token !== token) return;",
        'if (status.token !== token && outcome(status) === "paid") order.shipments = 1;',
      ],
    ],
    breaks: {
      [ONLY_PAID]: [
        "order, other, pay other, job @other order",
        "order, other, pay other, return @other order",
      ],
    },
  },
  "has no job": { changes: [], without: ["reconcile"], breaks: { [IN_THE_END]: ["order, pay"] } },
};
