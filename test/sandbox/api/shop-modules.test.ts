import { expect, test } from "vitest";
import { NOTIFY, ORDER } from "../open-gateway.ts";
import { openModule } from "./open-shop-module.ts";

/** A payment token request of a public shop module: an integer order number, PHP's `[]`, nulls and numbers. */
const requests: Record<string, object> = {
  WooCommerce: {
    version: 2.1,
    test: true,
    transaction_type: "payment",
    attempts: "3",
    order: {
      amount: 12_900,
      currency: "EUR",
      description: "Order # 1007",
      tracking_id: 1007,
      expired_at: null,
      additional_data: {
        receipt_text: ["Annual pass"],
        contract: ["recurring", "card_on_file"],
        platform_data: "WooCommerce v9.4",
        integration_data: "gateway v3.2",
      },
    },
    settings: {
      notification_url: NOTIFY,
      success_url: "https://shop.example/checkout/order-received/1007/?key=wc_order_1",
      decline_url: "https://shop.example/cancel",
      fail_url: "https://shop.example/cancel",
      cancel_url: "https://shop.example/cancel",
      language: "en",
      customer_fields: { visible: [], read_only: [] },
    },
    customer: {
      email: "kim@example.com",
      first_name: "Kim",
      last_name: "Muller",
      address: "Main street 1",
      city: "Riga",
      country: "LV",
      state: null,
      zip: 1050,
      phone: 37_120_000_000,
      ip: "203.0.113.7",
    },
    payment_method: { types: ["credit_card"], credit_card: [], halva: [] },
  },
  PrestaShop: {
    version: 2.1,
    test: 1,
    transaction_type: "payment",
    order: { amount: "12900", currency: "EUR", description: "Cart 7", tracking_id: 7, additional_data: [] },
    settings: {
      notification_url: NOTIFY,
      success_url: "https://shop.example/?token=of-the-shop",
      customer_fields: [],
      auto_return: 0,
    },
    customer: [],
    payment_method: { types: [] },
  },
};

test("a shop module's request makes a token, is paid, and its notification verifies", async () => {
  for (const [shop, checkout] of Object.entries(requests)) {
    const { post, sandbox, notified } = await openModule();
    const { status, body } = await post("/ctp/api/checkouts", { checkout });
    expect({ status, body }, shop).toMatchObject({
      status: 201,
      body: { checkout: { token: expect.any(String), redirect_url: expect.any(String) } },
    });
    const { token } = Object(body).checkout;
    const { uid, tracking_id } = await sandbox.pay(token);
    expect(tracking_id, shop).toMatch(/^\d+$/);
    // `notified` has only what `Webhooks.verify` accepted.
    expect(notified(), shop).toMatchObject([{ uid, status: "successful", amount: 12_900, tracking_id }]);
  }
});

test("modules renew a subscription with the token of the first payment, each in its own way", async () => {
  const { sandbox, create, post, notified } = await openModule();
  const token = await create({ order: { ...ORDER, additional_data: { contract: ["recurring"] } } });
  const first = await sandbox.pay(token);
  // A module stores the token of a first payment that says so.
  expect(first).toMatchObject({ status: "successful", recurring_type: "initial" });
  const renewal = {
    currency: "EUR",
    notification_url: NOTIFY,
    credit_card: { token: first.credit_card?.token },
  };
  const unused = { number: "", verification_value: "", holder: "", exp_month: "", exp_year: "" };
  const renewals: [string, string, object][] = [
    [
      "WooCommerce",
      "/transactions/payments",
      {
        amount: 990,
        description: "Order # 1008",
        tracking_id: 1008,
        return_url: null,
        language: "en",
        test: true,
        duplicate_check: true,
        customer: { ip: null, email: "kim@example.com", birth_date: null },
        billing_address: { first_name: "Kim", country: "LV", state: null, zip: "LV-1001", phone: null },
        additional_data: {
          receipt_text: [],
          contract: [],
          meta: [],
          fiscalization: [],
          platform_data: null,
          integration_data: null,
        },
      },
    ],
    [
      "Go",
      "/transactions/payments",
      {
        amount: 991,
        description: "Member 77",
        tracking_id: "77-2",
        test: false,
        credit_card: { ...unused, ...renewal.credit_card, skip_three_d_secure_verification: false },
      },
    ],
    [
      "Moodle",
      "/services/credit_cards/charges",
      {
        amount: 992,
        description: "Recurrent payment 7",
        tracking_id: 8,
        customer: { email: "kim@example.com" },
      },
    ],
  ];
  for (const [shop, path, request] of renewals) {
    expect((await post(path, { request: { ...renewal, ...request } })).body, shop).toMatchObject({
      transaction: { status: "successful", message: "Successfully processed", recurring_type: "recurring" },
    });
  }
  await expect
    .poll(() =>
      notified()
        .map(({ type, amount }) => `${amount} ${type}`)
        .sort(),
    )
    .toStrictEqual(["990 payment", "991 payment", "992 charge"]);
});
