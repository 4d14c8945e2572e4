import { expect, test } from "vitest";
import { PaymentsClient } from "../../../src/index.ts";
import { type ApiCall, Sandbox } from "../../../src/sandbox/index.ts";
import { rawCall } from "../raw-call.ts";

const order = { amount: 12900, currency: "EUR", description: "Annual pass" };

function open() {
  const sandbox = new Sandbox();
  const call = rawCall(sandbox);
  const post = (path: string, body: unknown) => call("POST", path, body);
  const named = () =>
    sandbox.requests.flatMap(({ undocumented }) =>
      undocumented.map(({ path, nearest }) => `${path.join(".")}: ${nearest}`),
    );
  return { sandbox, call, post, named };
}

test("misspelt fields are listed with the name that was meant, at every depth", async () => {
  const { post, named } = open();
  await post("/ctp/api/checkouts", {
    checkout: {
      transaction_type: "payment",
      atempts: 3,
      settings: {
        notifcation_url: "https://shop.example/notify",
        returnUrl: "https://shop.example/thanks",
        customer_fields: { visble: ["email"] },
        save_card_toggle: { Display: true },
      },
      order: {
        ...order,
        trackingId: "order-1007",
        custom_fields: { custom_field_4: { label: "Club" } },
        additional_data: {
          cart: {
            postions: [{ name: "Pass" }],
            positions: [{ name: "Pass", quantity: 1, ammount: 1 }],
          },
        },
      },
      payment_method: { typs: ["credit_card"] },
      travel: { airline: { legs: [{ arrival_city: "MSQ" }] } },
      somethingElse: true,
    },
  });
  expect(named()).toStrictEqual([
    "checkout.atempts: attempts",
    "checkout.settings.notifcation_url: notification_url",
    "checkout.settings.returnUrl: return_url",
    "checkout.settings.customer_fields.visble: visible",
    "checkout.settings.save_card_toggle.Display: display",
    "checkout.order.trackingId: tracking_id",
    "checkout.order.custom_fields.custom_field_4: custom_field_1",
    "checkout.order.additional_data.cart.postions: positions",
    "checkout.order.additional_data.cart.positions.0.ammount: amount",
    "checkout.payment_method.typs: types",
    "checkout.travel.airline.legs.0.arrival_city: undefined",
    "checkout.somethingElse: undefined",
  ]);
});

test("products and transactions are read, too", async () => {
  const { call, post, named } = open();
  await post("/products", { name: "Pass", descripton: "Entry" });
  await call("PUT", "/products/prd_1", { imortal: true });
  await post("/transactions/captures", { request: { parentUid: "1", amount: 1, reason: "x" } });
  await post("/transactions/refunds", { request: { parent_uid: "1", reasn: "x" } });
  await post("/transactions/payments", { request: { ...order, credit_card: { tokn: "t" } } });
  expect(named()).toStrictEqual([
    "descripton: description",
    "imortal: immortal",
    "request.parentUid: parent_uid",
    "request.reason: undefined",
    "request.reasn: reason",
    "request.credit_card.tokn: token",
  ]);
});

test("what public modules send, and what is the merchant's own, is not a mistake", async () => {
  const { sandbox, post } = open();
  await post("/ctp/api/checkouts", {
    checkout: {
      version: 2.1,
      transaction_type: "payment",
      customer: { ip: "127.0.0.1" },
      settings: {
        style: { widget: { buttonsColor: "#fff" } },
        button_text: "Pay",
        card_notification_url: "https://shop.example/notify",
        widget_version: 2,
        customer_fields: { hidden: ["phone"] },
      },
      order: {
        ...order,
        additional_data: {
          meta: { myField: 1 },
          platform_data: "x",
          integration_data: "x",
          avs_cvc_verification: { a: 1 },
        },
      },
      payment_method: { types: ["halva"], halva: [], alfa: { termMonths: 3 }, erip: { order_id: 1 } },
    },
  });
  await post("/products", {
    name: "Pass",
    shop_id: "1",
    notification_url: "https://shop.example/notify",
    success_url: "https://shop.example",
    fail_url: "https://shop.example",
    additional_data: { myField: 1 },
  });
  await post("/transactions/refunds", { request: { parent_uid: "1", additional_data: { myField: 1 } } });
  const credit_card = {
    number: "4200000000000000",
    verification_value: "123",
    holder: "Kim",
    exp_month: "1",
    exp_year: "2040",
  };
  await post("/transactions/payments", { request: { ...order, credit_card } });
  expect(sandbox.requests.map(({ undocumented }) => undocumented)).toStrictEqual([[], [], [], []]);
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
