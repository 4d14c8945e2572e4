/** Starts everything on this machine: PostgreSQL, the sandbox, two apps, two workers and a load balancer. `npm start` */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Sandbox } from "payments-client/sandbox";
import { freePort } from "./free-port.ts";
import { loadBalancer } from "./load-balancer.ts";
import { type Environment, gatewaySettings, Program, runProgram } from "./processes.ts";

const PORT = Number(process.env["PORT"] || 3000);
const SANDBOX_PORT = Number(process.env["SANDBOX_PORT"] || 4010);
const PROCESSES = ["app 1", "app 2", "worker 1", "worker 2"];

const url = `http://localhost:${PORT}`;
const database = fork(join(import.meta.dirname, "postgres-server.ts"), { detached: true });
const [databaseUrl] = await once(database, "message");
const sandbox = new Sandbox();
const gateway = await sandbox.listen({ port: SANDBOX_PORT });
const env: Environment = {
  DATABASE_URL: databaseUrl,
  ...(await gatewaySettings(sandbox, gateway.url)),
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

const ports = await Promise.all(PROCESSES.map(freePort));
const supervised = PROCESSES.map((name, index) => supervise(name, ports[index] ?? 0));
const balancer = loadBalancer(ports.slice(0, 2)).listen(PORT, "localhost");
await once(balancer, "listening");
await Promise.all([...programs.values()].map((program) => program.printed("The ")));

const post = (path: string, body: object): Promise<Response> =>
  fetch(url + path, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
const { id } = Object(await (await post("/orders", { product: "ticket", quantity: 1 })).json());
const page = (await post(`/orders/${id}/pay`, {})).headers.get("location");
console.log(`Pay the first order with the card 4200 0000 0000 0000: ${page}`);
console.log(`The order is ${url}/orders/${id}, and the gateway ${gateway.url}. Ctrl+C ends everything.`);

await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
isStopping = true;
balancer.close();
await Promise.all([...programs.values()].map((program) => program.end("SIGTERM")));
await Promise.all(supervised);
await gateway.close();
database.disconnect();
await once(database, "exit");
process.exit();
