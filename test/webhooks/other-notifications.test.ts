import { beforeEach, describe, expect, type MockInstance, test, vi } from "vitest";
import { WebhookError } from "../../src/index.ts";
import { expectPayment, notificationKey } from "../../src/webhooks.ts";
import { rejection, thrown } from "../client/calls.ts";
import subscription from "../fixtures/notification-subscription.json" with { type: "json" };
import transaction from "../fixtures/notification-transaction.json" with { type: "json" };
import { everything } from "../support/handlers.ts";
import { accept, byCredentials, bySignature, post, verifyJson } from "./notifications.ts";

const { plan: _plan, ...withoutPlan } = subscription;

const { last_transaction, ...unpaid } = subscription;
/** A trial period: what was paid to save the card is a transaction without a type. */
const trial = { ...unpaid, state: "trial", event: "created.subscription", transaction: last_transaction };

/** What a gateway may send about a payment by link. Source: a service in production. */
const paidLink = {
  product: { id: "prd_1", name: "1007", amount: 3245, currency: "BYN" },
  last_transaction: { uid: "1-310b0da80b", status: "successful" },
};

/** Genuine notifications that are no payment of an order. */
const subscriptions: [string, Record<string, unknown>][] = [
  ["a subscription", subscription],
  ["a trial that names a transaction", trial],
  ["a subscription known by its id alone", withoutPlan],
  ["a subscription known by its plan alone", { plan: subscription.plan, state: "canceled" }],
  ["a subscription beside a whole transaction", { ...subscription, ...transaction }],
  ["a subscription that has a token", { ...trial, token: "6d0f" }],
  ["a paid link with its id", { id: "prd_1", ...paidLink }],
  ["a paid link without its id", paidLink],
];

let print: MockInstance<Console["error"]>;

beforeEach(() => {
  print = vi.spyOn(console, "error").mockImplementation(() => undefined);
});

describe.each(subscriptions)("%s", (_what, body) => {
  const text = JSON.stringify(body);

  test("is a notification of something else, never a transaction", async () => {
    for (const webhooks of [byCredentials, bySignature]) {
      expect(await verifyJson(body, webhooks)).toStrictEqual({ type: "other", body, raw: body });
    }
  });

  test("is given to other alone", async () => {
    const [otherwise, other, onError] = [vi.fn(), vi.fn(), vi.fn()];
    const { status } = await bySignature.handler({ ...everything(otherwise), other, onError })(post(text));
    expect(status).toBe(200);
    expect(other.mock.calls).toStrictEqual([[{ type: "other", body, raw: body }]]);
    for (const called of [otherwise, onError, print]) expect(called).not.toHaveBeenCalled();
  });

  test("is answered with 200 and one line without its body if there is no function other", async () => {
    const { status } = await bySignature.handler({ ...everything(() => expect.unreachable()) })(post(text));
    expect(status).toBe(200);
    expect(print.mock.calls).toStrictEqual([
      ["payments-client: ignored a notification of something else than a payment. See other of the handler"],
    ]);
  });
});

test("a paid link with its whole transaction is a transaction", async () => {
  expect(await verifyJson({ ...paidLink, ...transaction })).toMatchObject({ type: "transaction" });
});

test("a function other that throws is answered with 500, so that the gateway posts again", async () => {
  const failure = new Error("database down");
  const onError = vi.fn();
  const other = () => Promise.reject(failure);
  const { status } = await bySignature.handler({ ...accept, other, onError })(
    post(JSON.stringify(subscription)),
  );
  expect(status).toBe(500);
  expect(onError.mock.calls).toStrictEqual([[failure]]);
});

test("a console that throws does not refuse a subscription", async () => {
  print.mockImplementation(() => {
    throw new Error("closed");
  });
  expect((await bySignature.handler(accept)(post(JSON.stringify(subscription)))).status).toBe(200);
});

test("a subscription matches no order, and has no key of a payment", async () => {
  const notification = await verifyJson(trial);
  const order = { amount: 100, currency: "EUR", trackingId: "member-77" };
  expect(thrown(() => expectPayment(notification, order), WebhookError)).toMatchObject({
    reason: "mismatch",
    fields: ["amount", "currency", "tracking_id"],
  });
  expect(thrown(() => notificationKey(notification), WebhookError)).toMatchObject({ reason: "body" });
});

test("a transaction with an id of another kind is a transaction", async () => {
  for (const id of ["trx_1", "a sbs_1", 5120, null]) {
    expect(await verifyJson({ id, ...transaction, plan: null })).toMatchObject({ type: "transaction" });
  }
});

describe("two payments in one body are refused", () => {
  const status = { token: "6d0f", transaction_type: "payment", status: "successful" };
  test.each<[string, Record<string, unknown>]>([
    ["a transaction and a status under checkout", { ...transaction, checkout: status }],
    ["a transaction and a status at the top level", { ...transaction, ...status }],
    ["a transaction and the type of a status", { ...transaction, transaction_type: "payment" }],
    ["a transaction and the result of a status", { ...transaction, gateway_response: { refund: {} } }],
    ["a status under checkout and one at the top level", { checkout: status, ...status }],
  ])("%s", async (_what, value) => {
    const error = await rejection(verifyJson(value), WebhookError);
    expect(error).toMatchObject({ reason: "body", message: "The body is of two payments at once" });
  });

  test("but a token beside a transaction is only an undocumented field", async () => {
    const sent = { ...transaction, token: "6d0f", transaction_type: null };
    expect(await verifyJson(sent)).toMatchObject({ type: "transaction" });
  });
});

describe("a body that names another shop", () => {
  const { transaction: paid } = transaction;
  const bodies: [string, Record<string, unknown>][] = [
    ["a transaction with shop_id", { transaction: { ...paid, shop_id: 4822 } }],
    ["a transaction with shop.id", { transaction: { ...paid, shop: { id: "4822" } } }],
    ["a body with shop_id", { ...transaction, shop_id: "4822" }],
    ["a body with shop.id", { ...transaction, shop: { id: 4822 } }],
    ["a status with shop_id", { checkout: { token: "6d0f", shop_id: 4822 } }],
    ["a status with shop.id", { checkout: { token: "6d0f", shop_id: 4821, shop: { id: "4822" } } }],
    ["a status at the top level", { token: "6d0f", shop_id: 4822 }],
    ["a subscription", { ...subscription, shop_id: 4822 }],
    ["a shop id that is a list", { ...transaction, shop_id: [4821] }],
  ];

  test.each(bodies)("is refused: %s", async (_what, value) => {
    for (const webhooks of [byCredentials, bySignature]) {
      const error = await rejection(verifyJson(value, webhooks), WebhookError);
      expect(error).toMatchObject({ reason: "mismatch", fields: ["shop_id"] });
      expect(error.message).toMatch(/another shop.*PAYMENTS_SHOP_ID/);
    }
  });

  test("is answered with 401, so that it comes again after a wrong shopId was mended", async () => {
    const [otherwise, onError] = [vi.fn(), vi.fn()];
    const body = JSON.stringify({ transaction: { ...paid, shop_id: 4822 } });
    expect((await bySignature.handler({ ...everything(otherwise), onError })(post(body))).status).toBe(401);
    expect(otherwise).not.toHaveBeenCalled();
    expect(onError).toHaveBeenCalledOnce();
  });

  test("pays nothing out", async () => {
    const decide = vi.fn();
    const body = JSON.stringify({ transaction: { uid: "1", amount: 1, currency: "EUR", shop_id: 4822 } });
    const handle = bySignature.verificationHandler(decide, { onError: () => undefined });
    expect((await handle(post(body))).status).toBe(401);
    expect(decide).not.toHaveBeenCalled();
  });

  test.each([4821, "4821", null, ""])("is accepted if it names our shop, or none: %j", async (shop_id) => {
    for (const value of [
      { transaction: { ...paid, shop_id, shop: { id: shop_id } }, shop_id },
      { token: "6d0f", shop_id, shop: { id: shop_id, name: "Museum" } },
    ]) {
      expect(await verifyJson(value)).toMatchObject({ raw: value });
    }
  });
});
