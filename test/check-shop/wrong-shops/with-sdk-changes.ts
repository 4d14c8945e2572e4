/** Pieces of the right shop with the SDK, and changes of them. */
import type { Change } from "../open-changed-shop.ts";
import { type WrongShop, wrong } from "./wrong-shop.ts";

export const RETURN = "if (order) await this.ask(order).catch(() => undefined);";
export const IS_NEW = "if (!order || uid === undefined || payments.has(uid)) return;";
export const IS_RIGHT = 'const isRight = order.status !== "paid" && isPaymentOf(order, payment);';
export const OPEN_ONLY: Change = [
  IS_RIGHT,
  'const isRight = order.status === "open" && isPaymentOf(order, payment);',
];
export const TAKES = 'if (notification.type === "transaction") await this.take(notification.transaction);';
export const IS_PAID = 'if (outcome(payment) !== "paid") return;';
export const EXPECT = "expectPayment(payment, { amount, currency, trackingId: id });";
export const ASKS = "const status = await this.payments.checkouts.get(token);";
export const VERIFIES = "body: await request.text(),\n        headers: request.headers,";
export const FOUND = "const [found] = await this.payments.transactions.findByTrackingId(request.id);";

/** Closes an order where asking the gateway fails. */
export const CLOSES_AT_ERRORS: readonly Change[] = [
  [
    ASKS,
    `const status = await this.payments.checkouts.get(token).catch((error) => {
      order.status = "expired";
      order.isDone = true;
      throw error;
    });`,
  ],
  OPEN_ONLY,
];

/** For changes that need the tables outside of a transaction. */
export const TABLES: Change = [
  "const tables = new Tables<Order, Payment, Instruction>();",
  "const tables = new Tables<Order, Payment, Instruction>();\n  tablesOf = tables;",
];
export const TABLES_OF: Change = [
  "class Shop {",
  "let tablesOf = new Tables<Order, Payment, Instruction>();\n\nclass Shop {",
];

/** Does this with what a notification tells, and with its order. */
export const onNotified = (work: string): readonly Change[] => [
  TABLES,
  TABLES_OF,
  [
    TAKES,
    `${TAKES}
      const raw = Object(notification.raw);
      const told = raw.plan ? raw : (raw.transaction ?? raw);
      const order = [...tablesOf.orders.values()].find(({ id }) => id === told.tracking_id);
      if (order) {
        ${work}
      }`,
  ],
];

/** Takes what the notification says for a payment where a condition holds. */
export const believing = (condition: string, stories: readonly string[]): WrongShop =>
  wrong(
    { paid: stories },
    ...onNotified(`if (order.shipments === 0 && (${condition})) order.shipments = 1;`),
  );

export const otherId = (condition: string): readonly Change[] => [
  [
    "const order = orders.get(trackingId);",
    `const order = [...orders.values()].findLast(({ id }) => ${condition});`,
  ],
  [
    EXPECT,
    "expectPayment(payment, { amount, currency, trackingId: paymentSummary(payment).trackingId ?? id });",
  ],
];

export const compares = (condition: string): readonly Change[] => [
  [
    EXPECT,
    `const { amount: paid = 0, currency: money } = paymentSummary(payment);
    if (!(${condition})) throw new Error("It does not match");`,
  ],
];
