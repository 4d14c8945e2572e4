/** The functions of a shop: which are called, in which order, and what becomes of the payment. */
import { beforeEach, describe, expect, type MockInstance, test, vi } from "vitest";
import { ConfigurationError, PaymentsClient, type Transaction } from "../../src/index.ts";
import {
  handlePayment,
  notificationKey,
  type PaymentEvent,
  type PaymentHandlers,
  type PaymentToReview,
} from "../../src/webhooks.ts";
import { good } from "../client/construct.ts";
import paid from "../fixtures/checkout-status.json" with { type: "json" };
import expired from "../fixtures/notification-expired.json" with { type: "json" };
import sent from "../fixtures/notification-transaction.json" with { type: "json" };
import { bySignature, post, transactionOf } from "./notifications.ts";

interface Order {
  readonly id: string;
  readonly amount: number | bigint | string;
  readonly currency: string;
  readonly paidBy: string | null;
  readonly closed?: boolean | undefined;
  readonly test?: boolean | undefined;
}

const { payment: section, uid: UID, tracking_id: id, amount, currency } = sent.transaction;
const ORDER: Order = { id, amount, currency, paidBy: null };

const PAYMENT = transactionOf("payment");

/** What is notified to which shop. */
interface Given {
  readonly type?: string;
  readonly fields?: object;
  /** What differs from the order; null if the shop has none. */
  readonly order?: Partial<Order> | null;
  /** Functions of the shop besides the required three. */
  readonly functions?: readonly string[];
}

/** What a payment becomes: which functions are called, `is` and `reason`. */
type Row = [title: string, given: Given, calls: string, is: string, reason?: string];

const NAMES =
  "authorized captured voided refunded charged_back paid_out tokenized test pending failed expired";
const ALL = NAMES.split(" ");
const OTHERWISE = ["otherwise"];
const TEST = { test: true };

const REFUSED = "findOrder review";
const PAID = "findOrder paid findOrder";

const ROWS: readonly Row[] = [
  ["pays the order", {}, PAID, "paid"],
  ["repeats the payment that pays", { order: { paidBy: UID } }, PAID, "paid"],
  ["repeats the payment of an order closed now", { order: { paidBy: UID, closed: true } }, PAID, "paid"],
  ["an amount that is a bigint", { order: { amount: BigInt(ORDER.amount) } }, PAID, "paid"],
  ["an amount that is text", { order: { amount: String(ORDER.amount) } }, PAID, "paid"],
  ["a charge of a saved card", { type: "charge" }, PAID, "paid"],
  ["a hold", { type: "authorization", functions: ALL }, "findOrder authorized findOrder", "authorized"],
  ["a hold without the function", { type: "authorization" }, REFUSED, "review", "no_function"],
  ["no order", { order: null }, REFUSED, "review", "no_order"],
  ["another amount", { order: { amount: 1 } }, REFUSED, "review", "mismatch"],
  ["another amount of what pays", { order: { amount: 1, paidBy: UID } }, REFUSED, "review", "mismatch"],
  ["another currency", { order: { currency: "JPY" } }, REFUSED, "review", "mismatch"],
  ...["amount", "currency"].map((field): Row => {
    const fields = { [field]: undefined, payment: { ...section, [field]: undefined } };
    return [`no ${field}`, { fields }, REFUSED, "review", "mismatch"];
  }),
  [
    "amounts that differ, of which one is right",
    { fields: { payment: { ...section, amount: 1 } } },
    REFUSED,
    "review",
    "unknown",
  ],
  [
    "tracking ids that differ",
    { fields: { payment: { ...section, tracking_id: "another" } } },
    REFUSED,
    "review",
    "mismatch",
  ],
  ["a second payment", { order: { paidBy: "another" } }, REFUSED, "review", "other_payment"],
  ["a closed order", { order: { closed: true } }, REFUSED, "review", "closed"],
  ["a test", { fields: TEST, functions: ALL }, "findOrder test", "test"],
  ["a test without its function", { fields: TEST, functions: OTHERWISE }, "findOrder otherwise", "test"],
  ["a test of an order that is test", { fields: TEST, order: TEST, functions: ALL }, PAID, "paid"],
  ["a live payment of an order that is test", { order: TEST }, PAID, "paid"],
  ["a test of no order", { fields: TEST, order: null, functions: ALL }, "findOrder test", "test"],
  [
    "a test refund of an order that is test",
    { type: "refund", fields: TEST, order: TEST, functions: ALL },
    "findOrder refunded",
    "refunded",
  ],
  ["a chargeback alone", { type: "chargeback", functions: OTHERWISE }, REFUSED, "review", "charged_back"],
  [
    "a chargeback with the payment that it takes back",
    {
      type: "chargeback",
      fields: { parent_transaction: { type: "payment", status: "successful" } },
      functions: ALL,
    },
    "findOrder charged_back",
    "charged_back",
  ],
  ["an unknown type", { type: "swap", functions: OTHERWISE }, REFUSED, "review", "unknown"],
  ["a failed one", { fields: { payment: { ...section, status: "failed" } } }, REFUSED, "review", "unknown"],
  ...Object.entries({
    capture: "captured",
    void: "voided",
    refund: "refunded",
    chargeback: "charged_back",
    payout: "paid_out",
    tokenization: "tokenized",
  }).map(([type, is]): Row => [`a ${type}`, { type, functions: ALL }, `findOrder ${is}`, is]),
  ...["pending", "failed", "expired"].flatMap((status): Row[] => [
    [`a payment that is ${status}`, { fields: { status }, functions: ALL }, `findOrder ${status}`, status],
    [
      `a payment that is ${status}, without the function`,
      { fields: { status }, functions: OTHERWISE },
      "findOrder otherwise",
      status,
    ],
    [`a payment that is ${status}, without any function`, { fields: { status } }, "findOrder", status],
  ]),
];

/** A shop with one order, in memory, that lists its calls. */
function openShop({
  order,
  functions = [],
}: {
  order?: Order | undefined;
  functions?: readonly string[] | undefined;
}) {
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

let print: MockInstance<Console["error"]>;

beforeEach(() => {
  print = vi.spyOn(console, "error").mockImplementation(() => undefined);
});

const notify = async (shop: PaymentHandlers<Order>, transaction: Transaction): Promise<number> =>
  (await bySignature.handler(shop)(post(JSON.stringify({ transaction })))).status;

describe("a payment calls the functions of the table, in this order", () => {
  test.each(ROWS)("%s", async (_title, { type = "payment", fields, order, functions }, calls, is, reason) => {
    const payment = transactionOf(type, fields);
    const shop = { functions, order: order === null ? undefined : { ...ORDER, ...order } };
    const notified = openShop(shop);
    expect(await notify(notified.shop, payment)).toBe(200);
    expect(notified.calls.join(" ")).toBe(calls);
    expect(notified.reviews.map((review) => review.reason)).toStrictEqual(reason ? [reason] : []);

    const asked = openShop(shop);
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

test.each([
  ["other_payment", { paidBy: "another" }],
  ["closed", { closed: true }],
])("an order that became another one while it was paid is reviewed: %s", async (reason, change) => {
  const { shop, calls, reviews } = openShop({ order: ORDER });
  const findOrder = vi
    .fn()
    .mockReturnValueOnce(ORDER)
    .mockReturnValueOnce({ ...ORDER, ...change });
  const result = await handlePayment({ ...shop, findOrder }, PAYMENT);
  expect(result).toMatchObject({ is: "review", reason, order: change });
  expect(calls).toStrictEqual(["paid", "review"]);
  expect(reviews).toMatchObject([{ order: change }]);
});

test("the message of a review says what is wrong, without amounts that do not explain it", async () => {
  const messages: [payment: Transaction, order: Order | undefined, message: string][] = [
    [PAYMENT, undefined, "findOrder found no order for this payment."],
    [PAYMENT, { ...ORDER, paidBy: "another" }, "Another payment pays the order, or holds its amount."],
    [PAYMENT, { ...ORDER, closed: true }, "The order takes no payment any more."],
    [
      transactionOf("chargeback", { parent_uid: "u-1" }),
      ORDER,
      "A chargeback took the money back. Payment u-1.",
    ],
    [
      transactionOf("chargeback", { parent_uid: "u-1" }),
      { ...ORDER, paidBy: UID },
      "A chargeback took the money back. This payment already paid the order. Do not refund it before you look at the order. Payment u-1.",
    ],
    [
      transactionOf("authorization"),
      { ...ORDER, amount: 1 },
      "The amount is held, and the shop has no function authorized.",
    ],
    [transactionOf("swap"), ORDER, "The payment has an unknown type, or its data contradicts itself."],
    [
      transactionOf("payment", { amount: 0, payment: { ...section, amount: 0 } }),
      ORDER,
      "The payment succeeded with the amount 0, which pays no order.",
    ],
  ];
  for (const [payment, order, message] of messages) {
    const { shop, reviews } = openShop({ order });
    await handlePayment(shop, payment);
    expect(reviews.map((review) => review.message)).toStrictEqual([message]);
  }
});

const DIFFERS = "The amount, the currency or the tracking id differs from the order.";

test("the message of a mismatch contains both amounts if they differ, and whether the payment paid the order", async () => {
  const messageFor = async (order: Order, payment = PAYMENT) => {
    const { shop, reviews } = openShop({ order });
    await handlePayment(shop, payment);
    return reviews[0]?.message;
  };
  const amounts = (what: string) =>
    `In minor units, the order has 1 ${ORDER.currency}, and the ${what} has ${ORDER.amount} ${ORDER.currency}.`;
  expect(await messageFor({ ...ORDER, amount: 1, paidBy: UID })).toBe(
    `This payment already paid the order. A later notification contains another amount, currency or tracking id. Do not refund it. Find out where the notification came from. ${amounts("notification")}`,
  );
  expect(await messageFor({ ...ORDER, amount: 1 })).toBe(`${DIFFERS} ${amounts("payment")}`);
  expect(await messageFor({ ...ORDER, currency: "JPY" })).toMatch(
    / the order has \d+ JPY, and the payment has \d+ [A-Z]{3}\.$/,
  );
  for (const currency of ["EURO", "xEUR", undefined])
    expect(
      await messageFor(ORDER, transactionOf("payment", { currency, payment: { ...section, currency } })),
    ).toBe(DIFFERS);
  const noAmount = { amount: undefined, payment: { ...section, amount: undefined } };
  expect(await messageFor(ORDER, transactionOf("payment", noAmount))).not.toContain("minor units");
  const twoIds = transactionOf("payment", { payment: { ...section, tracking_id: "another" } });
  expect(await messageFor(ORDER, twoIds)).toBe(DIFFERS);
});

/** Finds the order at each first of two calls. */
const findOnce = (): (() => Order | undefined) => {
  let calls = 0;
  return () => (calls++ % 2 === 0 ? ORDER : undefined);
};

describe("is answered 500, and so repeated", () => {
  type Failing = [title: string, functions: Partial<PaymentHandlers<Order>>, message: RegExp];
  const failing: Failing[] = [
    ["findOrder throws", { findOrder: () => Promise.reject(new Error("no database")) }, /no database/],
    ["paid throws", { paid: () => Promise.reject(new Error("no database")) }, /no database/],
    [
      "paid marks nothing",
      { paid: () => undefined },
      /paid did not mark the .* paidBy is null\. findOrder must/,
    ],
    [
      "an order that is gone after paid",
      { findOrder: findOnce() },
      /paid did not mark the order .* findOrder returned no order\./,
    ],
    ["no paidBy", { findOrder: () => Object({ amount: 1, currency: "USD" }) }, /paidBy must be/],
    [
      "rows in place of one order",
      { findOrder: () => Object([ORDER]) },
      /an array\. Return one order, or null/,
    ],
    ["no rows in place of no order", { findOrder: async () => Object([]) }, /an array\. Return one order/],
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

describe("in plain JavaScript, refuses at start", () => {
  const { shop } = openShop({});
  const wrong: [string, object | undefined, RegExp][] = [
    ["no functions", undefined, /findOrder must be a function/],
    ["no findOrder", { ...shop, findOrder: undefined }, /findOrder must be a function/],
    ["no paid", { ...shop, paid: undefined }, /paid must be a function/],
    ["no review", { ...shop, review: undefined }, /review must be a function\. It is required$/],
    [
      "a misspelled function",
      { ...shop, refund: () => undefined },
      /PaymentHandlers\b.* have refund\. Did you mean refunded\?/,
    ],
    [
      "a misspelled function of a class",
      Object.assign(Object.create({ paid: shop.paid }), shop, { refund: () => undefined }),
      /^PaymentHandlers must not have refund\. Did you mean refunded\?$/,
    ],
    ["a value that is no function", { ...shop, refunded: true }, /refunded must be a function$/],
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
  expect(print.mock.calls.flat()).toStrictEqual([
    expect.stringMatching(/a payment that is refunded\b.*\brefunded and otherwise\b/),
  ]);
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

test("findOrder gets the outcome test of a test payment, before the order is known", async () => {
  const findOrder = vi.fn(() => ORDER);
  await handlePayment({ ...openShop({}).shop, findOrder }, transactionOf("payment", TEST));
  expect(findOrder.mock.lastCall).toMatchObject([id, { outcome: "test", order: undefined }]);
});

test("what verify returned may be passed on", async () => {
  const { shop, current } = openShop({ order: ORDER });
  const notification = await bySignature.verify(post(JSON.stringify({ transaction: PAYMENT })));
  if (notification.type !== "transaction") return expect.unreachable();
  expect(await handlePayment(shop, notification)).toMatchObject({ is: "paid", order: { paidBy: UID } });
  expect(current()?.paidBy).toBe(UID);
});

test("a payment that was not awaited is named as a promise, and calls no function", async () => {
  const fetch = async () => Response.json(paid);
  const { checkouts } = new PaymentsClient({ ...good, fetch });
  for (const call of [Promise.resolve(PAYMENT), checkouts.get(paid.checkout.token)]) {
    const { shop, calls } = openShop({ order: ORDER });
    await expect(handlePayment(shop, Object(call))).rejects.toThrow("is a promise. Write await before it");
    expect(calls).toStrictEqual([]);
  }
});

test("a payment without an identifier has no result", async () => {
  const { shop } = openShop({ order: ORDER });
  await expect(handlePayment(shop, Object({ ...PAYMENT, uid: "" }))).rejects.toMatchObject({
    reason: "body",
  });
});
