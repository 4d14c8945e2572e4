import { expect, test } from "vitest";
import { endlessProduct } from "../../models/params.ts";
import { type Module, openModule } from "./open-shop-module.ts";

const order = { amount: 12_900, currency: "EUR", description: "Order 1007" };

const checkout = { transaction_type: "payment", test: true, order };

/** A request of a shop module, with PHP's `[]` for an object that is not given, and its fields in the token's status. */
const accepted: [sent: object, returned: object][] = [
  [{ order: { ...order, tracking_id: 1007 } }, { order: { tracking_id: "1007" } }],
  [{ order: { ...order, amount: "12900" } }, { order: { amount: 12_900 } }],
  [{ attempts: "3" }, { attempts: 3 }],
  [
    { customer: { zip: 220_004, phone: 375_291_234_567 } },
    { customer: { zip: "220004", phone: "375291234567" } },
  ],
  [{ test: 1 }, { test: true }],
  [{ test: 0 }, { test: false }],
  [{ iframe: "1" }, { iframe: true }],
  [
    { settings: { auto_pay: 0, save_card_toggle: { display: 1 } } },
    { settings: { auto_pay: false, save_card_toggle: { display: true } } },
  ],
  [{ settings: { auto_return: 3 } }, { settings: { auto_return: "3" } }],
  [
    { payment_method: { types: ["credit_card"], excluded_brands: [] } },
    { payment_method: { types: ["credit_card"], excluded_brands: [] } },
  ],
  [
    { order: { ...order, custom_fields: { custom_field_1: { label: "Table", value: 7, visible: 1 } } } },
    { order: { custom_fields: { custom_field_1: { label: "Table", value: "7", visible: true } } } },
  ],
  [
    {
      order: {
        ...order,
        additional_data: {
          cart: { positions: [{ name: 1, amount: "12900", quantity: "2", description: "Annual pass" }] },
        },
      },
    },
    {
      order: {
        additional_data: {
          cart: { positions: [{ name: "1", amount: 12_900, quantity: 2, description: "Annual pass" }] },
        },
      },
    },
  ],
  [{ payment_method: { types: [] } }, { payment_method: { types: [] } }],
  [
    { version: 2.1, customer: { ip: "203.0.113.7" }, settings: { widget_version: 2 } },
    { version: 2.1, customer: { ip: "203.0.113.7" }, settings: { widget_version: 2 } },
  ],
  [{ customer: [] }, { customer: { first_name: null } }],
  [{ settings: [] }, { settings: { return_url: null } }],
  [{ payment_method: { credit_card: [] } }, { payment_method: { types: ["credit_card"] } }],
  [{ payment_method: { halva: [] } }, { payment_method: { types: ["credit_card"] } }],
  [{ payment_method: [] }, { payment_method: { types: ["credit_card"] } }],
  [{ order: { ...order, additional_data: [] } }, { order: { additional_data: {} } }],
  [{ order: { ...order, custom_fields: [] } }, { order: { tracking_id: null } }],
  [{ settings: { customer_fields: [] } }, { settings: { customer_fields: {} } }],
  [{ settings: { style: [] } }, { settings: { return_url: null } }],
  [{ travel: [] }, {}],
];

const createToken = async (module: Module, fields: object): Promise<unknown> => {
  const answer = await module.post("/ctp/api/checkouts", { checkout: { ...checkout, ...fields } });
  expect(answer).toMatchObject({ status: 201 });
  const { token } = Object(answer.body).checkout;
  const status = await module.get(`/ctp/api/checkouts/${token}`);
  return Object(status.body).checkout;
};

test("a token is created from a shop module's request, and its status has the documented types", async () => {
  const module = await openModule();
  for (const [sent, returned] of accepted) {
    expect(await createToken(module, sent), JSON.stringify(sent)).toMatchObject(returned);
  }
});

test("null in every optional field is accepted", async () => {
  const module = await openModule();
  const names = [
    "attempts",
    "iframe",
    "settings",
    "customer",
    "payment_method",
    "travel",
    "dynamic_billing_descriptor",
  ];
  expect(await createToken(module, Object.fromEntries(names.map((name) => [name, null])))).toMatchObject({
    token: expect.any(String),
  });
});

test("values that cannot be converted are refused, with the field's name", async () => {
  const module = await openModule();
  const refused: [sent: object, path: string[], message: string][] = [
    [
      { order: { ...order, amount: "129.00" } },
      ["order", "amount"],
      expect.stringContaining("must be an integer in minor units: 32.45 is written 3245"),
    ],
    [
      { order: { ...order, amount: 1.5 } },
      ["order", "amount"],
      expect.stringContaining("must be an integer in minor units: 32.45 is written 3245"),
    ],
    [{ attempts: "many" }, ["attempts"], "must be an integer"],
    [{ attempts: "9007199254740993" }, ["attempts"], "must be an integer"],
    [{ test: 2 }, ["test"], "must be true or false"],
    [{ test: "yes" }, ["test"], "must be true or false"],
    [{ customer: "KIM" }, ["customer"], "must be an object"],
    [{ customer: ["KIM"] }, ["customer"], "must be an object"],
    [{ order: [] }, ["order"], "is required"],
  ];
  for (const [sent, path, message] of refused) {
    const answer = await module.post("/ctp/api/checkouts", { checkout: { ...checkout, ...sent } });
    const found = path.reduce((tree, name) => Object(tree)[name], Object(answer.body).errors?.checkout);
    expect({ status: answer.status, found }, JSON.stringify(sent)).toStrictEqual({
      status: 422,
      found: [message],
    });
  }
});

test("a __proto__ key in a body sets no field, and changes no other object", async () => {
  const { sandbox, post, get } = await openModule();
  const product = { ...endlessProduct, infinite: 1, immortal: 1 };
  const sent = { transaction_type: "payment", order };
  /** JSON in which `__proto__` is a key, at each depth. */
  const inherited = (fields: object): object =>
    JSON.parse(JSON.stringify(fields).replaceAll("PROTO", "__proto__"));

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

test("a product is created from digits and numbers, and is returned with the documented types", async () => {
  const module = await openModule();
  const sent = {
    name: 7,
    description: "Entry",
    currency: "EUR",
    amount: 1233,
    quantity: 3,
    shop_id: "4821",
    immortal: "1",
    test: 1,
    infinite: 0,
  };
  const { status, body } = await module.post("/products", sent);
  expect(status).toBe(201);
  expect(body).toMatchObject({ name: "7", amount: 1233, quantity: 3, test: true, infinite: false });
});
