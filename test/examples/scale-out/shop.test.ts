import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startCluster } from "./cluster.ts";
import { ask, begin, listed, order, shown, strangeToken } from "./customer.ts";

const cluster = await startCluster({ apps: 2, workers: 2, speed: 300 });
after(() => cluster[Symbol.asyncDispose]());

const reviewsOf = (id: string) =>
  cluster.query<{ key: string }>("SELECT key FROM reviews WHERE order_id = $1", [id]);

test("a payment with another amount or an unknown order pays no order and is listed", async () => {
  const id = await order(cluster, 2);
  for (const trackingId of [id, "no order of ours"])
    await cluster.sandbox.pay(await strangeToken(cluster, trackingId, 1));
  await listed(cluster, new RegExp(`mismatch .*${id}`));
  await listed(cluster, /no_order /);
  const { paid, code } = await shown(cluster, id, () => true);
  assert.deepEqual({ paid, code }, { paid: false, code: null });
  // The customer is not asked to pay again before the staff have dealt with it.
  const pay = await ask(cluster, "POST", `/orders/${id}/pay`);
  assert.equal(pay.headers.get("location"), `/orders/${id}`);
  const [{ key } = assert.fail()] = await reviewsOf(id);
  await cluster.admin("settled", key);
  await begin(cluster, id);
});

test("an invalid order is refused with the expected values", async () => {
  for (const quantity of [0, 101, 1.5, "1", null, undefined]) {
    const response = await ask(cluster, "POST", "/orders", { product: "ticket", quantity });
    assert.equal(response.status, 422);
    assert.deepEqual(await response.json(), { message: "quantity must be an integer from 1 to 100" });
  }
  for (const product of ["car", "ticket\0", 1, { toString: 1 }, null]) {
    const unknown = await ask(cluster, "POST", "/orders", { product, quantity: 1 });
    assert.equal(unknown.status, 422, JSON.stringify(product));
    assert.deepEqual(await unknown.json(), { message: "There is no such product" });
  }
  for (const id of ["x", "%00", "-".repeat(36), "00000000-0000-4000-8000-000000000000"]) {
    assert.equal((await ask(cluster, "GET", `/orders/${id}`)).status, 404);
    assert.equal((await ask(cluster, "POST", `/orders/${id}/pay`)).status, 404);
  }
});
