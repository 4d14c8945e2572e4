import { expect, test } from "vitest";
import { endlessProduct, having } from "../../models/params.ts";
import { type Module, openModule } from "./open-shop-module.ts";

const order = { amount: 12_900, currency: "EUR", description: "Order 1007" };

const checkout = { transaction_type: "payment", test: true, order };

/** Values that shop modules send, with PHP's `[]` for an object that is not given, and those in the token's status. */
const ACCEPTED: [path: string, sent: unknown, returned: unknown][] = [
  ["order.tracking_id", 1007, "1007"],
  ["order.amount", "12900", 12_900],
  ["attempts", "3", 3],
  ["customer.zip", 220_004, "220004"],
  ["customer.country", "", ""],
  ["test", 1, true],
  ["test", "0", false],
  ["iframe", "1", true],
  ["settings.auto_pay", 0, false],
  ["settings.save_card_toggle", { display: 1 }, { display: true }],
  ["settings.auto_return", 3, "3"],
  ["payment_method.excluded_brands", [], []],
  [
    "order.custom_fields",
    { custom_field_1: { label: "Table", value: 7, visible: 1 } },
    { custom_field_1: { label: "Table", value: "7", visible: true } },
  ],
  [
    "order.additional_data.cart.positions",
    [{ name: 1, amount: "12900", quantity: "2", description: "Annual pass" }],
    [{ name: "1", amount: 12_900, quantity: 2, description: "Annual pass" }],
  ],
  ["version", 2.1, 2.1],
  ["customer.ip", "203.0.113.7", "203.0.113.7"],
  ["customer", [], { first_name: null }],
  ["settings", [], { return_url: null }],
  ["settings.customer_fields", [], {}],
  ["payment_method", [], { types: ["credit_card"] }],
  ["payment_method.credit_card", [], undefined],
  ["payment_method.halva", [], []],
  ["order.custom_fields", [], null],
  ["travel", [], null],
];

const valueAt = (tree: unknown, path: string): unknown =>
  path.split(".").reduce((section, name) => Object(section)[name], tree);

const createToken = ({ post }: Module, path: string, value: unknown) =>
  post("/ctp/api/checkouts", { checkout: having(checkout, { [path]: value }) });

test("a token is created from a shop module's request, and its status has the documented types", async () => {
  const module = await openModule();
  for (const [path, sent, returned] of ACCEPTED) {
    const { status, body } = await createToken(module, path, sent);
    const { token } = Object(Object(body).checkout);
    const { body: read } = await module.get(`/ctp/api/checkouts/${token}`);
    expect([path, status, valueAt(Object(read).checkout, path)]).toMatchObject([path, 201, returned]);
  }
});

test("values that cannot be converted are refused, with the field's name", async () => {
  const module = await openModule();
  const inMinorUnits = expect.stringContaining("must be an integer in minor units: 32.45 is written 3245");
  const refused: [path: string, sent: unknown, message: string][] = [
    ["order.amount", "129.00", inMinorUnits],
    ["order.amount", 1.5, inMinorUnits],
    ["attempts", "many", "must be an integer, 1 or more"],
    ["attempts", "", "must be an integer, 1 or more"],
    ["attempts", "9007199254740993", "must be an integer, 1 or more"],
    ["test", 2, "must be true or false"],
    ["customer", "KIM", "must be an object"],
    ["order", [], "is required"],
  ];
  for (const [path, sent, message] of refused) {
    const { status, body } = await createToken(module, path, sent);
    const found = valueAt(Object(body).errors?.checkout, path);
    expect([path, sent, status, found]).toStrictEqual([path, sent, 422, [message]]);
  }
});

test("a __proto__ key in a body sets no field, and changes no other object", async () => {
  const { sandbox, post, get } = await openModule();
  const product = { ...endlessProduct, infinite: 1, immortal: 1 };
  const sent = { transaction_type: "payment", order };
  /** JSON in which `__proto__` is a key, at each depth. */
  const inherited = (fields: object) => JSON.parse(JSON.stringify(fields).replaceAll("PROTO", "__proto__"));

  for (const [path, body] of [
    ["/products", { PROTO: product }],
    ["/ctp/api/checkouts", { PROTO: { checkout: sent } }],
    ["/ctp/api/checkouts", { checkout: { PROTO: sent } }],
    ["/ctp/api/checkouts", { checkout: { ...sent, order: { PROTO: order } } }],
  ] as const) {
    expect([path, (await post(path, inherited(body))).status]).not.toStrictEqual([path, 201]);
  }
  const created = await post("/products", inherited({ ...product, PROTO: { test: true, polluted: 1 } }));
  expect(created).toMatchObject({ status: 201, body: { test: false } });

  const customer = { first_name: "Kim", PROTO: { last_name: "Muller", polluted: 1 } };
  const visible = { PROTO: { visible: true, required: true, label: "Name", polluted: 1 } };
  const accepted = {
    ...sent,
    order: { ...order, custom_fields: visible },
    customer,
    PROTO: { test: true, polluted: 1 },
  };
  const { status, body } = await post("/ctp/api/checkouts", inherited({ checkout: accepted }));
  expect([status, body]).toStrictEqual([201, expect.anything()]);
  const { checkout } = JSON.parse(JSON.stringify(body));
  expect(await get(`/ctp/api/checkouts/${checkout.token}`)).toMatchObject({
    body: { checkout: { test: false, customer: { first_name: "Kim", last_name: null } } },
  });
  expect((await sandbox.pay(checkout.token)).status).toBe("successful");
  expect("polluted" in {}).toBe(false);
});

test("a slash at the end of an API path changes nothing", async () => {
  const module = await openModule();
  const created = await module.post("/ctp/api/checkouts/", { checkout });
  expect(created.status).toBe(201);
  const { token } = Object(created.body).checkout;
  expect((await module.get(`/ctp/api/checkouts/${token}/`)).status).toBe(200);
  const product = await module.post("/products/", endlessProduct);
  expect(product.status).toBe(201);
  const { id } = Object(product.body);
  expect((await module.get("/products/")).body).toHaveLength(1);
  expect((await module.put(`/products/${id}/`, { amount: "1500" })).status).toBe(204);
  expect(await module.get(`/products/${id}/`)).toMatchObject({ status: 200, body: { amount: 1500 } });
  expect((await module.get("/transactions/unknown/")).status).toBe(404);
});
