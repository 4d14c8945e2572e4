/** Prints one call's CPU, checks on, against plain `fetch` of the same bytes, from one run. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { PaymentsClient } from "payments-client";
import { printTable } from "./table.ts";

const ROUNDS = 9;
const CALLS = 2000;
const CONCURRENCY = 16;

const params = {
  name: "Annual pass",
  description: "Entry for one person, twelve months",
  currency: "EUR",
  amount: "12900",
  quantity: "40",
  expired_at: "2027-01-01T00:00:00+00:00",
  visible_fields: ["email" as const, "first_name" as const],
  return_url: "https://shop.example/return",
  language: "en",
  test: true,
};

const server = fork(new URL("./server.ts", import.meta.url));
const [port] = await once(server, "message");
const baseUrl = `http://127.0.0.1:${port}`;
const credentials = { shopId: "4821", secretKey: "secret" };
const payments = new PaymentsClient({ ...credentials, baseUrl, checkoutUrl: baseUrl });
const authorization = `Basic ${btoa("4821:secret")}`;

const contenders = {
  fetch: async () => {
    const response = await fetch(`${baseUrl}/products`, {
      method: "POST",
      headers: { authorization, accept: "application/json", "content-type": "application/json" },
      body: JSON.stringify(params),
    });
    return response.json();
  },
  "payments-client": () => payments.products.create(params),
};

/** Microseconds of CPU for one call, on average. */
async function measure(call: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  const workers = Array.from({ length: CONCURRENCY }, async () => {
    for (let done = 0; done < CALLS / CONCURRENCY; done += 1) await call();
  });
  await Promise.all(workers);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / CALLS;
}

const results = Object.fromEntries(Object.keys(contenders).map((name): [string, number[]] => [name, []]));
for (let round = -2; round < ROUNDS; round += 1) {
  for (const [name, call] of Object.entries(contenders)) {
    const microseconds = await measure(call);
    if (round >= 0) results[name]?.push(microseconds);
  }
}
server.kill();

console.log(
  `CPU of one POST /products, ${CALLS} calls a round, ${ROUNDS} rounds, concurrency ${CONCURRENCY}, Node ${process.version}`,
);
printTable(results);
