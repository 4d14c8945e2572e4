import { expect, test } from "vitest";
import { PaymentsClient } from "../../../src/index.ts";
import { type ApiCall, Sandbox } from "../../../src/sandbox.ts";
import { aCheckout, having } from "../../models/params.ts";
import { rawCall } from "../raw-call.ts";

function open() {
  const sandbox = new Sandbox();
  const call = rawCall(sandbox);
  const post = (path: string, body: unknown) => call("POST", path, body);
  return { sandbox, call, post };
}

/** Misspelt fields of each request, and what was meant. */
const MISSPELT: [method: string, path: string, base: object, fields: Record<string, string | undefined>][] = [
  [
    "POST",
    "/ctp/api/checkouts",
    having(
      { checkout: aCheckout },
      { "checkout.order.additional_data.cart.positions": [{}], "checkout.travel.airline.legs": [{}] },
    ),
    {
      "checkout.order.trackingId": "tracking_id",
      "checkout.order.custom_fields.custom_field_4": "custom_field_1",
      "checkout.order.additional_data.cart.postions": "positions",
      "checkout.order.additional_data.cart.positions.0.ammount": "amount",
      "checkout.travel.airline.legs.0.arrival_city": undefined,
      "checkout.atempts": "attempts",
      "checkout.settings.notifcation_url": "notification_url",
      "checkout.settings.returnUrl": "return_url",
      "checkout.settings.customer_fields.visble": "visible",
      "checkout.settings.save_card_toggle.Display": "display",
      "checkout.payment_method.typs": "types",
      "checkout.somethingElse": undefined,
    },
  ],
  ["POST", "/products", {}, { descripton: "description" }],
  ["PUT", "/products/prd_1", {}, { imortal: "immortal" }],
  ["POST", "/transactions/captures", {}, { "request.parentUid": "parent_uid", "request.reason": undefined }],
  ["POST", "/transactions/refunds", {}, { "request.reasn": "reason" }],
  ["POST", "/transactions/payments", {}, { "request.credit_card.tokn": "token" }],
  ["POST", "/beyag/payments", {}, { "request.payment_method.acount_number": "account_number" }],
];

test("misspelt fields are listed with the name that was meant, at every depth", async () => {
  for (const [method, path, base, fields] of MISSPELT) {
    const { call, sandbox } = open();
    const wrong = Object.fromEntries(Object.keys(fields).map((field) => [field, "x"]));
    await call(method, path, having(base, wrong));
    const found = sandbox.requests[0]?.undocumented.map((one) => [one.path.join("."), one.nearest]);
    expect(Object.fromEntries(found ?? []), path).toStrictEqual(fields);
  }
});

/** What public modules send, and what is the merchant's own. */
const NO_MISTAKE: [path: string, fields: Record<string, unknown>][] = [
  [
    "/ctp/api/checkouts",
    {
      "checkout.version": 2.1,
      "checkout.customer.ip": "127.0.0.1",
      "checkout.settings.style": { widget: { buttonsColor: "#fff" } },
      "checkout.settings.button_text": "Pay",
      "checkout.settings.card_notification_url": "https://shop.example/notify",
      "checkout.settings.widget_version": 2,
      "checkout.settings.customer_fields.hidden": ["phone"],
      "checkout.order.fiscalization": [],
      "checkout.order.additional_data.fiscalization": [],
      "checkout.order.additional_data.meta": { myField: 1 },
      "checkout.order.additional_data.platform_data": "x",
      "checkout.order.additional_data.integration_data": "x",
      "checkout.order.additional_data.avs_cvc_verification": { a: 1 },
      "checkout.payment_method.halva": [],
      "checkout.payment_method.alfa.termMonths": 3,
      "checkout.payment_method.erip.order_id": 1,
    },
  ],
  ["/products", { shop_id: "1", notification_url: "x", success_url: "x", fail_url: "x" }],
  ["/products", { "additional_data.myField": 1 }],
  ["/products", { visible: true }],
  ["/transactions/refunds", { "request.additional_data.myField": 1 }],
  ["/transactions/payments", { "request.credit_card.number": "4200000000000000" }],
  ["/transactions/payments", { "request.credit_card.verification_value": "123" }],
  ["/transactions/payments", { "request.credit_card": { holder: "Kim", exp_month: "1", exp_year: "2040" } }],
];

test("what public modules send, and what is the merchant's own, is not a mistake", async () => {
  const { sandbox, post } = open();
  for (const [path, fields] of NO_MISTAKE) await post(path, having({}, fields));
  expect(sandbox.requests.flatMap(({ undocumented }) => undocumented)).toStrictEqual([]);
});

test("a request that is not a JSON object, or has thousands of unknown fields, is listed in bounds", async () => {
  const { sandbox, post } = open();
  for (const body of [[], '"text"', { checkout: [] }, { checkout: { order: "x", settings: [1] } }]) {
    await post("/ctp/api/checkouts", body);
  }
  const many = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`field${index}`, 1]));
  await post("/ctp/api/checkouts", { checkout: many });
  expect(sandbox.requests.map(({ undocumented }) => undocumented.length)).toStrictEqual([0, 0, 0, 0, 100]);
});

test("onRequest tells of each call, and a listener that throws changes nothing", async () => {
  const { sandbox } = open();
  const client = new PaymentsClient(sandbox.clientOptions);
  const calls: ApiCall[] = [];
  const remove = sandbox.onRequest((call) => calls.push(call));
  sandbox.onRequest(() => {
    throw new Error("a listener's own");
  });
  await client.products.list();
  await client.products.list();
  remove();
  await client.products.list();
  expect(calls).toStrictEqual(sandbox.requests.slice(0, 2));
});
