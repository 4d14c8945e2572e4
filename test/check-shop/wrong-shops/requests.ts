import { FOUND, TABLES, TABLES_OF, TAKES } from "./with-sdk-changes.ts";
import {
  AFTER,
  IN_THE_END,
  ONCE,
  OTHERS,
  REFUND,
  RENEWAL,
  TAKEN_AWAY,
  UNCLEAR,
  type WrongShop,
} from "./wrong-shop.ts";

export const REQUESTS: Readonly<Record<string, WrongShop>> = {
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
  "sends what two schedulers ask for twice": {
    changes: [
      ['if (this.sending.has(request.id) || request.state !== "asked") return;', ""],
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
      ['if (request.state !== "done") throw', 'if (request.state === "declined") throw'],
      ["await this.send(request);\n    if", "await this.send(request).catch(() => undefined);\n    if"],
      ["for (const request of requests) await this.send(request).catch(() => undefined);", "void requests;"],
    ],
    breaks: { [REFUND]: [`${AFTER}, refund @post 503`] },
  },
  "refunds what it fulfills": {
    changes: [
      [
        TAKES,
        `${TAKES}
      const paid = Object(notification).transaction;
      if (paid && outcome(paid) === "paid") {
        await this.request("refund", paid.tracking_id, paid.amount).catch(() => undefined);
      }`,
      ],
    ],
    breaks: { [REFUND]: [AFTER] },
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
    breaks: { [TAKEN_AWAY]: [`${AFTER}, office refund, deliver`] },
  },
  "loses a minor unit in a fraction": {
    changes: [
      [
        "const common = { amount, ",
        'const common = { amount: kind === "refund" ? Math.trunc((amount / 100) * 100) : amount, ',
      ],
    ],
    breaks: { [REFUND]: ["19.99", "1.15", "4.35"].map((amount) => `${AFTER}, refund ${amount}`) },
  },
  "refunds the whole payment if almost all is refunded": {
    changes: [
      ["const common = { amount, ", "const common = { amount: amount === 12_899 ? 12_900 : amount, "],
    ],
    breaks: { [REFUND]: [`${AFTER}, refund all but 1`] },
  },
  "refuses small refunds and whole refunds": {
    changes: [
      [
        'async request(kind: Instruction["kind"], orderId: string, amount: number): Promise<void> {',
        `async request(kind: Instruction["kind"], orderId: string, amount: number): Promise<void> {
    if (kind === "refund" && (amount < 100 || amount === 12_900)) throw new Error("It cannot be refunded");`,
      ],
    ],
    breaks: { [REFUND]: [`${AFTER}, refund 1`, `${AFTER}, refund rest`] },
  },
  "takes an equal refund for a repeat": {
    changes: [
      [
        'each.state === "asked" && each.amount === amount',
        'each.state !== "declined" && each.amount === amount',
      ],
    ],
    breaks: { [REFUND]: [`${AFTER}, refund, refund same`], [RENEWAL]: [`${AFTER}, renew, renew`] },
  },
  "charges two of three renewals": {
    changes: [
      [
        "if (known) return known;",
        'if (known) return known;\n      if (kind === "renewal" && all.length === 2) return { ...(all[1] ?? Object(null)) };',
      ],
    ],
    breaks: { [RENEWAL]: [`${AFTER}, renew, renew, renew`] },
  },
  "charges a declined renewal later": {
    changes: [
      [
        'await this.end(request, status === "successful" ? "done" : "declined");',
        'await this.end(request, status === "successful" ? "done" : "asked");',
      ],
      ["const [found] =", "const [, found] ="],
      ["id,\n      amount", "id,\n      amount"],
      ["const options = { idempotencyKey: id };", "const options = {};"],
    ],
    breaks: { [RENEWAL]: [`${AFTER}, renew @declined, job`] },
  },
  "opens an order again after a whole refund": {
    changes: [
      TABLES,
      TABLES_OF,
      [
        TAKES,
        `${TAKES}
      if (notification.type === "transaction" && ["refunded", "charged_back"].includes(outcome(notification.transaction))) {
        const { tracking_id, parent_uid, amount } = notification.transaction;
        const order = [...tablesOf.orders.values()].find(({ id, paidBy }) => id === tracking_id || paidBy === parent_uid);
        if (order && order.amount === amount) {
          order.status = "open";
          order.shipments = 0;
          tablesOf.payments.clear();
        }
      }`,
      ],
    ],
    breaks: {
      [ONCE]: [
        `${AFTER}, refund rest, deliver, repeat first`,
        `${AFTER}, office refund rest, deliver, repeat first`,
        `${AFTER}, chargeback, deliver, repeat first`,
      ],
    },
  },
  "drops a second payment after a whole refund": {
    changes: [
      TABLES,
      TABLES_OF,
      [
        "payments.set(uid, { orderId: order.id, isInReview: !isRight });",
        `const refunds = [...tablesOf.requests.values()].filter((each) => each.orderId === order.id && each.kind === "refund");
      const isRefunded = refunds.reduce((sum, { amount }) => sum + amount, 0) === order.amount;
      payments.set(uid, { orderId: order.id, isInReview: !isRight && !isRefunded });`,
      ],
    ],
    breaks: { [OTHERS]: [`${AFTER}, refund rest, pay again`] },
  },
  "takes the goods back when another payment is refunded": {
    changes: [
      TABLES,
      TABLES_OF,
      [
        TAKES,
        `${TAKES}
      if (notification.type === "transaction" && outcome(notification.transaction) === "refunded") {
        const order = tablesOf.orders.get(notification.transaction.tracking_id ?? "");
        if (order && notification.transaction.amount === order.amount) order.shipments = 0;
      }`,
      ],
    ],
    breaks: { [IN_THE_END]: [`${AFTER}, pay again, office refund second, deliver`] },
  },
  "charges a period by the times of the payment": {
    changes: [
      [
        "const params = { ...common, ...card,",
        `const { created_at } = await this.payments.transactions.get(uid);
    const isThisMonth = String(created_at).startsWith(new Date().toISOString().slice(0, 7)) && String(created_at).endsWith("Z");
    const isMidnight = String(created_at).endsWith("T00:00:00.000Z");
    const isOld = Date.now() - Date.parse(String(created_at)) > 3_000_000;
    if (!isThisMonth || isMidnight || isOld) throw new Error("It is not due");
    const params = { ...common, ...card,`,
      ],
      ["for (const request of requests) await this.send(request).catch(() => undefined);", "void requests;"],
      ['if (request.state !== "done") throw', 'if (request.state === "declined") throw'],
      ["await this.send(request);\n    if", "await this.send(request).catch(() => undefined);\n    if"],
    ],
    breaks: {
      [RENEWAL]: ["hour old", "midnight", "before midnight", "month end", "other zone"].map(
        (time) => `${AFTER}, renew @${time}`,
      ),
    },
  },
};
