import { expect, test, vi } from "vitest";
import { type CheckoutCreateParams, InvalidRequestError, PaymentsClient } from "../../src/index.ts";
import { newCheckout, newProduct, newRefund, rejection } from "../client/calls.ts";
import { optionsFor, startGateway } from "../support/gateway.ts";

/** The problems of a call that must not be sent. */
const issuesOf = async (call: (payments: PaymentsClient) => Promise<unknown>) => {
  const fetch = vi.fn(() => Promise.reject(new Error("sent")));
  const payments = new PaymentsClient({ ...optionsFor("https://gateway.example"), fetch });
  const { issues } = await rejection(call(payments), InvalidRequestError);
  expect(fetch).not.toHaveBeenCalled();
  return issues.map(({ path, messages }) => `${path.join(".")} ${messages}`);
};

test.each([
  ["half of an emoji, as a cut text has", "Pass 🎫".slice(0, 6)],
  ["the other half", "🎫 Pass".slice(1)],
  ["NUL, which PostgreSQL refuses", "Pass\0"],
])("a text with %s is refused, with its field", async (_, text) => {
  const expected = "must be a text without NUL and without half of a surrogate pair";
  expect(await issuesOf(({ products }) => products.create({ ...newProduct, name: text }))).toStrictEqual([
    `name ${expected}`,
  ]);
  const order = { ...newCheckout.order, additional_data: { receipt_text: ["ok", text] } };
  expect(await issuesOf(({ checkouts }) => checkouts.create({ ...newCheckout, order }))).toStrictEqual([
    `checkout.order.additional_data.receipt_text.1 ${expected}`,
  ]);
  expect(await issuesOf(({ checkouts }) => checkouts.get(text))).toHaveLength(1);
});

test("the body of the reference, with its outer key, is recognized", async () => {
  const nested = (key: string, value: object): CheckoutCreateParams & typeof newRefund =>
    JSON.parse(JSON.stringify({ [key]: value }));
  const advice = "must be left out. Pass its content";
  const checkout = nested("checkout", newCheckout);
  expect(await issuesOf((of) => of.checkouts.create(checkout))).toContain(`checkout.checkout ${advice}`);
  const request = nested("request", newRefund);
  expect(await issuesOf(({ transactions }) => transactions.refund(request))).toContain(`request ${advice}`);
});

test("an application that replaces Date.prototype.toJSON changes no time that is sent", async () => {
  vi.spyOn(Date.prototype, "toJSON").mockReturnValue("2026-03-02T13:00:00");
  await using gateway = await startGateway({ status: 503 });
  const order = { ...newCheckout.order, expired_at: new Date(Date.UTC(2026, 2, 2, 10)) };
  const { checkouts } = gateway.client({ maxRetries: 0 });
  await checkouts.create({ ...newCheckout, order }).catch(() => undefined);
  expect(gateway.requests[0]?.body).toContain('"expired_at":"2026-03-02T10:00:00+00:00"');
});
