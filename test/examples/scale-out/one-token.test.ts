import assert from "node:assert/strict";
import { after, test } from "node:test";
import { closeCheckout, storeCheckout } from "../../../examples/scale-out/src/checkouts.ts";
import { transaction } from "../../../examples/scale-out/src/database.ts";
import { startCluster, vanish } from "./cluster.ts";
import { ask, begin, listed, order, retry, shown, strangeToken } from "./customer.ts";

let isHeard = true;

const cluster = await startCluster({
  apps: 2,
  workers: 0,
  deliver: async (request, post) => (isHeard ? post(request) : vanish(request, post)),
});
after(() => cluster[Symbol.asyncDispose]());

const tokensOf = (id: string) =>
  cluster.sandbox.requests.filter(
    ({ method, path, body }) =>
      method === "POST" && path.includes("checkouts") && JSON.stringify(body).includes(id),
  ).length;

/** Lets the token of an order be created at another time. */
const setAge = (id: string, time: string) =>
  cluster.query("UPDATE checkouts SET created_at = now() + $2::interval WHERE order_id = $1", [id, time]);

/** Where the customer is sent. */
async function press(id: string): Promise<string> {
  const response = await ask(cluster, "POST", `/orders/${id}/pay`);
  assert.equal(response.status, 303, await response.text());
  return response.headers.get("location") ?? "";
}

test("a token that ended is replaced, and one that the gateway does not have after a day", async () => {
  const id = await order(cluster, 1);
  const ended = await begin(cluster, id);
  await cluster.sandbox.expire(ended);
  await retry("Replacing it", async () => assert.notEqual(await begin(cluster, id), ended));
  // The second one is of a database whose clock was ahead.
  for (const time of ["-25 hours", "370 days"]) {
    const unknown = await order(cluster, 1);
    await begin(cluster, unknown);
    await cluster.query("UPDATE checkouts SET token = 'unknown' WHERE order_id = $1", [unknown]);
    await press(unknown);
    assert.equal(tokensOf(unknown), 1, "one 404 can be an error of the gateway");
    await setAge(unknown, time);
    await press(unknown);
    assert.equal(tokensOf(unknown), 2);
  }
});

test("a token that expired is replaced only if the gateway shows that it was not paid", async () => {
  const id = await order(cluster, 1);
  isHeard = false;
  await cluster.sandbox.pay(await begin(cluster, id));
  isHeard = true;
  await setAge(id, "-25 hours");
  cluster.sandbox.failNext({ status: 500 });
  assert.equal((await ask(cluster, "POST", `/orders/${id}/pay`)).status, 503);
  assert.equal(await retry("Finding the payment", () => press(id)), `/orders/${id}`);
  assert.equal((await shown(cluster, id, ({ paid }) => paid)).paid, true);
  assert.equal(tokensOf(id), 1);
});

test("a token that is created while the order is paid is shown to no customer", async () => {
  const id = await order(cluster, 1);
  const made = { token: "late", redirectUrl: "https://gateway.example" };
  let storing: Promise<boolean> | undefined;
  await transaction(cluster.pool, async (sql) => {
    await closeCheckout(sql, id);
    storing = storeCheckout(cluster.pool, id, undefined, made, undefined);
    await retry("Waiting for the lock", async () =>
      assert.equal((await cluster.query("SELECT FROM pg_locks WHERE NOT granted")).length, 1),
    );
  });
  assert.equal(await storing, false);
});

test("a 400 of the gateway is not blamed on the customer's request", async () => {
  const id = await order(cluster, 1);
  cluster.sandbox.failNext({ status: 400 });
  const { status, headers } = await ask(cluster, "POST", `/orders/${id}/pay`);
  assert.deepEqual([status, headers.get("retry-after")], [503, "2"]);
  for (const body of ["{", JSON.stringify({ product: "x".repeat(200_000) })]) {
    assert.equal((await ask(cluster, "POST", "/orders", body)).status, 400);
  }
  await begin(cluster, id);
});

test("a gateway that hangs does not hold a customer whose payment page is known", async () => {
  const id = await order(cluster, 1);
  const token = await begin(cluster, id);
  cluster.gatewayNetwork.freeze();
  const startedAt = performance.now();
  assert.equal(await begin(cluster, id), token);
  assert.ok(performance.now() - startedAt < 25_000, "the client itself would wait for 30 seconds");
  cluster.gatewayNetwork.heal();
  // Its calls fail until the connections that hung are closed.
  const next = await order(cluster, 1);
  await retry("Starting to pay again", () => begin(cluster, next));
});

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
  const [{ key } = assert.fail()] = await cluster.query<{ key: string }>(
    "SELECT key FROM reviews WHERE order_id = $1",
    [id],
  );
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
