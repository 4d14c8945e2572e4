import { expect, test, vi } from "vitest";
import { type Fetch, InvalidRequestError, PaymentsClient } from "../../src/index.ts";
import { Sandbox } from "../../src/sandbox.ts";
import { aCheckout, having } from "../models/params.ts";
import { newBill, newCharge, newProduct, newRefund, rejection } from "./calls.ts";

/** A client whose calls are answered by a local gateway. */
function openClient() {
  const sandbox = new Sandbox();
  const fetch = vi.fn<Fetch>((url, init) => sandbox.fetch(new Request(url, init)));
  return { payments: new PaymentsClient({ ...sandbox.clientOptions, fetch }), fetch };
}

/** Parameters as JavaScript passes them, where no type refuses a name. */
const untyped = (params: object): never => params as never;

/** Where another author's program wrote a name, and the right name. */
const misnamed: readonly (readonly [path: string, right: string])[] = [
  ["order.trackingId", "tracking_id"],
  ["order.expiredAt", "expired_at"],
  ["order.Amount", "amount"],
  ["settings.notificationUrl", "notification_url"],
  ["settings.NOTIFICATION_URL", "notification_url"],
  ["settings.notificationurl", "notification_url"],
  ["settings.customerFields", "customer_fields"],
  ["transactionType", "transaction_type"],
  ["customer.firstName", "first_name"],
  ["payment_method.creditCard", "credit_card"],
  ["order.additional_data.receiptText", "receipt_text"],
  ["order.additional_data.cart.positions.0.nomenclatureCode", "nomenclature_code"],
];

test.each(misnamed)("%s is refused, and the message has %s", async (path, right) => {
  const { payments, fetch } = openClient();
  const positions = [{ name: "Pass", amount: 12900, quantity: 1, description: "One" }];
  const base = having(aCheckout, { "order.amount": 12900, "order.additional_data.cart": { positions } });
  const params = having(base, { [path]: path === "payment_method.creditCard" ? {} : "x" });
  const error = await rejection(payments.checkouts.create(params), InvalidRequestError);
  expect(error.message).toBe(`checkouts.create was not sent: checkout.${path} must be written ${right}`);
  expect(error.issues).toMatchObject([{ path: ["checkout", ...path.split(".")], code: "forbidden" }]);
  expect(fetch).not.toHaveBeenCalled();
});

test("names are checked in every call with parameters", async () => {
  const { payments, fetch } = openClient();
  const name = { trackingId: "1007", returnUrl: "https://shop.example", orderId: 7 };
  for (const call of [
    payments.products.create(untyped({ ...newProduct, ...name })),
    payments.products.update("prd_1", untyped({ name: "Pass", ...name })),
    payments.transactions.pay(untyped({ ...newCharge, ...name })),
    payments.transactions.refund(untyped({ ...newRefund, ...name })),
    payments.bills.create(untyped({ ...newBill, ...name })),
  ]) {
    expect((await rejection(call, InvalidRequestError)).message).toMatch(/must be written \w+_\w+/);
  }
  expect(fetch).not.toHaveBeenCalled();
});

test.each(["order", "settings"])("test in %s would make a live payment, and is refused", async (section) => {
  const { payments, fetch } = openClient();
  for (const value of [true, false, 1]) {
    const params = having(aCheckout, { [`${section}.test`]: value });
    const { message } = await rejection(payments.checkouts.create(params), InvalidRequestError);
    expect(message).toContain(
      `checkout.${section}.test has no effect. Pass it next to ${section}, not in it`,
    );
  }
  expect(fetch).not.toHaveBeenCalled();
});

test("other names that are not documented are sent", async () => {
  const { payments, fetch } = openClient();
  const params = having(aCheckout, {
    expires_at: "2030-01-01",
    "order.invoice": { trackingId: "1", test: true },
    "order.test_mode": true,
    "settings.style": { Language: "en", notificationUrl: 1 },
    "payment_method.halva": { accountNumber: "1" },
    "customer.Email2": "x",
  });
  await payments.checkouts.create(params);
  const sent: unknown = JSON.parse(String(fetch.mock.calls[0]?.[1].body));
  expect(sent).toMatchObject({ checkout: { expires_at: "2030-01-01", order: { test_mode: true } } });
});

test("without validation, every name is sent", async () => {
  const { payments, fetch } = openClient();
  const params = having(aCheckout, { "order.trackingId": "1" });
  await payments.withOptions({ validate: false }).checkouts.create(params);
  expect(fetch).toHaveBeenCalledTimes(1);
});

test("the time to refuse an object grows with the number of its names, not with its square", async () => {
  const { payments } = openClient();
  const timeOf = async (count: number): Promise<number> => {
    const names = Array.from({ length: count }, (_, index) => [`Amount${"_".repeat(index % 9)}${index}`, 1]);
    const order = { ...aCheckout.order, ...Object.fromEntries(names), AMOUNT: 1 };
    const before = process.cpuUsage();
    const error = await rejection(payments.checkouts.create({ ...aCheckout, order }), InvalidRequestError);
    expect(error.issues).toHaveLength(1);
    return process.cpuUsage(before).user;
  };
  // The shortest of some runs, because the first ones also compile.
  const few = Math.min(await timeOf(4_000), await timeOf(4_000), await timeOf(4_000));
  const many = Math.min(await timeOf(64_000), await timeOf(64_000));
  // Linear time and garbage collection took 27 to 40 times as long, a scan for each name 94 times.
  expect(many / few).toBeLessThan(64);
});
