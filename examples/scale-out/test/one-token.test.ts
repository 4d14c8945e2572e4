import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Cluster } from "./cluster.ts";
import { ask, begin, order, retry, shown } from "./customer.ts";

let cluster: Cluster;

before(async () => {
  cluster = await Cluster.start({ apps: 2, workers: 0 });
});
after(() => cluster[Symbol.asyncDispose]());

const tokensOf = (id: string) =>
  cluster.sandbox.requests.filter(
    ({ method, path, body }) =>
      method === "POST" && path.includes("checkouts") && JSON.stringify(body).includes(id),
  ).length;

/** Where the customer is sent. */
async function press(id: string): Promise<string> {
  const response = await ask(cluster, "POST", `/orders/${id}/pay`);
  assert.equal(response.status, 303, await response.text());
  return response.headers.get("location") ?? "";
}

test("a customer who presses Pay several times at once gets one payment page", async () => {
  const id = await order(cluster, 1);
  const tokens = await Promise.all(Array.from({ length: 6 }, () => begin(cluster, id)));
  assert.equal(new Set(tokens).size, 1);
  assert.equal(tokensOf(id), 1);
});

test("an order whose payment waits for a worker gets no second payment page", async () => {
  const id = await order(cluster, 1);
  await cluster.sandbox.pay(await begin(cluster, id));
  for (const _ of [1, 2]) assert.equal(await press(id), `/orders/${id}`);
  assert.equal(tokensOf(id), 1);
});

test("a token that expired is replaced, and one that a killed process was to create, too", async () => {
  const id = await order(cluster, 1);
  const expired = await begin(cluster, id);
  await cluster.sandbox.expire(expired);
  assert.notEqual(await begin(cluster, id), expired);
  const killed = await order(cluster, 1);
  await cluster.query(
    "INSERT INTO checkouts (order_id, claim, claimed_at) VALUES ($1, gen_random_uuid(), now() - interval '31 seconds')",
    [killed],
  );
  assert.ok(await begin(cluster, killed));
});

test("while the token is being created, another request waits, and is told to come again", async () => {
  const id = await order(cluster, 1);
  await cluster.query("INSERT INTO checkouts (order_id, claim) VALUES ($1, gen_random_uuid())", [id]);
  const response = await ask(cluster, "POST", `/orders/${id}/pay`);
  assert.equal(response.status, 503);
  assert.equal(response.headers.get("retry-after"), "2");
});

test("a gateway that hangs does not hold a customer whose payment page is known", async () => {
  const id = await order(cluster, 1);
  const token = await begin(cluster, id);
  cluster.gatewayNetwork.freeze();
  const startedAt = performance.now();
  assert.equal(await begin(cluster, id), token);
  assert.ok(performance.now() - startedAt < 10_000);
  cluster.gatewayNetwork.heal();
});

test("the token is paid and fulfilled once a worker runs", async () => {
  const id = await order(cluster, 1);
  // Connections of the app to the gateway that froze may still have to break.
  await cluster.sandbox.pay(await retry("Starting to pay", () => begin(cluster, id)));
  await cluster.add("worker");
  await shown(cluster, id, ({ code }) => code !== null);
  assert.equal(await press(id), `/orders/${id}`);
});
