import { expect, test, vi } from "vitest";
import { NOTIFIED, ORDER } from "../open-gateway.ts";
import { postForm, rawCall } from "../raw-call.ts";
import { openModule } from "./open-shop-module.ts";

const CARD = {
  number: "4200000000000000",
  verification_value: "123",
  holder: "KIM MULLER",
  exp_month: "01",
  exp_year: "2049",
};

const request = { amount: 990, currency: "EUR", description: "Reading room", tracking_id: 77 };

type Module = Awaited<ReturnType<typeof openModule>>;

const transactionOf = ({ body }: { body: unknown }) => Object(body).transaction;

/** A payment, as clients with permission for card data make it. */
const payBy = async ({ post }: Module, card: object, more: object = {}, path = "payments") =>
  post(`/transactions/${path}`, { request: { ...request, credit_card: { ...CARD, ...card }, ...more } });

/** Charges a saved card. */
const charge = ({ post }: Module, token: unknown, more: object = {}, path = "payments") =>
  post(`/transactions/${path}`, { request: { ...request, credit_card: { token }, ...more } });

test("a test card pays by its number and is refunded, also with digits as the amount, and its token pays again and receives money", async () => {
  const module = await openModule();
  const paid = await payBy(module, {}, { ...NOTIFIED, additional_data: [] });
  expect(paid).toMatchObject({
    status: 200,
    body: {
      transaction: {
        type: "payment",
        status: "successful",
        message: "Successfully processed",
        amount: 990,
        tracking_id: "77",
        credit_card: { brand: "visa", last_4: "0000", exp_month: 1, exp_year: 2049 },
        payment: { status: "successful", message: "Payment was approved" },
      },
    },
  });
  expect(transactionOf(paid).additional_data).toStrictEqual({});
  const { token } = transactionOf(paid).credit_card;
  const held = await charge(module, token, { amount: 100 }, "authorizations");
  expect(transactionOf(held)).toMatchObject({
    type: "authorization",
    status: "successful",
    code: "S.0000",
    recurring_type: "recurring",
    credit_card: { token },
    redirect_url: null,
    authorization: { message: "Authorization was approved" },
  });
  const credit = await charge(module, token, { amount: 200 }, "credits");
  expect(transactionOf(credit)).toMatchObject({ type: "credit", status: "successful", amount: 200 });
  const renewal = { ...request, amount: 300, tracking_id: 78, credit_card: { token } };
  const service = await module.post("/services/credit_cards/charges", { request: renewal });
  expect(transactionOf(service)).toMatchObject({ type: "charge", status: "successful" });
  await expect.poll(module.notified).toStrictEqual([transactionOf(paid)]);
  const refund = { parent_uid: transactionOf(paid).uid, amount: "990", reason: "Closed" };
  const refunded = await module.post("/transactions/refunds", { request: refund });
  await expect.poll(module.notified).toStrictEqual([transactionOf(paid), transactionOf(refunded)]);
});

test("a card is saved, changed and charged, and its number is in no answer", async () => {
  const module = await openModule();
  const { verification_value, ...card } = CARD;
  const { status, body } = await module.post("/credit_cards", { request: card });
  expect({ status, body }).toMatchObject({
    status: 201,
    body: { token: expect.any(String), holder: "KIM MULLER", brand: "visa", first_1: "4", last_4: "0000" },
  });
  const { token } = Object(body);
  const changed = { token, number: null, holder: "ADA KING", exp_month: 2, exp_year: 2050 };
  expect(await module.post("/credit_cards", { request: changed })).toMatchObject({
    status: 200,
    body: { token, holder: "ADA KING", exp_month: 2, exp_year: 2050 },
  });
  expect(transactionOf(await charge(module, token))).toMatchObject({
    status: "successful",
    credit_card: { holder: "ADA KING", token },
  });
});

test("what is wrong with a card is refused at its field, in the words of the gateway", async () => {
  const module = await openModule();
  const { sandbox } = module;
  const other = await openModule();
  const foreign = transactionOf(await payBy(other, {})).credit_card.token;
  for (const [answer, message, errors] of [
    [
      await payBy(module, { number: "4111111111111111" }),
      "Number is not the number of a test card.",
      { credit_card: { number: ["is not the number of a test card"] } },
    ],
    [await payBy(module, { exp_year: "1" }), "Date is expired.", { credit_card: { date: ["is expired"] } }],
    [await charge(module, "12345"), "Token does not exist.", { credit_card: { token: ["does not exist"] } }],
    [await charge(module, foreign), "Token does not exist.", { credit_card: { token: ["does not exist"] } }],
    [
      await charge(module, "12345", { amount: 0 }),
      "Amount must be greater than 0. Token does not exist.",
      { amount: ["must be greater than 0"], credit_card: { token: ["does not exist"] } },
    ],
    [
      await module.post("/transactions/payments", { request: { ...request, description: "" } }),
      "Description can't be blank. Credit card can't be blank.",
      { description: ["can't be blank"], credit_card: ["can't be blank"] },
    ],
  ] as const) {
    expect(answer).toMatchObject({ status: 422, body: { response: { message, errors } } });
  }
  expect(JSON.stringify([sandbox.requests, await sandbox.state()])).not.toContain("4111111111111111");
});

test("a refusal is logged with its problems, and not wrapped for a client that names a version of the API", async () => {
  const { sandbox } = await openModule();
  const { body } = await rawCall(sandbox, { "x-api-version": "3" })("POST", "/transactions/payments", {
    request: { ...request, credit_card: { token: "12345" } },
  });
  const errors = { credit_card: { token: ["does not exist"] } };
  expect(body).toStrictEqual({ message: "Token does not exist.", errors });
  const problems = [{ path: ["credit_card", "token"], messages: ["does not exist"] }];
  expect(sandbox.requests).toMatchObject([{ operation: "transactions.pay", status: 422, problems }]);
});

test("card numbers and security codes are in no log, no dashboard and no state", async () => {
  const module = await openModule();
  await payBy(module, { number: "4200 0000-0000 0000" });
  await payBy(module, { number: 4_200_000_000_000_000, verification_value: 987 }, { amount: 1 });
  await module.post("/transactions/payments", `{"request":{"credit_card":{"number":"4111111111111111`);
  const { sandbox } = module;
  const dashboard = await (await sandbox.fetch(new Request("http://127.0.0.1/sandbox/log"))).text();
  const kept = JSON.stringify([sandbox.requests, sandbox.deliveries, await sandbox.state()]);
  for (const secret of ["4200000000000000", "4200 0000-0000 0000", "4111111111111111"]) {
    expect(kept).not.toContain(secret);
  }
  // Random ids, times and durations may have these three digits in them.
  expect(kept.replaceAll(/"durationMs":[\d.]+/g, "")).not.toMatch(/[":\s]987[",}\s]/);
  expect(dashboard).toContain("420000••••••0000");
  expect(dashboard).not.toContain("4200 0000-0000");
  expect(sandbox.requests[0]?.body).toMatchObject({
    request: { credit_card: { number: "420000••••••0000", verification_value: "•••" } },
  });
});

test("3-D Secure is asked for by redirect_url, and the customer returns to return_url", async () => {
  for (const [answer, status] of [
    ["confirm", "successful"],
    ["decline", "failed"],
  ] as const) {
    const module = await openModule();
    const return_url = "https://shop.example/back?order=77";
    const more = { ...NOTIFIED, return_url };
    const begun = transactionOf(await payBy(module, { number: "4012000000003010" }, more));
    expect(begun).toMatchObject({ status: "incomplete", message: null });
    expect(begun.redirect_url).toMatch(new RegExp(`/process/${begun.uid}$`));
    const { fetch, checkoutUrl } = module.sandbox.clientOptions;
    const entered = await fetch(begun.redirect_url, { redirect: "manual" });
    const challenge = entered.headers.get("location") ?? "";
    expect(await (await fetch(checkoutUrl + challenge, {})).text()).toContain('value="confirm"');
    const left = await postForm(module.sandbox, challenge, { answer });
    const back = new URL(left.headers.get("refresh")?.replace("0; url=", "") ?? "");
    expect(Object.fromEntries(back.searchParams)).toStrictEqual({ order: "77", status, uid: begun.uid });
    const pa_status = status === "failed" ? "N" : "Y";
    await expect
      .poll(module.notified)
      .toMatchObject([{ uid: begun.uid, status, three_d_secure_verification: { pa_status } }]);
  }
});

test("a saved card that asks for 3-D Secure is charged without it if the merchant skips it", async () => {
  const module = await openModule();
  const paid = await payBy(module, { number: "4012000000001097", skip_three_d_secure_verification: true });
  const { token } = transactionOf(paid).credit_card;
  const asked = transactionOf(await charge(module, token));
  expect(asked).toMatchObject({ status: "incomplete", credit_card: { token } });
  const credit_card = { token, skip_three_d_secure_verification: true };
  const skipped = await charge(module, token, { amount: 1, credit_card });
  expect(transactionOf(skipped)).toMatchObject({ status: "successful", redirect_url: null });
});

test("a card of which only the first payment succeeds has a token whose charges are declined", async () => {
  const module = await openModule();
  const token = await module.create({ order: { ...ORDER, additional_data: { contract: ["recurring"] } } });
  const first = await module.sandbox.pay(token, { card: "4000000000000341" });
  expect(first).toMatchObject({ status: "successful", recurring_type: "initial" });
  const renewed = await charge(module, first.credit_card?.token);
  expect(transactionOf(renewed)).toMatchObject({
    status: "failed",
    message: "Payment was declined",
    credit_card: { token: first.credit_card?.token },
  });
});

test("the same card and amount within 30 seconds is a duplicate, unless it is not checked", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const module = await openModule();
  const { token } = transactionOf(await payBy(module, {})).credit_card;
  const duplicate = {
    status: 422,
    body: { response: { message: "Duplicate transaction", errors: { base: ["Duplicate transaction"] } } },
  };
  expect(await payBy(module, {})).toMatchObject(duplicate);
  expect(transactionOf(await charge(module, token))).toMatchObject({ status: "successful" });
  expect(await charge(module, token)).toMatchObject(duplicate);
  expect(transactionOf(await charge(module, token, { amount: 991 }))).toMatchObject({ status: "successful" });
  expect(transactionOf(await charge(module, token, { duplicate_check: false }))).toBeDefined();
  vi.setSystemTime(Date.now() + 30_000);
  expect(transactionOf(await charge(module, token))).toMatchObject({ status: "successful" });
});

test("AVS and CVC results follow the digits of address, ZIP and security code in test mode", async () => {
  const module = await openModule();
  let amount = 0;
  for (const [address, zip, verification_value, avs, cvc] of [
    ["Main 1", "LV-1001", "111", "M", "M"],
    ["Main 2", "2", "222", "N", "N"],
    ["Main 1", "2", "333", "B", "U"],
    ["Main 2", "1", "444", "P", "E"],
    ["Main 3", "3", "555", "U", "0"],
    ["Main 4", "4", "123", "E", "1"],
    ["Main 5", "5", "123", "0", "1"],
    ["Main", "", "123", "1", "1"],
  ] as const) {
    amount += 1;
    const more = { amount, test: true, billing_address: { address, zip } };
    const checks = { avs_verification: { result_code: avs }, cvc_verification: { result_code: cvc } };
    const paid = transactionOf(await payBy(module, { verification_value }, more));
    expect(paid, address).toMatchObject({ avs_cvc_verification: checks });
  }
});

test("the security code of the payment page decides the result of its verification; card data is neither logged nor kept", async () => {
  const { sandbox, payments, create } = await openModule();
  const token = await create({ test: true });
  const { number, holder } = CARD;
  const entries = { number, holder, expiry: "12/49", cvc: "222" };
  for (const wrong of [{ number: "4111 1111 1111 1111" }, { cvc: "90417" }, {}])
    await postForm(sandbox, `/v2/checkout?token=${token}`, { ...entries, ...wrong });
  expect(await payments.transactions.findByTrackingId("order-1007")).toMatchObject([
    { avs_cvc_verification: { cvc_verification: { result_code: "N" } } },
  ]);
  const kept = JSON.stringify([sandbox.requests, await sandbox.state()]);
  for (const secret of [number, "4111 1111", "41111111", '"90417"', '"222"'])
    expect(kept).not.toContain(secret);
});

test("transactions are found by tracking id without the version in the path, too", async () => {
  const module = await openModule();
  const paid = transactionOf(await payBy(module, {}));
  for (const path of ["/v2/transactions/tracking_id/77", "/transactions/tracking_id/77"]) {
    expect((await module.get(path)).body).toStrictEqual({ transactions: [paid] });
  }
});
