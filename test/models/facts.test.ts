/** What public clients and the gateway documentation prove beyond the reference, each fact in the local gateway. */
import { expect, test } from "vitest";
import { type DriftEvent, driftHooks } from "../../src/index.ts";
import { newBill } from "../client/calls.ts";
import checkoutCreated from "../fixtures/checkout-created.json" with { type: "json" };
import { openModule } from "../sandbox/api/open-shop-module.ts";
import { rawCall } from "../sandbox/raw-call.ts";
import { startGateway } from "../support/gateway.ts";
import { aCheckout, aProductSent, having } from "./params.ts";

const refusal = (message: string, errors: object) => ({ status: 422, body: { message, errors } });

test("a bill that the gateway refuses is refused in its words", async () => {
  const { post } = await openModule();
  const create = (changes: object) => post("/beyag/payments", { request: { ...newBill, ...changes } });
  expect(await create({ ip: undefined })).toMatchObject(
    refusal("Ip can't be blank.", { ip: ["can't be blank"] }),
  );
  expect(await create({ order_id: "000000000008" })).toMatchObject(
    refusal("Order id should not begin with 0.", { order_id: ["should not begin with 0"] }),
  );
  for (const order_id of ["1234567890123", "A-1"])
    expect(await create({ order_id })).toMatchObject({
      status: 422,
      body: { errors: { order_id: [expect.any(String)] } },
    });
});

test("the transaction host refuses a GET with a Content-Type, the hosts of tokens and bills do not", async () => {
  const { sandbox, pay, create, payments } = await openModule();
  const { uid } = await pay("payment");
  const bill = await payments.bills.create(newBill);
  const get = rawCall(sandbox, { "content-type": "application/json" });
  const message = "'Content-type' HEADER is not allowed for GET request.";
  const byId = "/v2/transactions/tracking_id/order-1007";
  for (const path of [`/transactions/${uid}`, byId, "/transactions/none"]) {
    expect(await get("GET", path), path).toMatchObject({ status: 400, body: { response: { message } } });
    expect((await rawCall(sandbox)("GET", path)).status, path).toBe(path.endsWith("none") ? 404 : 200);
  }
  for (const path of ["/products", `/ctp/api/checkouts/${await create()}`, `/beyag/payments/${bill.uid}`])
    expect((await get("GET", path)).status, path).toBe(200);
});

test("version 3 answers flat: the bank's answer is in transaction, the method in payment_method", async () => {
  const { sandbox, pay } = await openModule();
  const { uid, credit_card, payment, receipt_url } = await pay("payment");
  const call = rawCall(sandbox, { "x-api-version": "3" });
  const { body } = await call("GET", `/transactions/${uid}`);
  expect(body).toMatchObject({
    uid,
    type: "payment",
    status: "successful",
    code: "S.0000",
    friendly_message: expect.any(String),
    amount: 12_900,
    currency: "EUR",
    tracking_id: "order-1007",
    payment_method: { payment_method_type: "credit_card", ...credit_card },
    customer: { ip: null, first_name: null },
    links: { receipt_url },
    transaction: { auth_code: payment?.auth_code, gateway_id: 1, status: "successful" },
  });
  for (const field of ["payment", "credit_card", "billing_address", "receipt_url", "payment_method_type"])
    expect(body).not.toHaveProperty(field);
  const request = { parent_uid: uid, amount: 900, reason: "Returned" };
  expect((await call("POST", "/transactions/refunds", { request })).body).toMatchObject({
    type: "refund",
    parent_uid: uid,
    transaction: { status: "successful" },
  });
  expect((await call("GET", "/v2/transactions/tracking_id/order-1007")).body).toMatchObject({
    transactions: [{ type: "refund" }, { type: "payment", transaction: { status: "successful" } }],
  });
  const other = rawCall(sandbox, { "x-api-version": "2" });
  expect((await other("GET", `/transactions/${uid}`)).body).toMatchObject({ transaction: { uid } });
});

test("version 3 has a code for every status", async () => {
  const { sandbox, create } = await openModule();
  const call = rawCall(sandbox, { "x-api-version": "3" });
  const codeOf = async (uid: string) => (await call("GET", `/transactions/${uid}`)).body;
  const declined = await sandbox.pay(await create(), { card: "4005550000000019" });
  expect(await codeOf(declined.uid)).toMatchObject({ status: "failed", code: "F.0999" });
  const { uid } = await sandbox.pay(await create({ payment_method: { types: ["erip"] } }), {
    method: "erip",
  });
  expect(await codeOf(uid)).toMatchObject({
    status: "pending",
    code: "P.9998",
    payment_method: { payment_method_type: "erip" },
  });
});

test("a product has a language and is of the shop of the credentials, also after an update", async () => {
  const { post, put, payments } = await openModule();
  const { language: _, ...product } = { ...aProductSent, shop_id: "4821" };
  expect(await post("/products", product)).toMatchObject(
    refusal("Language is required", { language: ["is required"] }),
  );
  const message = "Shop id is not the identifier of your shop";
  const errors = { shop_id: ["is not the identifier of your shop"] };
  expect(await post("/products", { ...aProductSent, shop_id: 4822 })).toMatchObject(refusal(message, errors));
  expect((await post("/products", { ...product, language: "de" })).status).toBe(201);
  const [{ id } = { id: "" }] = await payments.products.list();
  expect(await put(`/products/${id}`, { shop_id: 4822 })).toMatchObject(refusal(message, errors));
  expect((await put(`/products/${id}`, { shop_id: 4821, amount: "5" })).status).toBe(204);
});

test("a new currency is sent and reported as drift, without the rest of the request in a log", async () => {
  const events: DriftEvent[] = [];
  const hooks = driftHooks((event) => events.push(event));
  await using gateway = await startGateway({ status: 201, body: checkoutCreated });
  const params = having(aCheckout, { "order.currency": "XQX", customer: { email: "kim@example.com" } });
  await gateway.client({ hooks }).checkouts.create(params);
  const issues = [{ path: ["checkout", "order", "currency"], messages: ["is unknown in ISO 4217"] }];
  expect(events).toMatchObject([{ operation: "checkouts.create", issues, body: params }]);
  expect(JSON.stringify(events)).not.toContain("kim@example.com");
  await gateway.client({ validate: false, hooks }).checkouts.create(params);
  expect(events).toHaveLength(2);
});
