/** Notifications, genuine and not, at a mounted handler of `notify.ts`. */
import assert from "node:assert/strict";
import { Sandbox } from "payments-client/sandbox";

const sandbox = new Sandbox({ shopId: "4821", secretKey: "secret-key-of-the-shop" });

/** What `notify.ts` reads at its first request. */
export const environment = {
  PAYMENTS_SHOP_ID: sandbox.clientOptions.shopId,
  PAYMENTS_SECRET_KEY: sandbox.clientOptions.secretKey,
  PAYMENTS_PUBLIC_KEY: await sandbox.publicKey(),
};
Object.assign(process.env, environment);

const payment = (more) =>
  JSON.stringify({
    transaction: {
      uid: crypto.randomUUID(),
      type: "payment",
      status: "successful",
      amount: 3245,
      currency: "EUR",
      tracking_id: "order-1",
      description: "Ж é €",
      ...more,
    },
  });

/**
 * Throws unless the handler answers as documented.
 *
 * @param send Posts a body with headers. Resolves to the status.
 * @param isLimited Whether the framework takes only JSON, up to a limit of its own.
 */
export async function judge(send, isLimited = false) {
  const genuine = async (body, headers) => send(body, { ...(await sandbox.sign(body)), ...headers });
  const body = payment();
  const signed = await sandbox.sign(body);
  assert.equal(await send(body, signed), 200);
  const unparsed = ["text/plain", "application/x-www-form-urlencoded"];
  for (const type of ["application/json; charset=utf-8", ...(isLimited ? [] : unparsed)]) {
    assert.equal(await genuine(payment(), { "content-type": type }), 200, type);
  }
  assert.equal(await genuine(payment({ note: "x".repeat(isLimited ? 90_000 : 700_000) })), 200);
  assert.equal(await send(body.replace("3245", "3246"), signed), 401);
  assert.equal(await send(body, { "content-type": "application/json" }), 401);
  assert.equal(await genuine("{"), 400);
  assert.equal(await genuine("[]"), 400);
  assert.equal(await genuine(payment({ note: "x".repeat(2 << 20) })), 413);
  const many = await Promise.all(Array.from({ length: 20 }, () => genuine(payment())));
  assert.deepEqual(new Set(many), new Set([200]));
}

/** The same over HTTP, for a shop that also has a route `/cart` with a body parser. */
export async function judgeServer(url, { path = "/notify", hasCart = true, isLimited = false } = {}) {
  const signal = AbortSignal.timeout(60_000);
  const post = (to, body, headers) => fetch(url + to, { method: "POST", headers, body, signal });
  await judge(async (body, headers) => {
    const response = await post(path, body, headers);
    await response.text();
    return response.status;
  }, isLimited);
  if (!hasCart) return;
  const added = await post("/cart", '{"article":"pass"}', { "content-type": "application/json" });
  assert.deepEqual(await added.json(), { added: "pass" });
}
