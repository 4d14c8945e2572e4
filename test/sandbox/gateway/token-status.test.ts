import { expect, test, vi } from "vitest";
import { isFinal, outcome } from "../../../src/index.ts";
import type { SandboxOptions } from "../../../src/sandbox.ts";
import { having } from "../../models/params.ts";
import { CHECKOUTS } from "../../models/tables/checkouts.ts";
import { DECLINED, ORDER, openSandbox } from "../open-gateway.ts";
import { openChallenge, postForm } from "../raw-call.ts";

const TIME = "2026-03-02T08:14:55.120Z";
const NOW = Date.parse(TIME);
const CUSTOMER = CHECKOUTS.find(({ name }) => name === "Customer")?.fields ?? [];
const { tracking_id: _, ...order } = ORDER;

function open(options?: SandboxOptions) {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  return openSandbox(options);
}

test("the response to a new token repeats the request", async () => {
  const { payments } = open();
  const sent = { attempts: 2, customer: { email: "kim@example.com" }, settings: { language: "de" } };
  const params = { transaction_type: "payment", order, ...sent } as const;
  const { token, redirect_url, ...replicated } = await payments.checkouts.create(params);
  expect(replicated).toStrictEqual(params);
  expect(redirect_url).toBe(`${payments.checkoutUrl}/widget/hpp.html?token=${token}`);
  expect(token).toMatch(/^[0-9a-f]{64}$/);
});

test("the status of a token has every documented field, null for fields that were not sent", async () => {
  const { payments, create } = open();
  const token = await create({ order });
  expect(await payments.checkouts.get(token)).toStrictEqual({
    token,
    shop_id: 4821,
    transaction_type: "payment",
    attempts: null,
    iframe: null,
    dynamic_billing_descriptor: null,
    travel: null,
    merchant: null,
    gateway_response: null,
    order: { ...order, tracking_id: null, expired_at: null, custom_fields: null, additional_data: {} },
    settings: {
      success_url: null,
      fail_url: null,
      decline_url: null,
      cancel_url: null,
      return_url: null,
      notification_url: null,
      verification_url: null,
      auto_return: null,
      button_next_text: null,
      language: null,
      customer_fields: {},
      credit_card_fields: {},
    },
    customer: Object.fromEntries(CUSTOMER.map(({ field }) => [field, null])),
    finished: false,
    expired: false,
    shop: {
      name: "Sandbox",
      url: null,
      contact_email: null,
      contact_phone: null,
      brands: ["visa", "master", "maestro", "amex", "belkart"],
    },
    company: { name: "Sandbox", site: null },
    test: false,
    status: "error",
    message: "Gateway response not found.",
    payment_method: { id: expect.any(Number), types: ["credit_card"], created_at: TIME, updated_at: TIME },
  });
});

test("the status of a token repeats the request, undocumented fields included, and has the shop's name and address", async () => {
  const { payments, create } = open({
    shopId: "shop",
    shopName: "Kim's Books",
    shopUrl: new URL("https://books.example"),
  });
  const sent = {
    test: true,
    attempts: 3,
    dynamic_billing_descriptor: "ANNUAL PASS",
    settings: { success_url: "https://shop.example/ok", customer_fields: { visible: ["email" as const] } },
    customer: { taxpayer_id: "T-1" },
  };
  const all = having(sent, { "settings.x_note": 1, "customer.x_note": 1 });
  const token = await create({ ...all, payment_method: { types: ["erip"], erip: { order_id: 1007 } } });
  expect(await payments.checkouts.get(token)).toMatchObject({
    ...all,
    shop_id: null,
    payment_method: { types: ["erip"], created_at: TIME },
    shop: { name: "Kim's Books", url: "https://books.example/" },
  });
});

test("during a 3-D Secure challenge the token is in progress, with a message", async () => {
  const { sandbox, payments, create } = open();
  const token = await create();
  await openChallenge(sandbox, token);
  expect(await payments.checkouts.get(token)).toMatchObject({
    status: "incomplete",
    message: "3-D Secure authentication is required",
    finished: false,
    expired: false,
    gateway_response: { payment: { status: "incomplete" } },
  });
  await expect(sandbox.pay(token)).rejects.toThrow("token cannot be paid, because it is in progress");
  const [{ uid = "" } = {}] = await payments.transactions.findByTrackingId("order-1007");
  await expect(sandbox.complete(uid, { status: "deleted" })).rejects.toThrow("not use an alternative method");
  await postForm(sandbox, `/v2/challenge?token=${token}`, { answer: "refuse" });
  expect(await payments.checkouts.get(token)).toMatchObject({
    status: "failed",
    message: "The payment was not confirmed by the customer",
    finished: true,
  });
});

test("the status is that of the latest attempt, and not finished while attempts are left", async () => {
  const { sandbox, payments, create, drifts } = open();
  const token = await create({ attempts: 3 });
  await sandbox.pay(token, { card: DECLINED });
  await sandbox.pay(token, { card: "4012000000001022" });
  const between = await payments.checkouts.get(token);
  expect(between).toMatchObject({
    status: "failed",
    finished: false,
    gateway_response: { payment: { status: "failed", message: "3-D Secure authentication failed" } },
  });
  expect([outcome(between), isFinal(between)]).toStrictEqual(["pending", false]);
  const { uid } = await sandbox.pay(token);
  const paid = await payments.checkouts.get(token);
  expect(paid).toMatchObject({
    status: "successful",
    message: "Transaction is successful.",
    finished: true,
    expired: false,
    gateway_response: { payment: { uid } },
  });
  expect([outcome(paid), isFinal(paid), drifts]).toStrictEqual(["paid", true, []]);
});

test("attempts default to one; the last failed attempt ends the token", async () => {
  const { sandbox, create } = open();
  for (const [params, attempts] of [
    [{}, 1],
    [{ attempts: null }, 1],
    [{ attempts: 1 }, 1],
    [{ attempts: 3 }, 3],
  ] as const) {
    const token = await create(params);
    for (let attempt = 1; attempt <= attempts; attempt += 1) await sandbox.pay(token, { card: DECLINED });
    await expect(sandbox.pay(token), JSON.stringify(params)).rejects.toThrow("no attempts are left");
  }
});

test("a token expires 24 hours after its creation, or at order.expired_at", async () => {
  for (const [speed, expired_at, life] of [
    [1, undefined, 86_400_000],
    [1, "", 86_400_000],
    [1, "2026-03-02T09:14:55+00:00", 3_599_880],
    [60, undefined, 1_440_000],
  ] as const) {
    const { payments, sandbox, create } = open({ speed });
    const token = await create({ order: { ...order, ...(expired_at !== undefined && { expired_at }) } });
    vi.setSystemTime(NOW + life - 1);
    expect(await payments.checkouts.get(token)).toMatchObject({
      expired: false,
      finished: false,
      status: "error",
    });
    vi.setSystemTime(NOW + life);
    expect(await payments.checkouts.get(token)).toMatchObject({
      expired: true,
      status: "error",
      message: "Token is expired.",
      finished: false,
    });
    await expect(sandbox.pay(token)).rejects.toThrow("token cannot be paid, because it is expired");
    vi.useRealTimers();
  }
});

test("a paid token, and one without attempts left, does not expire", async () => {
  const { sandbox, payments, create } = open();
  for (const [card, status] of [
    ["4200000000000000", "successful"],
    [DECLINED, "failed"],
  ] as const) {
    const token = await create();
    await sandbox.pay(token, { card });
    expect(await sandbox.expire(token)).toBe(false);
    vi.setSystemTime(Date.now() + 90_000_000);
    expect(await payments.checkouts.get(token)).toMatchObject({ status, expired: false });
  }
});

test("a number that is not a test card is refused, and not repeated in the error", async () => {
  const { sandbox, create } = openSandbox();
  const token = await create();
  const refusal = await sandbox.pay(token, { card: "5555444433332222" }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(RangeError);
  expect(String(refusal)).not.toContain("5555444433332222");
  expect(await sandbox.pay(token)).toMatchObject({ status: "successful" });
});

test("a token is paid once, also by concurrent payments", async () => {
  const { sandbox, create } = openSandbox();
  const token = await create();
  const outcomes = await Promise.allSettled([sandbox.pay(token), sandbox.pay(token), sandbox.pay(token)]);
  expect(outcomes.map(({ status }) => status)).toStrictEqual(["fulfilled", "rejected", "rejected"]);
  await expect(sandbox.pay(token)).rejects.toMatchObject({
    name: "NotPayableError",
    message: "The payment token cannot be paid, because it is successful",
  });
});

test("paying for an unknown token is refused with the reason", async () => {
  const { sandbox } = openSandbox();
  await expect(sandbox.pay("no such token")).rejects.toThrow("There is no such payment token");
  expect(await sandbox.expire("no such token")).toBe(false);
});
