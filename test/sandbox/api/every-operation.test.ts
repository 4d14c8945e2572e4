import { expect, test } from "vitest";
import { API_OPERATIONS, type ApiOperation } from "../../../src/api/operations.ts";
import { newBill, newProduct } from "../../client/calls.ts";
import { ORDER, openSandbox } from "../open-gateway.ts";

/** A sandbox with one of each: a product, a token, a bill, and a payment and an authorization that saved a card. */
async function openFilled() {
  const { sandbox, payments, create } = openSandbox();
  const product = await payments.products.create(newProduct);
  const token = await create({ order: { ...ORDER, tracking_id: "open-1" } });
  const bill = await payments.bills.create(newBill);
  const paid = await sandbox.pay(await create(), { saveCard: true });
  const held = await sandbox.pay(await create({ transaction_type: "authorization" }));
  const charge = { ...ORDER, tracking_id: "month-1", credit_card: { token: paid.credit_card?.token ?? "" } };
  return { payments, product, token, bill, paid, held, charge };
}

type Filled = Awaited<ReturnType<typeof openFilled>>;

/** What each operation answers or changes. An operation without one does not compile. */
const RESULTS: Readonly<Record<ApiOperation, (filled: Filled) => Promise<readonly [unknown, unknown]>>> = {
  "products.create": async ({ payments }) => [
    await payments.products.create({ ...newProduct, name: "Reading room" }),
    { id: expect.stringMatching(/^prd_/), name: "Reading room", amount: 12_900, infinite: true },
  ],
  "products.get": async ({ payments, product }) => [await payments.products.get(product.id), product],
  "products.list": async ({ payments, product }) => [await payments.products.list(), [product]],
  "products.update": async ({ payments, product: { id } }) => {
    await payments.products.update(id, { amount: 9900 });
    return [await payments.products.get(id), { id, amount: 9900 }];
  },
  "checkouts.create": async ({ payments }) => {
    const created = await payments.checkouts.create({ transaction_type: "payment", order: ORDER });
    const status = await payments.checkouts.get(created.token);
    return [
      { ...created, status },
      { redirect_url: expect.stringContaining(created.token), order: ORDER, status: { order: ORDER } },
    ];
  },
  "checkouts.get": async ({ payments, token }) => [
    await payments.checkouts.get(token),
    { token, status: "error", finished: false, order: { tracking_id: "open-1", amount: 12_900 } },
  ],
  "transactions.get": async ({ payments, paid }) => [await payments.transactions.get(paid.uid), paid],
  "transactions.findByTrackingId": async ({ payments, paid, held }) => [
    await payments.transactions.findByTrackingId("order-1007"),
    [held, paid],
  ],
  "transactions.pay": async ({ payments, charge }) => [
    await payments.transactions.pay(charge),
    { type: "payment", status: "successful", amount: 12_900, credit_card: charge.credit_card },
  ],
  "transactions.authorize": async ({ payments, charge }) => [
    await payments.transactions.authorize(charge),
    { type: "authorization", status: "successful", amount: 12_900, credit_card: charge.credit_card },
  ],
  "transactions.capture": async ({ payments, held: { uid } }) => [
    await payments.transactions.capture({ parent_uid: uid, amount: 900 }),
    { type: "capture", parent_uid: uid, amount: 900, status: "successful" },
  ],
  "transactions.void": async ({ payments, held: { uid } }) => [
    await payments.transactions.void({ parent_uid: uid, amount: 800 }),
    { type: "void", parent_uid: uid, amount: 800, status: "successful" },
  ],
  "transactions.refund": async ({ payments, paid: { uid } }) => [
    await payments.transactions.refund({ parent_uid: uid, amount: 700, reason: "Broken" }),
    { type: "refund", parent_uid: uid, amount: 700, status: "successful" },
  ],
  "bills.create": async ({ payments }) => {
    const created = await payments.bills.create({ ...newBill, order_id: "100700000099" });
    return [
      [created, await payments.bills.get("100700000099")],
      [{ order_id: "100700000099", status: "pending", amount: 12_900 }, created],
    ];
  },
  "bills.get": async ({ payments, bill }) => [await payments.bills.get("100700000012"), bill],
  "bills.delete": async ({ payments, bill: { uid } }) => {
    await payments.bills.delete(uid);
    return [await payments.bills.get(uid), { uid, status: "deleted" }];
  },
};

test("every operation answers with what was found or made, and changes what it should change", async () => {
  for (const operation of API_OPERATIONS) {
    const [found, wanted] = await RESULTS[operation](await openFilled());
    expect([operation, found]).toMatchObject([operation, wanted]);
  }
});
