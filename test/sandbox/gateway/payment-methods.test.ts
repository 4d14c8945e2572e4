import { expect, test, vi } from "vitest";
import { type CheckoutCreateParams, isFinal, outcome } from "../../../src/index.ts";
import { type PayOptions, Sandbox, type SandboxOptions } from "../../../src/sandbox.ts";
import { endlessProduct } from "../../models/params.ts";
import { DECLINED, NOTIFIED, openGateway, openSandbox, savedState } from "../open-gateway.ts";
import { openChallenge } from "../raw-call.ts";

/** A sandbox whose tokens offer cards and ERIP. */
async function open(options?: SandboxOptions) {
  const gateway = await openGateway(options);
  const create = (more?: Partial<CheckoutCreateParams>) =>
    gateway.create({ settings: NOTIFIED, payment_method: { types: ["credit_card", "erip"] }, ...more });
  return { ...gateway, create };
}

/** A sandbox with a pending payment. */
async function pending(more?: Partial<CheckoutCreateParams>) {
  const gateway = await open();
  const token = await gateway.create(more);
  const { uid } = await gateway.sandbox.pay(token, { method: "erip" });
  return { ...gateway, token, uid };
}

test("a payment by ERIP is notified when it becomes pending and when it ends", async () => {
  for (const [status, result] of [
    ["successful", "paid"],
    ["failed", "failed"],
  ] as const) {
    const { sandbox, payments, create, notified, drifts } = await open();
    const token = await create();
    const begun = await sandbox.pay(token, { method: "erip" });
    const method = { payment_method_type: "erip", credit_card: null };
    expect(begun).toMatchObject({ ...method, status: "pending", paid_at: null });
    const before = await payments.checkouts.get(token);
    expect(before).toMatchObject({
      status: "pending",
      message: "The payment is awaited",
      finished: false,
      expired: false,
    });
    expect([outcome(before), outcome(begun), isFinal(before)]).toStrictEqual(["pending", "pending", false]);
    expect(notified()).toStrictEqual([begun]);
    await expect(sandbox.pay(token)).rejects.toThrow("it is in progress");

    const ended = await sandbox.complete(begun.uid, { status });
    expect(ended).toMatchObject({ uid: begun.uid, status, payment_method_type: "erip" });
    await expect.poll(notified).toStrictEqual([begun, ended]);
    const delivered = { status: 200, attempts: 1 };
    expect(sandbox.deliveries).toMatchObject([delivered, delivered]);
    expect(await payments.transactions.get(begun.uid)).toStrictEqual(ended);
    const after = await payments.checkouts.get(token);
    expect(after).toMatchObject({ status, finished: true });
    expect([outcome(after), outcome(ended), isFinal(after)]).toStrictEqual([result, result, true]);
    expect(drifts).toStrictEqual([]);
  }
});

test("a wallet succeeds at once, for a token and for a product's payment link", async () => {
  for (const method of ["google_pay", "apple_pay", "samsung_pay"]) {
    const { sandbox, payments, create, notified } = await open();
    const transaction = await sandbox.pay(await create({ payment_method: {} }), {
      method,
      customer: { first_name: "Kim" },
    });
    expect(transaction).toMatchObject({
      status: "successful",
      payment_method_type: method,
      billing_address: { first_name: "Kim" },
    });
    expect(notified()).toStrictEqual([transaction]);
    const { id } = await payments.products.create(endlessProduct);
    expect(await sandbox.pay(id, { method })).toMatchObject({ status: "successful", tracking_id: id });
  }
});

test("card and method together, and an invalid method, are refused", async () => {
  const { sandbox, payments, create } = await open();
  const token = await create();
  const together = "card, holder and saveCard cannot be used together with method";
  const attempts: [() => Promise<unknown>, typeof Error, string][] = [
    // @ts-expect-error Either a card or a method.
    [() => sandbox.pay(token, { card: "4200000000000000", method: "erip" }), TypeError, together],
    // @ts-expect-error A holder belongs to a card.
    [() => sandbox.pay(token, { holder: "KIM MULLER", method: "erip" }), TypeError, together],
    // @ts-expect-error Only cards are saved.
    [() => sandbox.pay(token, { saveCard: false, method: "erip" }), TypeError, together],
    // @ts-expect-error A method is a string.
    [() => sandbox.pay(token, { method: 7 }), TypeError, "method must be a string"],
    // @ts-expect-error A method is a string.
    [() => sandbox.pay(token, { method: null }), TypeError, "method must be a string"],
    [() => sandbox.pay(token, { method: "credit_card" }), RangeError, "Use card with the number of a test"],
  ];
  for (const [attempt, type, message] of attempts) {
    const error = await attempt().catch((refusal: unknown) => refusal);
    expect(error).toBeInstanceOf(type);
    expect(String(error)).toContain(message);
  }
  expect(await payments.checkouts.get(token)).toMatchObject({ status: "error", gateway_response: null });
});

const ALL_BRANDS = ["visa", "Master", "maestro", "amex", "belkart"];

/** Payments that the token does not offer, and why they are refused. */
const NOT_OFFERED: [Partial<CheckoutCreateParams>, PayOptions | undefined, string][] = [
  [
    { payment_method: { types: ["erip"] } },
    undefined,
    "does not offer credit_card. It offers erip (payment_method.types: erip)",
  ],
  [
    { payment_method: { excluded_types: ["credit_card"] } },
    { card: "5555555555554444" },
    "does not offer credit_card. It offers apple_pay, google_pay, samsung_pay (payment_method.excluded_types: credit_card)",
  ],
  [
    { payment_method: { types: ["credit_card"] } },
    { method: "erip" },
    "does not offer erip. It offers credit_card (payment_method.types: credit_card)",
  ],
  [
    { payment_method: { excluded_types: ["erip"] } },
    { method: "erip" },
    "does not offer erip. It offers credit_card, apple_pay, google_pay, samsung_pay (payment_method.excluded_types: erip)",
  ],
  [
    { transaction_type: "payout", payment_method: {} },
    { method: "erip" },
    "does not offer erip. It offers credit_card (payment_method.types can name others)",
  ],
  [
    { payment_method: { types: ["erip", "google_pay"], excluded_brands: ["google_pay"] } },
    { method: "google_pay" },
    "does not offer google_pay. It offers erip (payment_method.types: erip, google_pay; payment_method.excluded_brands: google_pay)",
  ],
  [
    { payment_method: { excluded_brands: ["visa", "amex"] } },
    undefined,
    "does not accept visa cards. It accepts master, maestro, belkart (payment_method.excluded_brands: visa, amex)",
  ],
  [
    { payment_method: { types: ["credit_card"], excluded_brands: ALL_BRANDS } },
    undefined,
    "does not offer credit_card. It offers nothing (payment_method.types: credit_card; payment_method.excluded_brands: visa, Master, maestro, amex, belkart)",
  ],
];

test("a method that a token does not offer is refused, and the error names the offered ones and the settings", async () => {
  for (const [params, options, message] of NOT_OFFERED) {
    const { sandbox, payments, create } = await open();
    const token = await create(params);
    await expect(sandbox.pay(token, options)).rejects.toMatchObject({
      name: "NotPayableError",
      message: expect.stringContaining(message),
    });
    expect((await payments.checkouts.get(token)).gateway_response).toBeNull();
  }
});

test("a transaction that is not waiting cannot be completed, and the error says why", async () => {
  const { sandbox, uid, create, notified } = await pending();
  const paid = await sandbox.complete(uid, { status: "successful" });
  const declined = await sandbox.pay(await create(), { card: DECLINED });
  const before = notified();
  for (const [id, why] of [
    ["none", "There is no such transaction"],
    [paid.uid, "The transaction cannot be completed, because it is successful"],
    [declined.uid, "The transaction cannot be completed, because it is failed"],
  ] as const) {
    await expect(sandbox.complete(id, { status: "failed" })).rejects.toMatchObject({
      name: "NotPayableError",
      message: why,
    });
  }
  expect(notified()).toStrictEqual(before);
});

test("a payout whose merchant has not answered yet cannot be completed", async () => {
  const { sandbox, payments, create } = await open({ deliver: () => new Promise(() => undefined) });
  const settings = { verification_url: "https://shop.example/verify" };
  const token = await create({ transaction_type: "payout", settings, payment_method: {} });
  void sandbox.pay(token);
  await expect.poll(() => sandbox.deliveries).toMatchObject([{ type: "verification" }]);
  const [record] = await payments.transactions.findByTrackingId("order-1007");
  await expect(sandbox.complete(record?.uid ?? "", { status: "successful" })).rejects.toThrow("incomplete");
});

test("a payment that the merchant deleted is final, moves no money, and is notified", async () => {
  const { sandbox, payments, token, uid, notified } = await pending({ attempts: 3 });
  const deleted = await sandbox.complete(uid, { status: "deleted" });
  expect(deleted).toMatchObject({ status: "deleted", paid_at: null, payment: { status: "deleted" } });
  expect(notified()).toMatchObject([{ status: "pending" }, { status: "deleted" }]);
  expect(await payments.checkouts.get(token)).toMatchObject({ status: "deleted", finished: true });
  await expect(sandbox.pay(token)).rejects.toThrow("no attempts are left");
});

test("an alternative payment has the section of its method, with what the token says of it", async () => {
  const { notified } = await pending({
    payment_method: {
      types: ["erip"],
      ...{ erip: { account_number: 1008, service_no: "10101", service_info: ["Annual pass"] } },
    },
  });
  expect(notified()).toMatchObject([
    {
      status: "pending",
      message: "The payment is awaited",
      method_type: "erip",
      erip: {
        request_id: expect.stringMatching(/^\d+$/),
        account_number: "1008",
        service_no: "10101",
        service_info: ["Annual pass"],
        transaction_id: null,
      },
    },
  ]);
});

test("another status than successful, failed or deleted is refused, and the payment stays pending", async () => {
  const { sandbox, payments, token, uid } = await pending();
  for (const options of [{ status: "pending" }, { status: "Successful" }, {}, undefined, null]) {
    // As JavaScript may call it.
    const wrong = JSON.parse(JSON.stringify(options ?? null));
    await expect(sandbox.complete(uid, wrong)).rejects.toThrow(
      new RangeError('complete: status must be "successful", "failed" or "deleted"'),
    );
  }
  expect(await payments.checkouts.get(token)).toMatchObject({ status: "pending" });
});

test("a waiting payment expires with its token, and is not completed afterwards; only a pending one is notified", async () => {
  for (const method of ["erip", "credit_card"]) {
    const { sandbox, payments, create, received } = await open();
    const token = await create();
    if (method === "erip") await sandbox.pay(token, { method });
    else await openChallenge(sandbox, token);
    expect(await sandbox.expire(token)).toBe(true);
    const [payment] = await payments.transactions.findByTrackingId("order-1007");
    expect(payment).toMatchObject({ status: "expired", message: "The payment token expired", paid_at: null });
    const status = await payments.checkouts.get(token);
    expect(status).toMatchObject({ status: "error", expired: true, gateway_response: null });
    expect(outcome(status)).toBe("expired");
    const uid = payment?.uid ?? "";
    await expect(sandbox.complete(uid, { status: "successful" })).rejects.toThrow("it is expired");
    const told = received.map((one) => (one.type === "transaction" ? one.transaction.status : one.type));
    expect(told.sort()).toStrictEqual(method === "erip" ? ["checkout", "expired", "pending"] : ["checkout"]);
  }
});

test("a pending payment is not completed after its token's time, however late the timer is", async () => {
  const { sandbox, payments, token, uid } = await pending();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 25 * 60 * 60 * 1000 });
  await expect(sandbox.complete(uid, { status: "successful" })).rejects.toMatchObject({
    name: "NotPayableError",
    message: "The transaction cannot be completed, because its payment token is expired",
  });
  expect(await payments.checkouts.get(token)).toMatchObject({ status: "error", expired: true });
});

test("a token that names no methods can be paid by any alternative method", async () => {
  const { payments, sandbox, create } = openSandbox();
  for (const payment_method of [undefined, null, {}, { types: [] }, { excluded_types: ["credit_card"] }]) {
    const token = await create({ payment_method });
    const { uid, status } = await sandbox.pay(token, { method: "erip" });
    expect(status, JSON.stringify(payment_method)).toBe("pending");
    await sandbox.complete(uid, { status: "successful" });
    expect(await payments.checkouts.get(token)).toMatchObject({ status: "successful" });
  }
});

test("a method that is named like a field of the transaction is refused, and replaces nothing", async () => {
  const { sandbox, create } = openSandbox();
  for (const type of ["amount", "uid", "status", "test", "currency", "type", "method_type", "customer"]) {
    await expect(create({ payment_method: { types: ["credit_card", type] } })).rejects.toMatchObject({
      response: { status: 422 },
      errors: {
        checkout: {
          payment_method: {
            types: [`cannot contain ${type}, because a field of the transaction has this name`],
          },
        },
      },
    });
  }
  const token = await create({ payment_method: null });
  await expect(sandbox.pay(token, { method: "amount" })).rejects.toThrow("does not offer amount");
  const other = await create({ payment_method: { types: ["__proto__"] } });
  await sandbox.pay(other, { method: "__proto__" });
  const state = await savedState(sandbox);
  expect(await new Sandbox({ state }).state()).toStrictEqual(state);
});

test("halva is a card: it is entered like any card, and no account is asked for", async () => {
  const { sandbox, create } = openSandbox();
  const token = await create({ payment_method: { types: ["halva"] } });
  await expect(sandbox.pay(token, { method: "halva" })).rejects.toThrow("Use card with the number of a test");
  const page = await sandbox.fetch(new Request(`https://sandbox.invalid/v2/checkout?token=${token}`));
  expect(await page.text()).toContain('name="number"');
  expect((await sandbox.pay(token)).payment_method_type).toBe("credit_card");
});
