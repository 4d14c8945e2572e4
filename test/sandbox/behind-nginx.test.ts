/** In this folder: the local gateway as a server, with a folder for each of its sides. */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { PaymentsClient } from "../../src/index.ts";
import { PAGES } from "../../src/sandbox/dashboard/pages.ts";
import { Sandbox, type SandboxServer } from "../../src/sandbox.ts";
import { freePort } from "../support/free-port.ts";
import { listen } from "../support/listen.ts";
import { ORDER } from "./open-gateway.ts";

const SECRET = "private-key-of-kim";
const publicUrl = "https://pay.example.test";

/** A request as a visitor's program sends it, with any headers. */
interface Visit {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

let sandbox: Sandbox;
let server: SandboxServer;
let nginx: ChildProcess | undefined;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "payments-client-nginx-"));
  sandbox = new Sandbox({ secretKey: SECRET });
  server = await sandbox.listen({ publicUrl });
});

afterEach(async () => {
  if (nginx?.exitCode === null) {
    nginx.kill();
    await once(nginx, "close");
  }
  nginx = undefined;
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Sends the bytes of a visit to nginx, and reads until the connection is closed. */
const visitAt =
  (port: number, host: string) =>
  async ({ method = "GET", path, headers = {}, body = "" }: Visit): Promise<Answer> => {
    const socket = connect(port, "127.0.0.1");
    const sent = { Host: host, Connection: "close", "Content-Length": Buffer.byteLength(body), ...headers };
    const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}`);
    socket.write([`${method} ${path} HTTP/1.1`, ...lines, "", body].join("\r\n"));
    const answer = await text(socket);
    return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]), body: answer };
  };

const FORM = { "content-type": "application/x-www-form-urlencoded" };

/** Everything that a visitor may not do, and what a customer must be able to do. */
async function attack(visit: (visit: Visit) => Promise<Answer>): Promise<void> {
  await using internal = await listen(createServer((_, response) => void response.end("INTERNAL-ADMIN")));
  const payments = new PaymentsClient(server.clientOptions);
  const settings = { notification_url: `${internal.url}/admin` };
  const { token } = await payments.checkouts.create({ transaction_type: "payment", order: ORDER, settings });
  await sandbox.pay(token);
  const hidden = [
    ...PAGES.map(({ address }) => address),
    ...["/sandbox/events", "/sandbox/export/orders.csv", "/sandbox/export/calls.har", "/sandbox/style.css"],
    ...[`/sandbox/orders/${token}`, `/sandbox/api/orders/${token}`, `/sandbox/qr/token/${token}`],
  ];
  const origins = [
    "http://127.0.0.1",
    `http://127.0.0.1:${new URL(server.url).port}`,
    "http://localhost",
    publicUrl,
  ];
  for (const path of hidden)
    for (const headers of [
      {},
      ...origins.map((origin) => ({ origin })),
      { "sec-fetch-site": "same-origin" },
    ]) {
      const { status, body } = await visit({ path, headers });
      expect([path, headers, status]).toStrictEqual([path, headers, 403]);
      expect(body).not.toMatch(/private-key-of-kim|INTERNAL-ADMIN/);
    }
  const before = JSON.stringify(await sandbox.state());
  for (const action of ["pay", "clear", "redeliver", "send-loaded", "new-order", "fail"])
    for (const origin of origins) {
      const body = new URLSearchParams({ token, status: "500" }).toString();
      const sent = { method: "POST", path: `/sandbox/${action}`, headers: { ...FORM, origin }, body };
      expect([action, origin, (await visit(sent)).status]).toStrictEqual([action, origin, 403]);
    }
  expect(JSON.stringify(await sandbox.state())).toBe(before);
  const authorization = `Basic ${btoa(`1:${SECRET}`)}`;
  expect((await visit({ path: "/products", headers: { authorization } })).status).toBe(200);
  expect((await visit({ path: "/products" })).status).toBe(401);
  expect((await visit({ path: `/v2/checkout?token=${token}` })).status).toBe(303);
  expect((await visit({ path: "/widget/be_gateway.js" })).status).toBe(200);
}

const CONFIGURATION = (port: number, target: string) => `
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
daemon off;
master_process off;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  server { listen 127.0.0.1:${port}; location / { proxy_pass ${target}; } }
  server { listen 127.0.0.1:${port}; server_name localhost; location / { proxy_pass ${target}; proxy_set_header Host $host; } }
}
`;

async function startNginx(): Promise<number> {
  const port = await freePort();
  const file = join(folder, "nginx.conf");
  await mkdir(join(folder, "run"));
  await writeFile(file, CONFIGURATION(port, server.url));
  nginx = spawn("nginx", ["-p", folder, "-c", file, "-e", join(folder, "error.log")], { stdio: "ignore" });
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${port}/widget/be_gateway.js`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(true);
  return port;
}

// Debian's package has it, which CI installs. On every machine, `dashboard/public.test.ts` sends requests with any `Host`.
const hasNginx = spawnSync("nginx", ["-v"]).error === undefined;

test.skipIf(!hasNginx)("behind nginx, a visitor reaches no dashboard and no other service", async () => {
  const port = await startNginx();
  for (const host of ["pay.example.test", "localhost"]) await attack(visitAt(port, host));
});
