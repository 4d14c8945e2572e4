/** Every call with another author's fetch: a refund is made once, and its result is read. */
import assert from "node:assert/strict";
import { NotFoundError, PaymentsClient, UnexpectedResponseError, ValidationError } from "payments-client";
import { Sandbox } from "payments-client/sandbox";

const name = process.argv[2];
const { default: fetch } = await import(name);

const sandbox = new Sandbox();
const server = await sandbox.listen();
const payments = new PaymentsClient({ ...server.clientOptions, fetch });

const order = { amount: 3245, currency: "EUR", description: "Pass № 5", tracking_id: "order-1" };
const { token } = await payments.checkouts.create({ transaction_type: "payment", order });
const { uid } = await sandbox.pay(token);
assert.equal((await payments.checkouts.get(token)).order.description, order.description);

const refund = await payments.transactions.refund({ parent_uid: uid, amount: 3245, reason: "Returned" });
assert.equal(refund.status, "successful");
assert.equal(sandbox.requests.filter(({ path }) => path === "/transactions/refunds").length, 1);

const fields = {
  name: "Pass",
  description: "One year",
  currency: "EUR",
  amount: 100,
  infinite: true,
  immortal: true,
};
const { id } = await payments.products.create(fields);
// More than the sockets of an agent: a body that is not read would keep its own.
for (let update = 0; update < 20; update += 1) await payments.products.update(id, { name: `Pass ${update}` });
assert.equal((await payments.products.get(id)).name, "Pass 19");

await assert.rejects(payments.products.get("prd_unknown"), NotFoundError);
const unchecked = payments.withOptions({ validate: false });
await assert.rejects(unchecked.products.create({ name: "Pass" }), ValidationError);
const short = payments.withOptions({ maxResponseBytes: 10 });
await assert.rejects(short.products.list(), UnexpectedResponseError);
await assert.rejects(payments.products.list({ signal: AbortSignal.abort() }), { code: "aborted" });
await server.close();
console.log(`ok, ${name}`);
process.exit();
