import { expect, test, vi } from "vitest";
import { completeCheckout } from "../../models/complete-params.ts";
import { DECLINED, openSandbox, ORDER as order } from "../open-gateway.ts";
import { openChallenge, postForm } from "../raw-call.ts";

const TIME = "2026-03-02T08:14:55.120Z";
const NOW = Date.parse(TIME);

test("a successful payment is a transaction with every documented field", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  const { sandbox, payments, create } = openSandbox();
  const customer = { ...completeCheckout.customer, address: "1 Main Street", zip: "90001" };
  const token = await create({
    test: true,
    customer,
    dynamic_billing_descriptor: "ANNUAL PASS",
    settings: { language: "de" },
    order: {
      ...order,
      additional_data: { receipt_text: ["Thanks"] },
      custom_fields: { custom_field_1: { label: "Member", value: "M-88" } },
    },
  });
  const { uid, ...transaction } = await sandbox.pay(token, { holder: "ADA KING" });
  const { email, birth_date, external_id, taxpayer_id, ...address } = customer;
  expect(transaction).toStrictEqual({
    id: uid,
    type: "payment",
    status: "successful",
    ...order,
    message: "Successfully processed",
    code: "S.0000",
    friendly_message: "The operation is successfully processed.",
    test: true,
    created_at: TIME,
    updated_at: TIME,
    paid_at: TIME,
    expired_at: null,
    closed_at: null,
    settled_at: null,
    language: "de",
    payment_method_type: "credit_card",
    method_type: "credit_card",
    recurring_type: null,
    avs_cvc_verification: { avs_verification: { result_code: "M" }, cvc_verification: { result_code: "1" } },
    three_d_secure_verification: null,
    receipt_url: `${payments.checkoutUrl}/v2/result?token=${token}`,
    redirect_url: `${payments.checkoutUrl}/process/${uid}`,
    credit_card: {
      holder: "ADA KING",
      stamp: expect.stringMatching(/^[0-9a-f]{32}$/),
      brand: "visa",
      last_4: "0000",
      first_1: "4",
      bin: "420000",
      exp_month: 12,
      exp_year: 2028,
      token: null,
    },
    customer: { email, birth_date, external_id, taxpayer_id, ip: null, device_id: null },
    billing_address: address,
    additional_data: { receipt_text: ["Thanks"], vendor: { name: "CTP", token } },
    custom_fields: { custom_field_1: { label: "Member", value: "M-88" } },
    payment: {
      auth_code: expect.stringMatching(/^[1-9]\d{5}$/),
      bank_code: "00",
      rrn: String(NOW).slice(-12),
      ref_id: expect.stringMatching(/^[0-9a-f]{12}$/),
      message: "Payment was approved",
      amount: 12900,
      currency: "EUR",
      billing_descriptor: "ANNUAL PASS",
      gateway_id: 1,
      status: "successful",
    },
  });
  const { gateway_response } = await payments.checkouts.get(token);
  expect(gateway_response).toStrictEqual({
    payment: { uid, type: "payment", ...Object(transaction.payment), receipt_url: transaction.receipt_url },
  });
});

test("a declined payment has no paid_at and no approval codes", async () => {
  const { sandbox, create } = openSandbox();
  const transaction = await sandbox.pay(await create(), { card: DECLINED });
  expect(transaction).toMatchObject({
    status: "failed",
    message: "Payment was declined",
    test: false,
    language: "en",
    paid_at: null,
    credit_card: { holder: "KIM MULLER" },
    customer: { email: null, birth_date: null, external_id: null, taxpayer_id: null },
    payment: { auth_code: null, rrn: null, ref_id: null, bank_code: "05", billing_descriptor: null },
  });
  expect(transaction).not.toHaveProperty("code");
  expect(transaction).not.toHaveProperty("friendly_message");
});

test("updated_at and paid_at are the time of the challenge's answer, created_at that of payment and token", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  const { sandbox, payments, create } = openSandbox();
  const token = await create();
  await openChallenge(sandbox, token);
  vi.setSystemTime(NOW + 60_000);
  await postForm(sandbox, `/v2/challenge?token=${token}`, { answer: "confirm" });
  const changed = { created_at: TIME, updated_at: "2026-03-02T08:15:55.120Z" };
  expect(await payments.transactions.findByTrackingId("order-1007")).toMatchObject([
    { status: "successful", ...changed, paid_at: changed.updated_at, payment: { bank_code: "00" } },
  ]);
  expect(await payments.checkouts.get(token)).toMatchObject({ payment_method: changed });
});

test("a successful payment returns a card token for a contract, a tokenization or a customer who saves the card", async () => {
  const contract = (value: ("recurring" | "oneclick")[]) => ({
    order: { ...order, additional_data: { contract: value } },
  });
  const token = expect.stringMatching(/^[0-9a-f]{64}$/);
  for (const [params, options, card, expected] of [
    [{}, {}, "4200000000000000", null],
    [{}, { saveCard: false }, "4200000000000000", null],
    [{}, { saveCard: true }, "4200000000000000", token],
    [{}, { saveCard: true }, "4012000000001097", token],
    [{}, { saveCard: true }, DECLINED, null],
    [contract([]), {}, "4200000000000000", null],
    [contract(["oneclick"]), {}, "4200000000000000", token],
    [contract(["recurring"]), {}, "4012000000001022", null],
    [{ transaction_type: "tokenization" as const }, {}, "4200000000000000", token],
    [{ transaction_type: "tokenization" as const }, {}, DECLINED, null],
  ] as const) {
    const { sandbox, create } = openSandbox();
    const { credit_card } = await sandbox.pay(await create(params), { card, ...options });
    expect(credit_card?.token, JSON.stringify([params, options, card])).toStrictEqual(expected);
  }
});

test("expected_bank_code of a test payment is in the bank's details and in the customer's message", async () => {
  const { sandbox, create } = openSandbox();
  const expecting = { ...order, additional_data: { recipient: { expected_bank_code: "F.1002" } } };
  expect(await sandbox.pay(await create({ test: true, order: expecting }))).toMatchObject({
    status: "failed",
    code: "F.1002",
    message: "Declined with the code F.1002",
    friendly_message: "The bank declined the payment (F.1002). Please contact your bank or use another card.",
    payment: { bank_code: "F.1002", code: "F.1002", auth_code: null },
  });
  for (const test of [false, null, undefined]) {
    const paid = await sandbox.pay(await create({ test, order: expecting }));
    expect(paid).toMatchObject({ status: "successful" });
  }
});

test("a customer's entries replace the merchant's values in status and transaction, and the others stay", async () => {
  const { sandbox, payments, create } = openSandbox();
  const custom_fields = {
    custom_field_1: { label: "Member", value: "M-1", visible: true },
    custom_field_2: { label: "Seat", value: "7" },
  };
  const token = await create({
    customer: { email: "old@example.com", city: "Austin" },
    order: { ...order, custom_fields },
  });
  const transaction = await sandbox.pay(token, {
    customer: { email: "new@example.com", first_name: "Kim" },
    customFields: { custom_field_1: "M-88" },
  });
  const entered = { ...custom_fields, custom_field_1: { label: "Member", value: "M-88", visible: true } };
  expect(transaction).toMatchObject({
    customer: { email: "new@example.com" },
    billing_address: { first_name: "Kim", city: "Austin" },
    custom_fields: entered,
  });
  expect(await payments.checkouts.get(token)).toMatchObject({
    customer: { email: "new@example.com", first_name: "Kim", city: "Austin" },
    order: { custom_fields: entered },
  });
});

test("a capture takes the values that it omits from its authorization, the saved card included", async () => {
  const { sandbox, payments, create } = openSandbox();
  const customer = { email: "kim@example.com", first_name: "Kim" };
  const token = await create({
    transaction_type: "authorization",
    customer,
    settings: { language: "de" },
    dynamic_billing_descriptor: "PASS",
  });
  const parent = await sandbox.pay(token, { saveCard: true });
  const { uid: parent_uid, currency, description, tracking_id, test, language, receipt_url } = parent;
  const additional_data = { referer: "https://shop.example" };
  const capture = await payments.transactions.capture({ parent_uid, amount: 100, additional_data });
  expect(capture).toMatchObject({
    id: capture.uid,
    parent_uid,
    amount: 100,
    currency,
    description,
    tracking_id,
    test,
    language,
    receipt_url,
    payment_method_type: "credit_card",
    credit_card: parent.credit_card,
    customer: parent.customer,
    billing_address: parent.billing_address,
    additional_data,
    capture: { billing_descriptor: "PASS" },
    message: "Successfully processed",
    code: "S.0000",
    friendly_message: "The operation is successfully processed.",
  });
  expect(capture).not.toHaveProperty("reason");
  expect(await payments.transactions.get(capture.uid)).toStrictEqual(capture);
});
