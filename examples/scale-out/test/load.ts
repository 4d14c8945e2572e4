/**
 * Posts signed notifications to 1, 2 and 4 app processes while a worker processes them, first with an empty table, then
 * with a million rows; prints the accepted notifications per second and the 99th percentile: `npm run load`.
 */
import { generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { Agent, request } from "node:http";
import { Cluster } from "./cluster.ts";

const POSTS = Number(process.argv[2] ?? 6000);
const ROWS = Number(process.argv[3] ?? 1_000_000);
const WARM_UP = 500;
const CONNECTIONS = 32;

const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

interface Post {
  readonly body: string;
  readonly signature: string;
}

/** A notification of a new payment. Signed before the measurement starts. */
function prepare(): Post {
  const transaction = {
    uid: randomUUID(),
    type: "payment",
    status: "successful",
    amount: 1290,
    currency: "EUR",
    description: "Tickets",
    tracking_id: randomUUID(),
    test: true,
    created_at: "2026-03-02T08:14:55.120Z",
    payment_method_type: "credit_card",
    credit_card: { holder: "KIM WEBER", brand: "visa", last_4: "0000", exp_month: 1, exp_year: 2030 },
    payment: { auth_code: "654321", rrn: "999", ref_id: "777888", status: "successful", gateway_id: 85 },
    customer: { email: "kim@example.com", first_name: "Kim", last_name: "Weber", country: "DE" },
  };
  const body = JSON.stringify({ transaction });
  return { body, signature: sign("sha256", Buffer.from(body), privateKey).toString("base64") };
}

/** @returns milliseconds until the complete response. */
const send = (address: string, { body, signature }: Post): Promise<number> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const headers = { "content-type": "application/json", "content-signature": signature };
    const posted = request(`${address}/notifications`, { method: "POST", agent, headers }, (response) => {
      response.resume().on("end", () => {
        if (response.statusCode === 200) resolve(performance.now() - startedAt);
        else reject(new Error(`answered ${response.statusCode}`));
      });
    });
    posted.on("error", reject).end(body);
  });

/** Keeps all connections busy. @returns the duration of each request. */
async function sendAll(addresses: readonly string[], posts: readonly Post[]): Promise<number[]> {
  const times: number[] = [];
  const waiting = posts.entries();
  const busy = Array.from({ length: CONNECTIONS }, async () => {
    for (const [index, post] of waiting)
      times.push(await send(addresses[index % addresses.length] ?? "", post));
  });
  await Promise.all(busy);
  return times;
}

async function measure(cluster: Cluster): Promise<Record<string, string>> {
  const addresses = cluster.addresses();
  await sendAll(addresses, Array.from({ length: WARM_UP }, prepare));
  const posts = Array.from({ length: POSTS }, prepare);
  const startedAt = performance.now();
  const times = await sendAll(addresses, posts);
  const seconds = (performance.now() - startedAt) / 1000;
  const percentile = times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
  return {
    "accepted per second": (POSTS / seconds).toFixed(0),
    "99th percentile": `${percentile.toFixed(0)} ms`,
  };
}

/** Rows of processed earlier notifications. */
const fill = (cluster: Cluster) =>
  cluster.query(
    `INSERT INTO notifications (key, body, decision)
     SELECT '["transaction","' || gen_random_uuid() || '","paid"]', json_build_object('transaction', repeat('x', 700)), 'paid'
     FROM generate_series(1, $1::int)`,
    [ROWS],
  );

const rows: Record<string, Record<string, string>> = {};
for (const size of [0, ROWS]) {
  await using cluster = await Cluster.start({
    apps: 1,
    workers: 1,
    publicKey: publicKey.export({ type: "spki", format: "pem" }).toString(),
  });
  if (size > 0) await fill(cluster);
  await cluster.query("VACUUM ANALYZE notifications");
  for (const apps of [1, 2, 4]) {
    while (cluster.addresses().length < apps) await cluster.add("app");
    rows[`${size} rows, ${apps} app${apps > 1 ? "s" : ""}`] = await measure(cluster);
  }
}
agent.destroy();
console.table(rows);
