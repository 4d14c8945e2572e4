import { FOUND, onNotified, TABLES, TABLES_OF, TAKES } from "./with-sdk-changes.ts";
import { AFTER, UNCLEAR, type WrongShop, wrong } from "./wrong-shop.ts";

export const REQUESTS: Readonly<Record<string, WrongShop>> = {
  "has one key for all refunds of an order": wrong({ accepted: [`${AFTER}, refund, refund`] }, [
    "const options = { idempotencyKey: id };",
    "const options = { idempotencyKey: `${orderId}-${kind}` };",
  ]),
  "refunds or charges again with a new key": wrong(
    {
      refund: UNCLEAR.map((fault) => `${AFTER}, refund @${fault}, refund again`),
      renewal: UNCLEAR.map((fault) => `${AFTER}, renew @${fault}, renew again`),
    },
    ["if (known) return known;", 'if (known) known.state = "declined";'],
    ["{ id, kind, orderId", "{ id: crypto.randomUUID(), kind, orderId"],
    ["each.id === id", 'each.state === "asked" && each.amount === amount'],
  ),
  "trusts that the gateway knows keys": wrong({ refund: [`${AFTER}, refund @no keys, refund again`] }, [
    FOUND,
    "const found: Transaction | undefined = undefined as never;",
  ]),
  "takes a declined refund or charge for one": wrong(
    { refund: [`${AFTER}, refund @declined`], renewal: [`${AFTER}, renew @declined`] },
    ['status === "successful" ? "done" : "declined"', '"done"'],
  ),
  "takes any refund that it finds for a refund": wrong(
    { refund: [`${AFTER}, refund @declined and lost, refund again`] },
    [
      "const { status } = found ?? (await this.post(request));",
      'const { status } = found ? { status: "successful" } : await this.post(request);',
    ],
  ),
  "takes a refused refund for a refund": wrong({ refund: [`${AFTER}, refund @422`] }, [
    'await this.end(request, "declined");\n    } finally',
    'await this.end(request, "done");\n    } finally',
  ]),
  "takes a refund above the rest for an earlier refund": wrong({ refund: [`${AFTER}, refund too much`] }, [
    'await this.end(request, "declined");\n    } finally',
    'await this.end(request, /not allowed/.test(String(error)) ? "declined" : "done");\n    } finally',
  ]),
  "sends what two schedulers ask for twice": wrong(
    { refund: [`${AFTER}, refund twice`], renewal: [`${AFTER}, renew twice`] },
    ['if (this.sending.has(request.id) || request.state !== "asked") return;', ""],
    ["const options = { idempotencyKey: id };", "const options = {};"],
  ),
  "takes goods back when a part is refunded": wrong(
    { "taken away": [`${AFTER}, office refund, deliver`] },
    ...onNotified('if (outcome(told) === "refunded") order.shipments = 0;'),
  ),
  "loses a minor unit in a fraction": wrong(
    { refund: ["19.99", "1.15", "4.35"].map((amount) => `${AFTER}, refund ${amount}`) },
    [
      "const common = { amount, ",
      'const common = { amount: kind === "refund" ? Math.trunc((amount / 100) * 100) : amount, ',
    ],
  ),
  "refunds the whole payment if almost all is refunded": wrong({ refund: [`${AFTER}, refund all but 1`] }, [
    "const common = { amount, ",
    "const common = { amount: amount === 12_899 ? 12_900 : amount, ",
  ]),
  "refuses small refunds and whole refunds": wrong(
    { accepted: [`${AFTER}, refund 1`, `${AFTER}, refund rest`] },
    [
      'async request(kind: Instruction["kind"], orderId: string, amount: number, id: string): Promise<void> {',
      `async request(kind: Instruction["kind"], orderId: string, amount: number, id: string): Promise<void> {
    if (kind === "refund" && (amount < 100 || amount === 12_900)) throw new Error("It cannot be refunded");`,
    ],
  ),
  "takes an equal refund for a repeat": wrong(
    { refund: [`${AFTER}, refund, refund same`], renewal: [`${AFTER}, renew, renew`] },
    ["each.id === id", 'each.state !== "declined" && each.amount === amount'],
  ),
  "charges no more after a declined month": wrong({ accepted: [`${AFTER}, renew @declined, renew`] }, [
    "if (known) return known;",
    'if (known) return known;\n      if (all.some(({ state }) => state === "declined")) throw new Error("The card was declined");',
  ]),
  "takes the refusal of a repeat for its result": wrong(
    { refund: [`${AFTER}, refund @no keys refused`], renewal: [`${AFTER}, renew @no keys refused`] },
    ["(await this.post(request));", "(await this.post(request).catch(() => this.post(request)));"],
    [
      'await this.end(request, "declined");\n    } finally',
      'await this.end(request, "declined");\n      throw error;\n    } finally',
    ],
  ),
  "grants only the first of several periods": wrong({ fulfilled: [`${AFTER}, renew, renew @slow, renew`] }, [
    "await this.connection.transaction(() => {\n      request.state = state;",
    `await this.connection.transaction(({ orders }) => {
      request.state = state;
      const order = orders.get(request.orderId);
      if (order && request.kind === "renewal" && state === "done") order.shipments = 2;`,
  ]),
  "charges a declined renewal later": wrong(
    { renewal: [`${AFTER}, renew @declined, job`] },
    [
      'await this.end(request, status === "successful" ? "done" : "declined");',
      'await this.end(request, status === "successful" ? "done" : "asked");',
    ],
    ["const [found] =", "const [, found] ="],
    ["if (known) return known;", 'if (known) throw new Error("It was declined");'],
    ["const options = { idempotencyKey: id };", "const options = {};"],
  ),
  "charges a declined renewal of a customer who left": wrong(
    { renewal: [`${AFTER}, renew @declined, give up renewal, job`] },
    ['status === "successful" ? "done" : "declined"', 'status === "successful" ? "done" : "asked"'],
    [FOUND, "const found: Transaction | undefined = undefined as never;"],
    ["const options = { idempotencyKey: id };", "const options = {};"],
  ),
  "opens an order again after a whole refund": wrong(
    {
      once: [
        `${AFTER}, refund rest, deliver, repeat first`,
        `${AFTER}, office refund rest, deliver, repeat first`,
        `${AFTER}, chargeback, deliver, repeat first`,
      ],
    },
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
  ),
  "drops a second payment after a whole refund": wrong(
    { others: [`${AFTER}, refund rest, pay again`] },
    TABLES,
    TABLES_OF,
    [
      "payments.set(uid, { orderId: order.id, isInReview: !isRight });",
      `const refunds = [...tablesOf.requests.values()].filter((each) => each.orderId === order.id && each.kind === "refund");
      const isRefunded = refunds.reduce((sum, { amount }) => sum + amount, 0) === order.amount;
      payments.set(uid, { orderId: order.id, isInReview: !isRight && !isRefunded });`,
    ],
  ),
  "takes the goods back when another payment is refunded": wrong(
    { fulfilled: [`${AFTER}, pay again, office refund second, deliver`] },
    ...onNotified('if (outcome(told) === "refunded" && told.amount === order.amount) order.shipments = 0;'),
  ),
};
