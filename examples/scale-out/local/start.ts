/** Starts everything on this machine: PostgreSQL, the sandbox, two apps, two workers and a status page. `npm start` */
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Sandbox } from "payments-client/sandbox";
import { Pool } from "pg";
import { freePort } from "./free-port.ts";
import { loadBalancer } from "./load-balancer.ts";
import { type Environment, Program, runProgram } from "./processes.ts";
import { statusPage } from "./status-page.ts";

const PORT = Number(process.env["PORT"] || 3000);
const SANDBOX_PORT = Number(process.env["SANDBOX_PORT"] || 4010);
const PROCESSES = ["app 1", "app 2", "worker 1", "worker 2"];

const url = `http://localhost:${PORT}`;
const database = fork(join(import.meta.dirname, "postgres-server.ts"), { detached: true });
const [databaseUrl] = await once(database, "message");
const sandbox = new Sandbox();
const gateway = await sandbox.listen({ port: SANDBOX_PORT });
const { shopId, secretKey, baseUrl, checkoutUrl, gatewayUrl } = gateway.clientOptions;
const env: Environment = {
  DATABASE_URL: databaseUrl,
  PAYMENTS_SHOP_ID: shopId,
  PAYMENTS_SECRET_KEY: secretKey,
  PAYMENTS_BASE_URL: baseUrl,
  PAYMENTS_CHECKOUT_URL: checkoutUrl,
  PAYMENTS_GATEWAY_URL: gatewayUrl,
  PAYMENTS_PUBLIC_KEY: await sandbox.publicKey(),
  PUBLIC_URL: url,
  TEST_MODE: "true",
  DRAIN_MS: "0",
};
const migration = await runProgram("migrate", env);
if (migration.code !== 0) throw new Error(migration.output);

let isStopping = false;
const programs = new Map<string, Program>();

/** Starts a process again whenever it ends, as a supervisor would: try `kill -9`. */
async function supervise(name: string, port: number): Promise<void> {
  while (!isStopping) {
    const program = new Program(name.split(" ")[0] ?? "", { ...env, PORT: String(port) });
    program.onLine = (line) => console.log(`${name}: ${line}`);
    programs.set(name, program);
    const code = await program.ended();
    if (!isStopping) console.log(`${name} ended with ${code}, and starts again`);
    await wait(500);
  }
}

const shown = await Promise.all(PROCESSES.map(async (name) => ({ name, port: await freePort() })));
const supervised = shown.map(({ name, port }) => supervise(name, port));
const pool = new Pool({ connectionString: databaseUrl });
// Its end does not wait until the connections are closed, and PostgreSQL can be faster.
pool.on("error", () => undefined);
const balance = loadBalancer(shown.flatMap(({ name, port }) => (name.startsWith("app") ? port : [])));

/** Orders a ticket, and sends the customer to its payment page. */
async function buy(response: ServerResponse): Promise<void> {
  const post = (path: string, body?: string): Promise<Response> =>
    fetch(url + path, {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/json" },
      ...(body !== undefined && { body }),
    });
  const { id } = Object(await (await post("/orders", '{"product":"ticket","quantity":1}')).json());
  const location = (await post(`/orders/${id}/pay`)).headers.get("location") ?? "/";
  response.writeHead(303, { location }).end();
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === "POST" && request.url === "/buy") return buy(response);
  if (request.url !== "/") return balance(request, response);
  const page = await statusPage(pool, shown);
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
}

const server = createServer((request, response) => {
  answer(request, response).catch((error) => response.writeHead(500).end(String(error)));
});
server.listen(PORT, "localhost");
await once(server, "listening");
await Promise.all([...programs.values()].map((program) => program.printed("The ")));
console.log(`Open ${url}: order, pay with the card 4200 0000 0000 0000, and see what happens.`);
console.log(`The gateway's side of it: ${gateway.url}. Ctrl+C ends everything; nothing is kept.`);

await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
isStopping = true;
server.close();
server.closeAllConnections();
await Promise.all([...programs.values()].map((program) => program.end("SIGTERM")));
await Promise.all(supervised);
await Promise.all([pool.end(), gateway.close()]);
database.disconnect();
await once(database, "exit");
process.exit();
