import { expect, test } from "vitest";
import { type CheckoutCreateParams, isFinal, isPaid, outcome, PaymentsClient } from "../../../src/index.ts";
import { Sandbox } from "../../../src/sandbox/index.ts";
import { paymentDetails } from "../../../src/webhooks/index.ts";

const order = { amount: 12900, currency: "EUR", description: "Annual pass", tracking_id: "order-1007" };
const product = { name: "Pass", description: "One year", currency: "EUR", amount: 12900, immortal: true };

const open = () => {
  const sandbox = new Sandbox({ shopId: 4821 });
  const drifts: unknown[] = [];
  const hooks = { onDrift: (event: unknown) => drifts.push(event) };
  const payments = new PaymentsClient({ ...sandbox.clientOptions, hooks });
  const create = async (params: Partial<CheckoutCreateParams> = {}) =>
    (await payments.checkouts.create({ transaction_type: "payment", order, ...params })).token;
  return { sandbox, payments, create, drifts };
};

test.each([
  ["4200000000000000", "successful"],
  ["4200 0000 0000 0000", "successful"],
  ["4005550000000019", "failed"],
  ["4012000000001097", "successful"],
  ["4012000000001006", "successful"],
  ["4012000000001022", "failed"],
  ["4012000000001014", "failed"],
])("the test card %s is %s", async (card, status) => {
  const { sandbox, payments, create, drifts } = open();
  const token = await create();
  const transaction = await sandbox.pay(token, { card });
  expect(transaction).toMatchObject({
    status,
    type: "payment",
    amount: 12900,
    currency: "EUR",
    tracking_id: "order-1007",
    payment_method_type: "credit_card",
    credit_card: {
      brand: "visa",
      bin: card.replaceAll(" ", "").slice(0, 6),
      last_4: card.slice(-4),
      token: null,
    },
  });
  expect(paymentDetails(transaction)).toMatchObject({ status, amount: 12900 });
  const after = await payments.checkouts.get(token);
  expect(after).toMatchObject({ status, finished: true, expired: false });
  expect(after.gateway_response?.payment).toMatchObject({ uid: transaction.uid, status });
  expect([isPaid(after), isFinal(after)]).toStrictEqual([status === "successful", true]);
  expect(drifts).toStrictEqual([]);
});

test("a number that is not a test card is refused, and not repeated in the error", async () => {
  const { sandbox, create } = open();
  const token = await create();
  const refusal = await sandbox.pay(token, { card: "5555444433332222" }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(RangeError);
  expect(String(refusal)).not.toContain("5555444433332222");
  expect(await sandbox.pay(token)).toMatchObject({ status: "successful" });
});

test("a token is paid once, also by concurrent payments", async () => {
  const { sandbox, create } = open();
  const token = await create();
  const outcomes = await Promise.allSettled([sandbox.pay(token), sandbox.pay(token), sandbox.pay(token)]);
  expect(outcomes.map(({ status }) => status)).toStrictEqual(["fulfilled", "rejected", "rejected"]);
  await expect(sandbox.pay(token)).rejects.toMatchObject({
    name: "NotPayableError",
    message: "The payment token cannot be paid: it is successful",
  });
});

test("a customer has as many attempts as `attempts` allows", async () => {
  const { sandbox, payments, create } = open();
  const token = await create({ attempts: 2 });
  await sandbox.pay(token, { card: "4005550000000019" });
  const between = await payments.checkouts.get(token);
  expect(between).toMatchObject({ status: "incomplete", finished: false });
  expect([outcome(between), isFinal(between)]).toStrictEqual(["pending", false]);
  await sandbox.pay(token, { card: "4005550000000019" });
  const after = await payments.checkouts.get(token);
  expect(after).toMatchObject({ status: "failed", finished: true });
  expect(outcome(after)).toBe("failed");
  await expect(sandbox.pay(token)).rejects.toThrow("it is failed");
});

test.each([["authorization"], ["charge"], ["tokenization"], ["payout"]] as const)(
  "%s has its details in a section of its own name",
  async (transaction_type) => {
    const { sandbox, payments, create } = open();
    const token = await create({ transaction_type });
    const transaction = await sandbox.pay(token);
    expect(transaction).toMatchObject({
      type: transaction_type,
      [transaction_type]: { status: "successful" },
    });
    const status = await payments.checkouts.get(token);
    expect(Object.keys(status.gateway_response ?? {})).toStrictEqual([transaction_type]);
  },
);

test.each([
  ["a contract", { order: { ...order, additional_data: { contract: ["recurring" as const] } } }, {}],
  ["a tokenization", { transaction_type: "tokenization" as const }, {}],
  ["a customer who asked for it", {}, { saveCard: true }],
])("%s returns a card token that pays again", async (_, params, options) => {
  const { sandbox, create } = open();
  const transaction = await sandbox.pay(await create(params), options);
  expect(transaction.credit_card?.token).toMatch(/^[0-9a-f]{64}$/);
});

test("a declined payment returns no card token", async () => {
  const { sandbox, create } = open();
  const token = await create({ order: { ...order, additional_data: { contract: ["oneclick"] } } });
  const { credit_card } = await sandbox.pay(token, { card: "4005550000000019" });
  expect(credit_card?.token).toBeNull();
});

const expecting = { ...order, additional_data: { recipient: { expected_bank_code: "F.1002" } } };

test("expected_bank_code sets the code and messages of a test transaction", async () => {
  const { sandbox, payments, create } = open();
  const token = await create({ test: true, order: expecting });
  expect(await sandbox.pay(token)).toMatchObject({
    status: "failed",
    code: "F.1002",
    message: expect.stringContaining("F.1002"),
    friendly_message: expect.stringContaining("F.1002"),
    test: true,
  });
  const { gateway_response } = await payments.checkouts.get(token);
  expect(gateway_response?.payment).toMatchObject({ code: "F.1002" });
});

test("expected_bank_code has no effect on a transaction without test", async () => {
  const { sandbox, create } = open();
  expect(await sandbox.pay(await create({ order: expecting }))).toMatchObject({ status: "successful" });
});

test("the customer's entries are in the status and in the transaction", async () => {
  const { sandbox, payments, create } = open();
  const token = await create({
    order: { ...order, custom_fields: { custom_field_1: { label: "Name", visible: true } } },
    customer: { email: "kim@example.com" },
  });
  const customFields = { custom_field_1: "Kim" };
  const transaction = await sandbox.pay(token, { customer: { first_name: "Kim" }, customFields });
  expect(transaction).toMatchObject({
    customer: { email: "kim@example.com" },
    billing_address: { first_name: "Kim" },
    custom_fields: { custom_field_1: { label: "Name", value: "Kim" } },
  });
  expect(await payments.checkouts.get(token)).toMatchObject({
    customer: { email: "kim@example.com", first_name: "Kim" },
    order: { custom_fields: { custom_field_1: { label: "Name", value: "Kim" } } },
  });
});

test("a payment link sells only what is in stock", async () => {
  const { sandbox, payments } = open();
  const { id } = await payments.products.create({ ...product, quantity: 2 });
  await sandbox.pay(id, { card: "4005550000000019" });
  expect(await payments.products.get(id)).toMatchObject({ quantity: 2 });
  await sandbox.pay(id);
  expect(await payments.products.get(id)).toMatchObject({ quantity: 1 });
  const lastTwo = await Promise.allSettled([sandbox.pay(id), sandbox.pay(id)]);
  expect(lastTwo.map(({ status }) => status)).toStrictEqual(["fulfilled", "rejected"]);
  expect(await payments.products.get(id)).toMatchObject({ quantity: 0 });
  await expect(sandbox.pay(id)).rejects.toThrow("it is sold out");
});

test("an unlimited product never sells out", async () => {
  const { sandbox, payments } = open();
  const { id } = await payments.products.create({ ...product, infinite: true });
  await sandbox.pay(id);
  expect(await payments.products.get(id)).toMatchObject({ quantity: null, infinite: true });
});

test("an expired product cannot be paid for", async () => {
  const { sandbox, payments } = open();
  const { id } = await payments.products.create({
    ...product,
    immortal: false,
    infinite: true,
    expired_at: new Date(Date.now() + 60_000),
  });
  expect(await sandbox.pay(id)).toMatchObject({ tracking_id: id, status: "successful" });
  await payments.products.update(id, { expired_at: new Date(Date.now() - 60_000) });
  await expect(sandbox.pay(id)).rejects.toThrow("it is expired");
});

test("a product with transaction_type authorization only holds the money", async () => {
  const { sandbox, payments } = open();
  const { id } = await payments.products.create({
    ...product,
    infinite: true,
    test: true,
    transaction_type: "authorization",
  });
  const transaction = await sandbox.pay(id);
  expect(transaction).toMatchObject({
    type: "authorization",
    test: true,
    authorization: { status: "successful" },
  });
  expect(isPaid(transaction, { test: true })).toBe(false);
});

test("paying for an unknown token is refused with the reason", async () => {
  const { sandbox } = open();
  await expect(sandbox.pay("no such token")).rejects.toThrow("There is no such payment token");
  expect(await sandbox.expire("no such token")).toBe(false);
});

test("a sandbox continues from another's state, planned posts included", async () => {
  const posted: string[] = [];
  const first = new Sandbox({ speed: 10_000, deliver: async () => new Response(null, { status: 500 }) });
  const payments = new PaymentsClient(first.clientOptions);
  const { id } = await payments.products.create({ ...product, quantity: 5 });
  const settings = { notification_url: "https://shop.example/notify" };
  const { token } = await payments.checkouts.create({ transaction_type: "payment", order, settings });
  const transaction = await first.pay(token);
  const state = JSON.parse(JSON.stringify(await first.state()));
  const second = new Sandbox({
    speed: 10_000,
    state,
    deliver: async (request) => {
      posted.push(await request.text());
      return new Response();
    },
  });
  const client = new PaymentsClient(second.clientOptions);
  expect(await second.publicKey()).toBe(await first.publicKey());
  expect(await client.products.get(id)).toMatchObject({ quantity: 5 });
  expect(await client.checkouts.get(token)).toMatchObject({ status: "successful" });
  await expect.poll(() => posted.length).toBe(1);
  expect(JSON.parse(posted[0] ?? "")).toMatchObject({ transaction: { uid: transaction.uid } });
  expect(second.deliveries).toMatchObject([{ status: 200, attempts: 2 }]);
});

test.each([
  [{ speed: 0 }, "speed must be a number, 0.001 or more"],
  [{ speed: Number.NaN }, "speed must be a number, 0.001 or more"],
  [{ shopId: "a:b" }, "shopId must not contain a colon"],
  [{ state: JSON.parse("{}") }, "state must be what sandbox.state() gave"],
  [{ deliver: JSON.parse("1") }, "deliver must be a function"],
])("an invalid option is named in the error: %j", (options, message) => {
  expect(() => new Sandbox(options)).toThrow(message);
});

test("a listener that throws changes nothing about a payment", async () => {
  const { sandbox, payments, create } = open();
  const token = await create();
  sandbox.onChange(() => {
    throw new Error("the listener's own");
  });
  expect(await sandbox.pay(token)).toMatchObject({ status: "successful" });
  expect(isPaid(await payments.checkouts.get(token))).toBe(true);
});
