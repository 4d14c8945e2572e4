/** The functions of a shop: which are called, in which order, and what becomes of the payment. */
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from "vitest";
import { ConfigurationError, type Transaction } from "../../src/index.ts";
import {
  handlePayment,
  notificationKey,
  type PaymentEvent,
  type PaymentHandlers,
  type PaymentToReview,
} from "../../src/webhooks.ts";
import paid from "../fixtures/checkout-status.json" with { type: "json" };
import expired from "../fixtures/notification-expired.json" with { type: "json" };
import sent from "../fixtures/notification-transaction.json" with { type: "json" };
import { bySignature, post } from "./notifications.ts";

interface Order {
  readonly id: string;
  readonly amount: number | bigint | string;
  readonly currency: string;
  readonly paidBy: string | null;
  readonly closed?: boolean | undefined;
  readonly test?: boolean | undefined;
}

const { payment: section, ...common } = sent.transaction;
const UID = common.uid;
const ORDER: Order = {
  id: common.tracking_id,
  amount: common.amount,
  currency: common.currency,
  paidBy: null,
};

/** A transaction of a type, with its section. */
const transactionOf = (type: string, fields: object = {}): Transaction => ({
  ...common,
  test: false,
  type,
  [type]: { ...section, status: Object(fields).status ?? "successful" },
  ...fields,
});

const PAYMENT = transactionOf("payment");
const HOLD = transactionOf("authorization");

/** What a payment becomes: which functions were called, `is` and `reason`. */
interface Row {
  readonly title: string;
  readonly payment?: Transaction;
  readonly order?: Order | undefined;
  /** Functions of the shop besides the required three. */
  readonly functions?: readonly string[];
  readonly calls: string;
  readonly is: string;
  readonly reason?: string;
}

const ALL = [
  "authorized",
  "captured",
  "voided",
  "refunded",
  "charged_back",
  "paid_out",
  "tokenized",
  "test",
  "pending",
  "failed",
  "expired",
];

const ROWS: readonly Row[] = [
  { title: "pays the order", calls: "findOrder paid findOrder", is: "paid" },
  {
    title: "repeats the payment that pays",
    order: { ...ORDER, paidBy: UID },
    calls: "findOrder paid findOrder",
    is: "paid",
  },
  {
    title: "repeats the payment of an order that is closed now",
    order: { ...ORDER, paidBy: UID, closed: true },
    calls: "findOrder paid findOrder",
    is: "paid",
  },
  {
    title: "an amount that is a bigint",
    order: { ...ORDER, amount: BigInt(ORDER.amount) },
    calls: "findOrder paid findOrder",
    is: "paid",
  },
  {
    title: "an amount that is text",
    order: { ...ORDER, amount: String(ORDER.amount) },
    calls: "findOrder paid findOrder",
    is: "paid",
  },
  {
    title: "a charge of a saved card",
    payment: transactionOf("charge"),
    calls: "findOrder paid findOrder",
    is: "paid",
  },
  {
    title: "holds the amount",
    payment: HOLD,
    functions: ALL,
    calls: "findOrder authorized findOrder",
    is: "authorized",
  },
  {
    title: "a hold without the function",
    payment: HOLD,
    calls: "findOrder review",
    is: "review",
    reason: "no_function",
  },
  { title: "no order", order: undefined, calls: "findOrder review", is: "review", reason: "no_order" },
  {
    title: "another amount",
    order: { ...ORDER, amount: 1 },
    calls: "findOrder review",
    is: "review",
    reason: "mismatch",
  },
  {
    title: "another amount of a payment that pays its order",
    order: { ...ORDER, amount: 1, paidBy: UID },
    calls: "findOrder review",
    is: "review",
    reason: "mismatch",
  },
  {
    title: "another currency",
    order: { ...ORDER, currency: "JPY" },
    calls: "findOrder review",
    is: "review",
    reason: "mismatch",
  },
  {
    title: "tracking ids that differ",
    payment: transactionOf("payment", { payment: { ...section, tracking_id: "another" } }),
    calls: "findOrder review",
    is: "review",
    reason: "mismatch",
  },
  {
    title: "a second payment",
    order: { ...ORDER, paidBy: "another" },
    calls: "findOrder review",
    is: "review",
    reason: "other_payment",
  },
  {
    title: "a closed order",
    order: { ...ORDER, closed: true },
    calls: "findOrder review",
    is: "review",
    reason: "closed",
  },
  {
    title: "a test",
    payment: transactionOf("payment", { test: true }),
    functions: ALL,
    calls: "findOrder test",
    is: "test",
  },
  {
    title: "a test without its function",
    payment: transactionOf("payment", { test: true }),
    functions: ["otherwise"],
    calls: "findOrder otherwise",
    is: "test",
  },
  {
    title: "a test of an order that is test",
    payment: transactionOf("payment", { test: true }),
    order: { ...ORDER, test: true },
    functions: ALL,
    calls: "findOrder paid findOrder",
    is: "paid",
  },
  {
    title: "a test of no order",
    payment: transactionOf("payment", { test: true }),
    order: undefined,
    functions: ALL,
    calls: "findOrder test",
    is: "test",
  },
  {
    title: "a test refund of an order that is test",
    payment: transactionOf("refund", { test: true }),
    order: { ...ORDER, test: true },
    functions: ALL,
    calls: "findOrder refunded",
    is: "refunded",
  },
  {
    title: "a chargeback without the function",
    payment: transactionOf("chargeback"),
    functions: ["otherwise"],
    calls: "findOrder review",
    is: "review",
    reason: "charged_back",
  },
  {
    title: "a chargeback with the payment that it takes back",
    payment: transactionOf("chargeback", { parent_transaction: { type: "payment", status: "successful" } }),
    functions: ALL,
    calls: "findOrder charged_back",
    is: "charged_back",
  },
  {
    title: "an unknown type",
    payment: transactionOf("swap"),
    functions: ["otherwise"],
    calls: "findOrder review",
    is: "review",
    reason: "unknown",
  },
  {
    title: "a section that failed",
    payment: transactionOf("payment", { payment: { ...section, status: "failed" } }),
    calls: "findOrder review",
    is: "review",
    reason: "unknown",
  },
  ...(
    [
      ["capture", "captured"],
      ["void", "voided"],
      ["refund", "refunded"],
      ["chargeback", "charged_back"],
      ["payout", "paid_out"],
      ["tokenization", "tokenized"],
    ] as const
  ).map(([type, is]) => ({
    title: `a ${type}`,
    payment: transactionOf(type),
    functions: ALL,
    calls: `findOrder ${is}`,
    is,
  })),
  ...["pending", "failed", "expired"].flatMap((status) => [
    {
      title: `a payment that is ${status}`,
      payment: transactionOf("payment", { status }),
      functions: ALL,
      calls: `findOrder ${status}`,
      is: status,
    },
    {
      title: `a payment that is ${status}, without the function`,
      payment: transactionOf("payment", { status }),
      functions: ["otherwise"],
      calls: "findOrder otherwise",
      is: status,
    },
    {
      title: `a payment that is ${status}, without any function`,
      payment: transactionOf("payment", { status }),
      calls: "findOrder",
      is: status,
    },
  ]),
];

/** A shop with one order, in memory, that lists its calls. */
function openShop({ order, functions = [] }: { order?: Order | undefined; functions?: readonly string[] }) {
  const calls: string[] = [];
  const events: PaymentEvent<Order>[] = [];
  const reviews: PaymentToReview<Order>[] = [];
  let stored = order;
  const mark = (name: string, uid: string): void => {
    calls.push(name);
    if (stored?.paidBy === null) stored = { ...stored, paidBy: uid };
  };
  const others = functions.map((name) => [
    name,
    (event: PaymentEvent<Order>) => {
      events.push(event);
      if (name === "authorized") mark(name, String(event.summary.uid));
      else calls.push(name);
    },
  ]);
  const shop: PaymentHandlers<Order> = {
    findOrder: (trackingId) => {
      calls.push("findOrder");
      return trackingId === stored?.id || trackingId === "" ? stored : undefined;
    },
    paid: (event) => {
      events.push(event);
      mark("paid", event.uid);
    },
    review: (event) => {
      calls.push("review");
      reviews.push(event);
    },
    ...Object.fromEntries(others),
  };
  return { shop, calls, events, reviews, current: () => stored };
}

const orderOf = (row: Row): Order | undefined => ("order" in row ? row.order : ORDER);

let print: MockInstance<Console["error"]>;

beforeEach(() => {
  print = vi.spyOn(console, "error").mockImplementation(() => undefined);
});

afterEach(() => {
  vi.restoreAllMocks();
});

const notify = async (shop: PaymentHandlers<Order>, transaction: Transaction): Promise<number> =>
  (await bySignature.handler(shop)(post(JSON.stringify({ transaction })))).status;

describe("a payment calls the functions of the table, in this order", () => {
  test.each(ROWS)("$title", async (row) => {
    const { payment = PAYMENT, calls, is, reason } = row;
    const notified = openShop({ ...row, order: orderOf(row) });
    expect(await notify(notified.shop, payment)).toBe(200);
    expect(notified.calls.join(" ")).toBe(calls);
    expect(notified.reviews.map((review) => review.reason)).toStrictEqual(reason ? [reason] : []);

    const asked = openShop({ ...row, order: orderOf(row) });
    const result = await handlePayment(asked.shop, payment);
    expect(asked.calls.join(" ")).toBe(calls);
    expect(result).toMatchObject(reason ? { is, reason } : { is });
    expect(result.order).toStrictEqual(asked.current());
    expect(result.summary.uid).toBe(UID);
    expect(result.isFinal).toBe(payment.status !== "pending");
    for (const event of [...asked.events, ...asked.reviews]) {
      expect(event.key).toBe(notificationKey(payment));
      expect(event.transaction).toStrictEqual(payment);
    }
  });
});

test("two payments that race: the one that marked the order pays it, the other is reviewed", async () => {
  const { shop, calls, reviews } = openShop({ order: ORDER });
  const raced: PaymentHandlers<Order> = {
    ...shop,
    findOrder: vi
      .fn()
      .mockReturnValueOnce(ORDER)
      .mockReturnValueOnce({ ...ORDER, paidBy: "another" }),
  };
  const result = await handlePayment(raced, PAYMENT);
  expect(result).toMatchObject({ is: "review", reason: "other_payment", order: { paidBy: "another" } });
  expect(calls).toStrictEqual(["paid", "review"]);
  expect(reviews[0]?.order?.paidBy).toBe("another");
});

test("an order that was closed in between is reviewed", async () => {
  const { shop } = openShop({ order: ORDER });
  const findOrder = vi
    .fn()
    .mockReturnValueOnce(ORDER)
    .mockReturnValueOnce({ ...ORDER, closed: true });
  await expect(handlePayment({ ...shop, findOrder }, PAYMENT)).resolves.toMatchObject({ reason: "closed" });
});

test("the message of a review warns against a refund only if the payment pays its order", async () => {
  for (const [order, warns] of [
    [{ ...ORDER, amount: 1, paidBy: UID }, true],
    [{ ...ORDER, amount: 1 }, false],
    [{ ...ORDER, paidBy: "another" }, false],
  ] as const) {
    const { shop, reviews } = openShop({ order });
    await handlePayment(shop, PAYMENT);
    expect(/do not refund/i.test(reviews[0]?.message ?? "")).toBe(warns);
  }
});

describe("is answered 500, and so repeated", () => {
  const failing: [string, Partial<PaymentHandlers<Order>>, RegExp][] = [
    ["findOrder throws", { findOrder: () => Promise.reject(new Error("no database")) }, /no database/],
    ["paid throws", { paid: () => Promise.reject(new Error("no database")) }, /no database/],
    ["paid marks nothing", { paid: () => undefined }, /paid did not mark the order/],
    [
      "an order without paidBy",
      { findOrder: () => Object({ amount: 1, currency: "USD" }) },
      /paidBy must be/,
    ],
    [
      "an order without an amount",
      { findOrder: () => Object({ currency: "USD", paidBy: null }) },
      /amount must be/,
    ],
    [
      "an order with an amount in major units",
      { findOrder: () => ({ ...ORDER, amount: "32.45" }) },
      /amount must be/,
    ],
    [
      "an order without a currency",
      { findOrder: () => Object({ amount: 1, paidBy: null }) },
      /currency must be/,
    ],
    ["a currency in small letters", { findOrder: () => ({ ...ORDER, currency: "usd" }) }, /currency must be/],
  ];
  test.each(failing)("%s", async (_title, functions, message) => {
    const { shop } = openShop({ order: ORDER });
    const errors: unknown[] = [];
    const broken = { ...shop, ...functions, onError: (error: unknown) => errors.push(error) };
    expect(await notify(broken, PAYMENT)).toBe(500);
    expect(String(errors[0])).toMatch(message);
    await expect(handlePayment(broken, PAYMENT)).rejects.toThrow(message);
  });

  test("the second payment whose review throws", async () => {
    const { shop } = openShop({ order: { ...ORDER, paidBy: "another" } });
    const review = () => Promise.reject(new Error("no database"));
    expect(await notify({ ...shop, review, onError: () => undefined }, PAYMENT)).toBe(500);
  });
});

test("functions may be methods of a class", async () => {
  class Shop implements PaymentHandlers<Order> {
    stored: Order = ORDER;
    findOrder(): Order {
      return this.stored;
    }
    paid({ uid }: { uid: string }): void {
      this.stored = { ...this.stored, paidBy: uid };
    }
    review(): void {}
  }
  const shop = new Shop();
  expect(await notify(shop, PAYMENT)).toBe(200);
  expect(shop.stored.paidBy).toBe(UID);
});

describe("in plain JavaScript, refuses at start", () => {
  const { shop } = openShop({});
  const wrong: [string, object | undefined, RegExp][] = [
    ["no functions", undefined, /findOrder must be a function/],
    ["no findOrder", { ...shop, findOrder: undefined }, /findOrder must be a function/],
    ["no paid", { ...shop, paid: undefined }, /paid must be a function/],
    ["no review", { ...shop, review: undefined }, /review must be a function/],
    [
      "a misspelled function",
      { ...shop, refund: () => undefined },
      /no function refund\. Did you mean refunded\?/,
    ],
    ["a value that is no function", { ...shop, refunded: true }, /refunded must be a function/],
  ];
  test.each(wrong)("%s", async (_title, functions, message) => {
    expect(() => bySignature.handler(Object(functions))).toThrow(ConfigurationError);
    expect(() => bySignature.handler(Object(functions))).toThrow(message);
    await expect(handlePayment(Object(functions), PAYMENT)).rejects.toThrow(message);
  });
});

test("prints one line for an outcome without a function, but none for one that needs no attention", async () => {
  const { shop } = openShop({ order: ORDER });
  await notify(shop, transactionOf("refund"));
  expect(print.mock.calls.flat()).toStrictEqual([expect.stringContaining("refunded")]);
  print.mockClear();
  for (const status of ["pending", "failed", "expired"])
    await notify(shop, transactionOf("payment", { status }));
  expect(print).not.toHaveBeenCalled();
});

test("the status of a token has an event and a result too", async () => {
  const { shop } = openShop({ order: undefined, functions: ["expired"] });
  const events: PaymentEvent[] = [];
  const handlers = { ...shop, expired: (event: PaymentEvent) => events.push(event) };
  expect((await bySignature.handler(handlers)(post(JSON.stringify(expired)))).status).toBe(200);
  expect(events).toMatchObject([
    { outcome: "expired", checkout: expired, raw: expired, key: notificationKey(expired) },
  ]);
  expect(events[0]?.transaction).toBeUndefined();
  expect(await handlePayment(shop, paid.checkout)).toMatchObject({ is: "test", isFinal: true });
});

test("what verify returned may be passed on", async () => {
  const { shop, current } = openShop({ order: ORDER });
  const notification = await bySignature.verify(post(JSON.stringify({ transaction: PAYMENT })));
  if (notification.type !== "transaction") return expect.unreachable();
  expect(await handlePayment(shop, notification)).toMatchObject({ is: "paid", order: { paidBy: UID } });
  expect(current()?.paidBy).toBe(UID);
});

test("a payment without an identifier has no result", async () => {
  const { shop } = openShop({ order: ORDER });
  await expect(handlePayment(shop, Object({ ...PAYMENT, uid: "" }))).rejects.toMatchObject({
    reason: "body",
  });
});
