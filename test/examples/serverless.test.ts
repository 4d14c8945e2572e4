/** The shop that `payments-client init` writes, in functions. starter.test.ts tests the shop itself. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { PaymentsClient } from "payments-client";
import { type Deliver, Sandbox } from "payments-client/sandbox";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { environmentOf } from "../../src/sandbox/environment-lines.ts";
import { freshState } from "../support/fresh-state.ts";
import { installExample } from "./install-example.ts";
import { openLibsql } from "./libsql-server.ts";
import { runNode, typeErrors } from "./run.ts";

const ROOT = join(import.meta.dirname, "../..");
const SHOP_URL = "https://shop.example";
const STAFF = { origin: SHOP_URL, authorization: `Basic ${btoa("staff:open sesame")}` };

const folder = await installExample("serverless");
for (const name of ["job", "pages", "schema", "shop", "staff"])
  await cp(join(ROOT, `examples/starter/${name}.ts`), join(folder, `${name}.ts`));
await cp(join(ROOT, "test/examples/workerd.capnp"), join(folder, "workerd.capnp"));
expect((await runNode(folder, ["build.ts"])).stderr).toBe("");

let files = 0;
const newFile = (): string => join(folder, `${++files}.sqlite`);
let instances = 0;
/** The exports of a new instance of a function. */
const load = (file: string) => import(`${pathToFileURL(join(folder, "dist", file)).href}?${++instances}`);

beforeEach(() => {
  for (const level of ["log", "error"] as const) {
    const spy = vi.spyOn(console, level).mockReturnValue();
    onTestFinished(() => spy.mockRestore());
  }
});

const shipped = (): string[] => {
  const lines = vi.mocked(console.log).mock.calls.filter(([what]) => what === "Ship order");
  return lines.map(([, id]) => id);
};

/** A gateway, a database with the tables, and the settings of a function. */
async function open(deliver: Deliver) {
  const sandbox = new Sandbox({ state: freshState, deliver });
  const server = await sandbox.listen();
  onTestFinished(() => server.close());
  const database = await openLibsql(newFile());
  const settings = {
    ...environmentOf({ ...server.clientOptions, publicKey: await sandbox.publicKey() }),
    SHOP_URL,
    STAFF_PASSWORD: "open sesame",
    DATABASE_URL: database.url,
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { code, stderr } = await runNode(folder, ["migrate.ts"], settings);
  expect(code, stderr).toBe(0);
  return { sandbox, settings, db: database.db, payments: new PaymentsClient(sandbox.clientOptions) };
}

/** A request as an API Gateway event, payload format 2.0. */
async function toEvent(request: Request, base64: boolean): Promise<object> {
  const { host: domainName, pathname: rawPath, search } = new URL(request.url);
  const body = Buffer.from(await request.arrayBuffer());
  return {
    ...{
      version: "2.0",
      rawPath,
      rawQueryString: search.slice(1),
      headers: Object.fromEntries(request.headers),
    },
    requestContext: { domainName, http: { method: request.method, path: rawPath, sourceIp: "192.0.2.1" } },
    ...(body.length > 0 && { body: body.toString(base64 ? "base64" : "utf8") }),
    isBase64Encoded: base64,
  };
}

/** A shop in a new instance of the Lambda function. */
async function openLambda(base64 = false) {
  let instance = {
    handler: async (_: object): Promise<Record<string, never>> => ({}),
    scheduled: async () => {},
  };
  const invoke = async (request: Request): Promise<Response> => {
    const { statusCode, headers, body } = await instance.handler(await toEvent(request, base64));
    return new Response(body || null, { status: Number(statusCode), headers: headers ?? {} });
  };
  const opened = await open(invoke);
  const restart = async (): Promise<void> => {
    instance = await load("lambda.mjs");
  };
  await restart();
  const ask = (path: string, init?: RequestInit) => invoke(new Request(SHOP_URL + path, init));
  return { ...opened, ask, restart, scheduled: () => instance.scheduled() };
}

/** Presses Buy. */
async function buy(ask: (path: string, init: RequestInit) => Promise<Response>): Promise<string> {
  const response = await ask("/buy/ticket", { method: "POST", redirect: "manual" });
  expect(response.status, await response.clone().text()).toBe(303);
  return new URL(response.headers.get("location") ?? "").searchParams.get("token") ?? "";
}

test("the functions type check", async () => {
  expect(await typeErrors(folder)).toBe("");
});

test.each([false, true])(
  "the Lambda function sells, and accepts a notification, as base64: %s",
  async (base64) => {
    const { sandbox, ask, scheduled } = await openLambda(base64);
    expect(await (await ask("/")).text()).toContain("Buy Ticket, 129.00 EUR");
    await sandbox.pay(await buy(ask));
    expect(sandbox.deliveries).toMatchObject([{ status: 200, attempts: 1 }]);
    expect(shipped()).toEqual([]);
    await scheduled();
    await scheduled();
    expect(shipped()).toHaveLength(1);
    expect((await ask("/notify", { method: "POST", body: "{}" })).status).toBe(401);
    expect((await ask("/cart")).status).toBe(404);
    expect((await ask("/staff")).status).toBe(401);
    expect(await (await ask("/staff", { headers: STAFF })).text()).toContain("paid, shipped");
  },
);

test("the Worker sells, accepts a notification and ships, in workerd", async () => {
  const send = (path: string, init: RequestInit | Request) => fetch(new Request(url + path, init));
  const { sandbox, settings, db } = await open((request) => send("/notify", request));
  const { default: workerd }: { default: string } = createRequire(join(folder, "package.json"))("workerd");
  const child = spawn(workerd, ["serve", "workerd.capnp", "--control-fd=3"], {
    cwd: folder,
    env: settings,
    stdio: ["ignore", "inherit", "inherit", "pipe"],
  });
  onTestFinished(() => void child.kill());
  const ended = once(child, "close").then(([code]) => Promise.reject(new Error(`It ended with ${code}`)));
  // It reports its port on a control pipe.
  const [line] = await Promise.race([once(child.stdio[3] ?? child, "data"), ended]);
  const url = `http://127.0.0.1:${JSON.parse(String(line)).port}`;

  await sandbox.pay(await buy(send));
  expect(sandbox.deliveries).toMatchObject([{ status: 200, attempts: 1 }]);
  for (const _ of [1, 2]) {
    const form = { method: "POST", headers: STAFF, redirect: "manual" } as const;
    expect((await send("/staff/job", form)).status).toBe(303);
  }
  expect(db.prepare("SELECT id FROM shipments").all()).toHaveLength(1);
  expect((await send("/notify", { method: "POST", body: "{}" })).status).toBe(401);
  // The scheduled event is not offered over HTTP, so the module is called as the platform calls it.
  const { default: worker } = await load("worker.mjs");
  await sandbox.pay(await buy(send));
  await worker.scheduled({}, settings);
  expect(shipped()).toHaveLength(1);
});

test("the shop survives an old backup, wrong clocks, a poison row and a refund before the shipment", async () => {
  const { sandbox, settings, payments, db, ask, scheduled, restart } = await openLambda();
  const [good, back, poison] = [await buy(ask), await buy(ask), await buy(ask)];
  const idOf = (token: string) =>
    String(db.prepare("SELECT id FROM orders WHERE token = ?").get(token)?.["id"]);
  const [goodId, backId, poisonId = ""] = [good, back, poison].map(idOf);
  for (const minutes of [-100_000, -12, 12, 100_000]) {
    const clock = `const now = Date.now; Date.now = () => now() + ${minutes * 60_000};`;
    const code = `${clock} const { scheduled } = await import("./dist/lambda.mjs"); await scheduled();`;
    expect(await runNode(folder, ["--input-type=module", "-e", code], settings)).toMatchObject({
      code: 0,
      stderr: "",
    });
  }

  sandbox.disturbNext({ notification: "lost", times: 1 });
  const { uid } = await sandbox.pay(back);
  await payments.transactions.refund({ parent_uid: uid, amount: 12_900, reason: "Returned" });
  await sandbox.idle();
  // It has no payment.
  const copy = newFile();
  db.exec(`VACUUM INTO '${copy}'`);
  sandbox.disturbNext({ notification: "lost", times: 2 });
  for (const token of [good, poison]) await sandbox.pay(token);
  db.prepare("UPDATE orders SET token = 'unknown' WHERE id = ?").run(poisonId);
  for (let runs = 0; runs < 2; runs += 1) await scheduled();
  expect(shipped()).toEqual([goodId]);
  expect(vi.mocked(console.error).mock.calls.join()).toContain(`${poisonId}: `);

  const restored = await openLibsql(copy);
  vi.stubEnv("DATABASE_URL", restored.url);
  await restart();
  for (let runs = 0; runs < 2; runs += 1) await scheduled();
  const paid = "SELECT id FROM orders WHERE paid_by IS NOT NULL AND token IS NULL";
  expect(restored.db.prepare(paid).all()).toHaveLength(3);
  expect(restored.db.prepare("SELECT * FROM reviews").all()).toEqual([]);
  // The carrier knows the first id again.
  expect(shipped().toSorted()).toEqual([goodId, goodId, poisonId].toSorted());
  expect(shipped()).not.toContain(backId);
});
