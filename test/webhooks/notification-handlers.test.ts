import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from "vitest";
import { ConfigurationError, type Transaction } from "../../src/index.ts";
import {
  type NotificationHandlers,
  notificationKey,
  type PaymentEvent,
  paymentEvent,
} from "../../src/webhooks.ts";
import paid from "../fixtures/checkout-status.json" with { type: "json" };
import expired from "../fixtures/notification-expired.json" with { type: "json" };
import sent from "../fixtures/notification-transaction.json" with { type: "json" };
import { accept, bySignature, post } from "./notifications.ts";

const OUTCOMES = [
  "paid",
  "authorized",
  "captured",
  "voided",
  "refunded",
  "paid_out",
  "tokenized",
  "pending",
  "failed",
  "expired",
  "test",
  "unknown",
] as const;

type Name = (typeof OUTCOMES)[number];

const transactionOf = (fields: Record<string, unknown>) => {
  const { payment: _payment, ...own } = sent.transaction;
  const transaction = { ...own, test: false, ...fields };
  return { transaction };
};

const succeeded = (type: string) =>
  transactionOf({ type, status: "successful", [type]: { status: "successful" } });

/** What the gateway posts, and the function that gets it. */
const posted: [Name, string, object][] = [
  ["paid", "a payment", succeeded("payment")],
  ["paid", "a charge of a saved card", succeeded("charge")],
  ["authorized", "an authorization", succeeded("authorization")],
  ["captured", "a capture", succeeded("capture")],
  ["voided", "a void", succeeded("void")],
  ["refunded", "a refund", succeeded("refund")],
  ["paid_out", "a payout", succeeded("payout")],
  ["tokenized", "a saved card", succeeded("tokenization")],
  ["pending", "a payment that waits", transactionOf({ status: "pending" })],
  ["failed", "a declined card", transactionOf({ status: "failed" })],
  ["expired", "a payment that nobody made in time", transactionOf({ status: "expired" })],
  ["expired", "a token that nobody paid", expired],
  ["test", "a test payment", { transaction: { ...sent.transaction, test: true } }],
  ["test", "a test refund", transactionOf({ type: "refund", status: "successful", test: true })],
  ["unknown", "a chargeback", succeeded("chargeback")],
  [
    "unknown",
    "a payment whose section failed",
    transactionOf({ status: "successful", payment: { status: "failed" } }),
  ],
];

const receive = async (handlers: NotificationHandlers, body: object): Promise<number> =>
  (await bySignature.handler(handlers)(post(JSON.stringify(body)))).status;

let print: MockInstance<Console["error"]>;

beforeEach(() => {
  print = vi.spyOn(console, "error").mockImplementation(() => undefined);
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe("a notification calls the function for what happened, and no other", () => {
  test.each(posted)("%s: %s", async (name, _what, body) => {
    const called: string[] = [];
    const functions = [...OUTCOMES, "otherwise", "other", "onError"].map((each) => [
      each,
      () => called.push(each),
    ]);
    expect(await receive(Object.fromEntries(functions), body)).toBe(200);
    expect(called).toStrictEqual([name]);
  });

  test.each(posted)("%s goes to otherwise if it has no function: %s", async (name, _what, body) => {
    const [others, otherwise] = [vi.fn(), vi.fn()];
    const functions = OUTCOMES.filter((each) => each !== name).map((each) => [each, others]);
    expect(await receive({ ...Object.fromEntries(functions), otherwise }, body)).toBe(200);
    expect(otherwise).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ outcome: name }));
    expect(others).not.toHaveBeenCalled();
  });
});

test("a notification without a function is answered 200, and one line without its data names the functions", async () => {
  expect(await receive({ paid: () => expect.unreachable() }, succeeded("refund"))).toBe(200);
  expect(print.mock.calls).toStrictEqual([
    [
      "payments-client: ignored a notification of a payment that is refunded; see refunded and otherwise of the handler",
    ],
  ]);
});

test("functions may be methods of an object of a class", async () => {
  class Shop {
    readonly #paid: (string | undefined)[] = [];
    paid({ summary }: PaymentEvent): void {
      this.#paid.push(summary.trackingId);
    }
    get orders() {
      return this.#paid;
    }
  }
  const shop = new Shop();
  await receive(shop, succeeded("payment"));
  expect(shop.orders).toStrictEqual(["order-1007"]);
});

describe("an event", () => {
  const order = { amount: 12_900, currency: "EUR", trackingId: "order-1007" };
  const eventOf = async (body: object): Promise<PaymentEvent> => {
    const events: PaymentEvent[] = [];
    await receive({ otherwise: (event) => events.push(event) }, body);
    return events[0] ?? expect.unreachable("no event");
  };

  test("of a transaction has it, its outcome, summary and key, and the whole body", async () => {
    const body = succeeded("payment");
    const { expect: _expect, ...event } = await eventOf(body);
    expect(event).toMatchObject({
      outcome: "paid",
      summary: { outcome: "paid", trackingId: "order-1007", amount: 12_900, currency: "EUR" },
      key: notificationKey(body.transaction),
      transaction: body.transaction,
      raw: body,
    });
    expect(event.checkout).toBeUndefined();
  });

  test("of a token's status has that", async () => {
    const event = await eventOf(expired);
    expect(event).toMatchObject({ outcome: "expired", checkout: expired, raw: expired });
    expect(event.key).toBe(notificationKey(expired));
    expect(event.transaction).toBeUndefined();
  });

  test("compares the payment with an order, and a test only if that is allowed", async () => {
    const { expect: compare } = await eventOf(succeeded("payment"));
    expect(() => compare(order)).not.toThrow();
    expect(() => compare({ ...order, amount: 12_901 })).toThrow("does not match: amount");
    const trial = await eventOf({ transaction: { ...sent.transaction, test: true } });
    expect(() => trial.expect(order)).toThrow("does not match: test");
    expect(() => trial.expect({ ...order, test: true })).not.toThrow();
  });

  test("of a payment that the merchant asked for is that of its notification", async () => {
    const { transaction } = succeeded("payment");
    const received = await eventOf({ transaction });
    const asked = paymentEvent(JSON.parse(JSON.stringify(transaction)) satisfies Transaction);
    expect(asked.key).toBe(received.key);
    expect(asked.summary).toStrictEqual(received.summary);
    expect(asked).toMatchObject({ outcome: "paid", transaction });
    expect(paymentEvent(paid.checkout)).toMatchObject({ outcome: "test", checkout: paid.checkout });
  });

  test("without an identifier has no key, and can be received all the same", async () => {
    const checkout = { ...paid.checkout, gateway_response: { payment: { status: "successful" } } };
    const event = await eventOf({ checkout });
    expect(event.outcome).toBe("test");
    expect(() => event.key).toThrow("The payment has no uid");
  });
});

describe("a handler that would lose events is refused", () => {
  test.each<[string, unknown, string]>([
    ["without paid and otherwise", { refunded: () => undefined }, "requires a function paid, or otherwise"],
    ["without anything", undefined, "requires a function paid, or otherwise"],
    ["null", null, "requires a function paid, or otherwise"],
    [
      "a typing mistake",
      { ...accept, refund: () => undefined },
      "handler has no function refund, only paid,",
    ],
    ["another spelling", { ...accept, authorised: () => undefined }, "no function authorised"],
    ["another SDK's name", { ...accept, onTransaction: () => undefined }, "no function onTransaction"],
    ["a value that is no function", { ...accept, refunded: "log" }, "refunded must be a function"],
    ["null for a function", { paid: null }, "paid must be a function"],
    ["onError that is no function", { ...accept, onError: true }, "onError must be a function"],
  ])("%s", (_what, handlers, message) => {
    const make = () => Reflect.apply(bySignature.handler, bySignature, [handlers]);
    expect(make).toThrow(ConfigurationError);
    expect(make).toThrow(message);
  });

  test("but a function that is undefined is not given, and other fields are ignored", () => {
    const handlers = { ...accept, paid: undefined, refund: undefined, name: "shop" };
    expect(() => bySignature.handler(handlers)).not.toThrow();
  });
});
