/** A shop may pass its functions as methods of a class. Each is called on its object, so that it can use a database or a log. */
import { beforeEach, expect, type MockInstance, test, vi } from "vitest";
import {
  type Hooks,
  PaymentsClient,
  type SendOnceOptions,
  sendOnce,
  type Transaction,
} from "../../src/index.ts";
import { Sandbox } from "../../src/sandbox.ts";
import { type HandlerOptions, handlePayment, type PaymentHandlers } from "../../src/webhooks.ts";
import { newRefund } from "../client/calls.ts";
import sent from "../fixtures/notification-transaction.json" with { type: "json" };
import { bySignature, post, transactionOf } from "./notifications.ts";

/** An object of a class that has these functions as methods, and the names of those that were called on the object. */
function methodsOf<Functions extends object>(functions: Functions) {
  const called: string[] = [];
  class Shop {
    readonly database = "postgres:";
  }
  for (const [name, run] of Object.entries(functions))
    Object.defineProperty(Shop.prototype, name, {
      value(this: unknown, ...given: unknown[]): unknown {
        called.push(this === object ? name : `${name} on another object`);
        return run(...given);
      },
    });
  const object: Functions & Shop = Object.assign(Object.create(Shop.prototype), new Shop());
  return { object, called };
}

const { payment: section, ...common } = sent.transaction;

type Name = Exclude<
  keyof PaymentHandlers<Order>,
  "findOrder" | "review" | "otherwise" | "other" | keyof HandlerOptions
>;

interface Order {
  readonly amount: number;
  readonly currency: string;
  paidBy: string | null;
}

/** A payment for which each function is called. A function that is missing does not compile. */
const PAYMENTS: Readonly<Record<Name, Transaction>> = {
  paid: transactionOf("payment"),
  authorized: transactionOf("authorization"),
  captured: transactionOf("capture"),
  voided: transactionOf("void"),
  refunded: transactionOf("refund"),
  charged_back: transactionOf("chargeback"),
  paid_out: transactionOf("payout"),
  tokenized: transactionOf("tokenization"),
  test: transactionOf("payment", { test: true }),
  pending: transactionOf("payment", { status: "pending" }),
  failed: transactionOf("payment", { status: "failed" }),
  expired: transactionOf("payment", { status: "expired" }),
};

const openShop = () => {
  const order: Order = { amount: common.amount, currency: common.currency, paidBy: null };
  const mark = ({ uid }: { readonly uid: string }) => {
    order.paidBy ??= uid;
  };
  return { findOrder: () => order, paid: mark, authorized: mark, review: () => undefined };
};

let print: MockInstance;
beforeEach(() => {
  print = vi.spyOn(console, "error").mockReturnValue();
});

test.each(Object.entries(PAYMENTS))("%s", async (name, payment) => {
  const { object, called } = methodsOf({ [name]: () => undefined, ...openShop() });
  await handlePayment(object, payment);
  const again = /^(?:paid|authorized)$/.test(name) ? ["findOrder"] : [];
  expect(called).toStrictEqual(["findOrder", name, ...again]);
});

test("review, otherwise and other", async () => {
  const { object, called } = methodsOf({ ...openShop(), otherwise: () => undefined, other: () => undefined });
  await handlePayment(object, { ...PAYMENTS.paid, amount: 1, payment: { ...section, amount: 1 } });
  await handlePayment(object, PAYMENTS.refunded);
  await bySignature.handler(object)(post('{"id":"sbs_1","plan":{"id":"p"}}'));
  expect(called).toStrictEqual(["findOrder", "review", "findOrder", "otherwise", "other"]);
});

const failing = { findOrder: () => Promise.reject(new Error("database is down")) };
const notification = () => post(JSON.stringify({ transaction: PAYMENTS.paid }));

test("onError, of a handler and of a payout verification", async () => {
  const { object, called } = methodsOf({ ...openShop(), ...failing, onError: () => undefined });
  expect((await bySignature.handler(object)(notification())).status).toBe(500);
  expect(called).toStrictEqual(["findOrder", "onError"]);
  const options = methodsOf({ onError: () => undefined });
  await bySignature.verificationHandler(() => true, options.object)(post("[]"));
  expect(options.called).toStrictEqual(["onError"]);
  expect(print).not.toHaveBeenCalled();
});

test.each<[string, () => unknown]>([
  [
    "throws",
    () => {
      throw new TypeError("no logger");
    },
  ],
  ["rejects", () => Promise.reject(new TypeError("no logger"))],
])("if onError %s, the default line contains the failed notification", async (_how, onError) => {
  const { object } = methodsOf({ ...openShop(), ...failing, onError });
  expect((await bySignature.handler(object)(notification())).status).toBe(500);
  expect(print.mock.calls).toStrictEqual([
    [
      `payments-client: answered 500 to a notification, and onError failed (transaction ${common.uid}): Error: database is down`,
    ],
  ]);
});

test("hooks, the fetch of the client, the claim of a row, and deliver", async () => {
  const sandbox = new Sandbox();
  sandbox.failNext({ status: 503 });
  const { fetch, ...options } = sandbox.clientOptions;
  const start = (_event: unknown, run: () => unknown) => void run();
  const hooks = methodsOf<Required<Omit<Hooks, "onData">>>({
    aroundCall: start,
    aroundAttempt: start,
    onRequest: () => undefined,
    onResponse: () => undefined,
    onRetry: () => undefined,
    onError: () => undefined,
  });
  const client = methodsOf({ fetch });
  const payments = new PaymentsClient(Object.assign(client.object, options, { hooks: hooks.object }));
  await payments.products.list();
  await payments.checkouts.get("none").catch(() => undefined);
  expect(new Set(hooks.called)).toStrictEqual(
    new Set(["aroundCall", "aroundAttempt", "onRequest", "onResponse", "onRetry", "onError"]),
  );
  expect(client.called).toStrictEqual(Array(3).fill("fetch"));
  const row = methodsOf<Pick<SendOnceOptions, "claim">>({ claim: () => false });
  const once = Object.assign(row.object, { key: "refund-1", database: undefined });
  await sendOnce(payments, "refund", newRefund, once);
  expect(row.called).toStrictEqual(["claim"]);

  const shop = methodsOf({ deliver: async () => new Response() });
  const notified = new Sandbox(shop.object);
  const { token } = await new PaymentsClient(notified.clientOptions).checkouts.create({
    transaction_type: "payment",
    order: { amount: 1, currency: "EUR", description: "d" },
    settings: { notification_url: "https://shop.example/notify" },
  });
  await notified.pay(token);
  expect(shop.called).toStrictEqual(["deliver"]);
});
