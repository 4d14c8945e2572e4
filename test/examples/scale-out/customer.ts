import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import { paymentSummary, type Transaction } from "payments-client";
import type { Cluster } from "./cluster.ts";

/** A card that the bank declines. */
export const DECLINED = { card: "4005550000000019" };

/** Retries for three minutes, because the shop's processes may be down, and scheduled jobs begin each minute. */
export async function retry<T>(what: string, attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === 1800) throw new Error(`${what} does not work`, { cause: error });
      await wait(100);
    }
  }
}

/** Sends a request to an app process. Redirects are not followed. */
export const ask = (cluster: Cluster, method: string, path: string, body?: unknown): Promise<Response> =>
  fetch(cluster.address() + path, {
    method,
    redirect: "manual",
    headers: { "content-type": "application/json" },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });

/** Places an order. @returns its id. */
export async function order(cluster: Cluster, quantity: number, product = "ticket"): Promise<string> {
  const response = await ask(cluster, "POST", "/orders", { product, quantity });
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
  const { id } = Object(await response.json());
  return id;
}

/** Starts a payment. @returns the payment token. */
export async function begin(cluster: Cluster, id: string): Promise<string> {
  const response = await ask(cluster, "POST", `/orders/${id}/pay`);
  await response.body?.cancel();
  const token = URL.parse(response.headers.get("location") ?? "")?.searchParams.get("token");
  if (response.status !== 303 || !token) throw new Error(`${response.status} to pay`);
  return token;
}

/** A token that the shop did not create, or that it lost. */
export async function strangeToken(cluster: Cluster, id: string, amount = 1290): Promise<string> {
  const { token } = await cluster.payments.checkouts.create({
    transaction_type: "payment",
    order: { amount, currency: "EUR", description: "ticket", tracking_id: id },
    settings: { notification_url: `${cluster.env["PUBLIC_URL"]}/notifications` },
  });
  return token;
}

/** Pays 0.01 with any tracking id, by the public key. */
export async function payAs(cluster: Cluster, trackingId: string, card = {}): Promise<string> {
  const url = new URL("ctp/api/checkouts", cluster.env["PAYMENTS_CHECKOUT_URL"]);
  const checkout = {
    public_key: await cluster.sandbox.publicKey(),
    transaction_type: "payment",
    order: { amount: 1, currency: "EUR", description: "x", tracking_id: trackingId },
    settings: { notification_url: `${cluster.env["PUBLIC_URL"]}/notifications` },
  };
  const headers = { "content-type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify({ checkout }) });
  const { token } = Object(await response.json()).checkout;
  return (await cluster.sandbox.pay(token, card)).uid;
}

interface Shown {
  readonly paid: boolean;
  readonly refunded: number;
  readonly code: string | null;
}

/** The order as its page shows it, once it has the expected state. */
export const shown = (cluster: Cluster, id: string, isExpected: (order: Shown) => boolean) =>
  retry("What is expected of the order", async () => {
    const found = Object(await (await ask(cluster, "GET", `/orders/${id}`)).json());
    if (!isExpected(found)) throw new Error(JSON.stringify(found));
    return found;
  });

export const isFulfilled = ({ code }: Shown): boolean => code !== null;

/** An order that is paid and fulfilled. */
export async function paidOrder(cluster: Cluster, quantity = 1) {
  const id = await order(cluster, quantity);
  const { uid } = await cluster.sandbox.pay(await begin(cluster, id));
  await shown(cluster, id, isFulfilled);
  return { id, uid };
}

/** Waits until the staff's list has this line. @returns the line. */
export const listed = (cluster: Cluster, line: RegExp): Promise<string> =>
  retry("Listing it", async () => {
    const list = await cluster.admin();
    assert.match(list, line);
    return line.exec(list)?.[0] ?? "";
  });

/** Waits until the job of an order waits for its next attempt. */
export const failed = (cluster: Cluster, queue: string, id: string) =>
  retry("Failing", async () => {
    const jobs = "SELECT FROM pgboss.job WHERE name = $1 AND data->>'orderId' = $2 AND state = 'retry'";
    assert.equal((await cluster.query(jobs, [queue, id])).length, 1);
  });

/** The two minutes are over after which a refund without an answer is sent again, and the jobs that failed run. */
export async function sendAgain(cluster: Cluster): Promise<void> {
  await cluster.query("UPDATE refunds SET sent_at = sent_at - interval '2 minutes' WHERE state = 'open'");
  await cluster.query(
    `WITH again AS (UPDATE pgboss.job SET start_after = now() WHERE state = 'retry' RETURNING name)
     SELECT pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), name) FROM again`,
  );
}

/** The gateway repeats the notifications that were refused. */
export const redeliver = ({ sandbox }: Cluster) =>
  retry("Being notified", async () => {
    for (const { id, status } of sandbox.deliveries)
      if (status !== 200) assert.equal((await sandbox.redeliver(id))?.status, 200);
  });

/** All transactions of the gateway, which has notified each of them. */
export function gatewayReport({ sandbox, payments }: Cluster): Promise<Transaction[]> {
  const uids = sandbox.deliveries.flatMap(({ body }) => JSON.parse(body).transaction?.uid ?? []);
  return Promise.all([...new Set<string>(uids)].map((uid) => payments.transactions.get(uid)));
}

/** What came and did not go back, of all transactions or of those of an order. */
export const keptOf = (transactions: readonly Transaction[], id = ""): number =>
  transactions
    .filter((each) => each.status === "successful" && paymentSummary(each).trackingId?.startsWith(id))
    .reduce((sum, { type, amount }) => sum + (type === "payment" ? 1 : -1) * Number(amount), 0);
