/** Prints the sandbox's CPU time per call and its memory, and fails above the limits. Needs `--expose-gc`. */
import { Sandbox } from "payments-client/sandbox";

const MAX_CPU = 1;
const MAX_MEMORY = 300;
const PRODUCTS = 100_000;
const CALLS = 5000;

const sandbox = new Sandbox();
const { baseUrl, shopId, secretKey } = sandbox.clientOptions;
const headers = {
  authorization: `Basic ${btoa(`${shopId}:${secretKey}`)}`,
  "content-type": "application/json",
};

const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const response = await sandbox.fetch(new Request(baseUrl + path, init));
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
  return response.status === 204 ? undefined : response.json();
};

const product = {
  name: "Annual pass",
  description: "Entry for one person, twelve months",
  currency: "EUR",
  amount: "12900",
  quantity: "40",
  expired_at: "2099-01-01T00:00:00+00:00",
  visible_fields: ["email", "first_name"],
  return_url: "https://shop.example/return",
  language: "en",
};
const checkout = {
  transaction_type: "payment",
  order: { amount: 12900, currency: "EUR", description: "Annual pass", tracking_id: "order-1007" },
  settings: { notification_url: "https://shop.example/notify", return_url: "https://shop.example/return" },
  customer: { email: "kim@example.com" },
};

/** Prints the average milliseconds of CPU per call. */
async function measure(name: string, one: () => Promise<unknown>): Promise<void> {
  for (let warm = 0; warm < 500; warm += 1) await one();
  const before = process.cpuUsage();
  for (let done = 0; done < CALLS; done += 1) await one();
  const { user, system } = process.cpuUsage(before);
  const milliseconds = (user + system) / 1000 / CALLS;
  console.log(`${name.padEnd(26)} ${milliseconds.toFixed(3)} ms of CPU per call (limit ${MAX_CPU} ms)`);
  if (milliseconds > MAX_CPU) process.exitCode = 1;
}

for (let made = 0; made < PRODUCTS; made += 1) {
  await call("POST", "/products", { ...product, name: `Annual pass ${made}` });
}
globalThis.gc?.();
const { heapUsed, rss } = process.memoryUsage();
const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(0)} MB`;
console.log(
  `${PRODUCTS} products: ${megabytes(heapUsed)} (limit ${MAX_MEMORY} MB), including garbage ${megabytes(rss)}`,
);
if (heapUsed > MAX_MEMORY * 1_000_000) process.exitCode = 1;

const created = (await call("POST", "/products", product)) as { id: string };
const opened = (await call("POST", "/ctp/api/checkouts", { checkout })) as { checkout: { token: string } };
await measure("POST /products", () => call("POST", "/products", product));
await measure("GET /products/{id}", () => call("GET", `/products/${created.id}`));
await measure("PUT /products/{id}", () => call("PUT", `/products/${created.id}`, { amount: "9900" }));
await measure("POST /ctp/api/checkouts", () => call("POST", "/ctp/api/checkouts", { checkout }));
await measure("GET /ctp/api/checkouts/{t}", () => call("GET", `/ctp/api/checkouts/${opened.checkout.token}`));
