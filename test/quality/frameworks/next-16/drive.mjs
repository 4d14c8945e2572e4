/** Builds and starts the application against a local gateway, and pays in it. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { PaymentsClient } from "payments-client";
import { Sandbox } from "payments-client/sandbox";

const sandbox = new Sandbox();
const server = await sandbox.listen();
const { clientOptions } = server;
const payments = new PaymentsClient(clientOptions);

const probe = createServer().listen(0, "127.0.0.1");
await once(probe, "listening");
const { port } = probe.address();
probe.close();
const shop = `http://127.0.0.1:${port}`;

const env = {
  ...process.env,
  NEXT_TELEMETRY_DISABLED: "1",
  PAYMENTS_SHOP_ID: clientOptions.shopId,
  PAYMENTS_SECRET_KEY: clientOptions.secretKey,
  PAYMENTS_BASE_URL: clientOptions.baseUrl,
  PAYMENTS_CHECKOUT_URL: clientOptions.checkoutUrl,
  PAYMENTS_GATEWAY_URL: clientOptions.gatewayUrl,
  PAYMENTS_PUBLIC_KEY: await sandbox.publicKey(),
};
const next = (...args) =>
  spawn("node_modules/.bin/next", args, { env, stdio: ["ignore", "inherit", "inherit"] });

const [built] = await once(next("build"), "exit");
assert.equal(built, 0);
const started = next("start", "--port", String(port), "--hostname", "127.0.0.1");

const signal = AbortSignal.timeout(60_000);
const shown = async (path) =>
  /is-(?:<!-- -->)?(\w+)/.exec(await (await fetch(shop + path, { signal })).text())?.[1];
const order = { amount: 3245, currency: "USD", description: "Pass", tracking_id: "order-1" };
const newToken = async () => (await payments.checkouts.create({ transaction_type: "payment", order })).token;

const post = async (path, sent, headers) => {
  const body = JSON.stringify({ transaction: { uid: "u-1", status: "successful", ...order, ...sent } });
  const init = { method: "POST", body, headers: headers ?? (await sandbox.sign(body)), signal };
  return fetch(shop + path, init);
};

async function check() {
  while (!(await fetch(`${shop}/uncaught`).catch(() => undefined)))
    await new Promise((resolve) => setTimeout(resolve, 100));

  const token = await newToken();
  assert.equal(await shown(`/orders/${token}`), "pending");
  await sandbox.pay(token);
  assert.equal(await shown(`/orders/${token}`), "paid");

  const polled = await newToken();
  const page = shown(`/poll/${polled}`);
  setTimeout(() => sandbox.pay(polled), 1000);
  assert.equal(await page, "paid");

  for (const count of ["1", "2"]) {
    const fields = {
      name: "Pass",
      description: "One year",
      currency: "EUR",
      amount: 100,
      infinite: true,
      immortal: true,
    };
    await payments.products.create(fields);
    assert.equal(await shown("/products"), count);
  }

  const payment = { type: "payment", payment: { status: "successful" } };
  assert.equal((await post("/notify", payment)).status, 200);
  assert.equal((await post("/notify", payment, { "content-type": "application/json" })).status, 401);
  assert.equal(await (await post("/verify", payment)).text(), "transaction");
  const payout = await post("/payout", { type: "payout", status: "incomplete" });
  assert.deepEqual(await payout.json(), { code: 0, uid: "u-1", amount: 3245 });

  const listed = await fetch(`${shop}/telemetry`, { signal });
  assert.equal((await listed.json()).length, 2);
  assert.equal((await fetch(`${shop}/uncaught`, { signal })).status, 500);
}

try {
  await check();
  console.log("ok");
} finally {
  started.kill();
  await server.close();
}
