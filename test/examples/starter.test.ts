/** The shop that `payments-client init` writes, run as its owner does. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { PaymentsClient } from "payments-client";
import { Sandbox, type SandboxServer } from "payments-client/sandbox";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { environmentOf } from "../../src/sandbox/environment-lines.ts";
import { openBrowser } from "../sandbox/browser/open-browser.ts";
import { compile, readTsconfig } from "../support/compile-blocks.ts";
import { freePort } from "../support/free-port.ts";
import { listen } from "../support/listen.ts";
import { SEARCH, SEARCH_TIMEOUT } from "../support/search-limits.ts";
import { install } from "./install-example.ts";
import { INSTALL_FLAGS } from "./install-flags.ts";
import { openMeddledGateway } from "./meddled-gateway.ts";
import { ended, printTried, runNode, startNode } from "./run.ts";

const BIN = join(import.meta.dirname, "../../dist/cli/payments-client.js");
const CHECK_PORT = /(?<=PORT = ")\d+/;
const DECLINED = "4005550000000019";
const sandbox = new Sandbox();
let server: SandboxServer;
let folder = "";
let shop = "";
let env: Record<string, string> = {};
let printed = "";

beforeAll(async () => {
  folder = await mkdtemp(join(inject("folder"), "starter-"));
  expect(await runNode(folder, [BIN, "init", "."])).toMatchObject({ code: 0, stderr: "" });
  await install(folder);
  server = await sandbox.listen();
  const port = await freePort();
  shop = `http://localhost:${port}`;
  env = {
    ...environmentOf({ ...server.clientOptions, publicKey: await sandbox.publicKey() }),
    PORT: String(port),
    SHOP_URL: shop,
    STAFF_PASSWORD: "open sesame",
    PAYMENTS_TIMEOUT: "2000",
    PAYMENTS_UNDER_WAY: "4000",
  };
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Starts the shop. @returns what kills it. */
async function start(node = process.execPath, own = {}): Promise<() => Promise<void>> {
  printed = "";
  const child = startNode(folder, ["app.ts"], { ...env, ...own }, node);
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk) => {
      printed += chunk;
    });
  const end = ended(child);
  const stop = async () => {
    child.kill("SIGKILL");
    await end;
  };
  onTestFinished(stop);
  const isUp = () =>
    fetch(shop).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isUp, { timeout: 45_000 }).toBe(true);
  return stop;
}

function sql(statement: string, ...values: SQLInputValue[]): Record<string, unknown>[] {
  using database = new DatabaseSync(join(folder, "shop.db"));
  database.exec("PRAGMA busy_timeout = 5000");
  return database.prepare(statement).all(...values);
}

const authorization = `Basic ${btoa("staff:open sesame")}`;

const post = (path: string, form: Record<string, string> = {}, headers = {}) =>
  fetch(shop + path, {
    method: "POST",
    redirect: "manual",
    headers: { origin: shop, authorization, ...headers },
    body: new URLSearchParams(form),
  });

async function buy() {
  const response = await post("/buy/ticket");
  const text = `${response.status} ${await response.text()}\n${printed}`;
  const page = URL.parse(response.headers.get("location") ?? "")?.searchParams ?? expect.fail(text);
  const token = page.get("token") ?? "";
  return { token, id: String(sql("SELECT id FROM orders WHERE token = ?", token)[0]?.["id"]) };
}

async function pay(token: string): Promise<string> {
  const { uid } = await sandbox.pay(token);
  await sandbox.idle();
  return uid;
}

const pageOf = async (path: string): Promise<string> =>
  (await fetch(shop + path, { headers: { authorization } })).text();
const show = (id: string) => pageOf(`/orders/${id}`);
const job = () => post("/staff/job");
const shipments = (id: string) => sql("SELECT id FROM shipments WHERE id = ?", id).length;
const refund = (id: string, uid: string, amount: string) =>
  post("/staff/refunds", { id, uid, amount, currency: "EUR" });
const resultOf = (id: string) => sql("SELECT result FROM refunds WHERE id = ?", id)[0]?.["result"];
const asks = (token: string) =>
  sandbox.requests.filter(({ method, path }) => method === "GET" && path.includes(token));

test("a paid order is shipped once, but not after a refund of everything or a chargeback", async () => {
  await start();
  const [kept, returned, disputed] = [await buy(), await buy(), await buy()];
  const uids = [await pay(kept.token), await pay(returned.token), await pay(disputed.token)];
  expect((await refund("part", uids[0] ?? "", "29.00")).status).toBe(303);
  expect((await refund("whole", uids[1] ?? "", "129.00")).status).toBe(303);
  await sandbox.chargeBack(uids[2] ?? "");
  await sandbox.idle();
  await job();
  await job();
  expect([kept, returned, disputed].map(({ id }) => shipments(id))).toEqual([1, 0, 0]);
  expect(printed).not.toContain("ignored");
});

test("the staff ship or close an order after a chargeback, and cannot refund it", async () => {
  await start();
  const [shipped, closed, late] = [await buy(), await buy(), await buy()];
  for (const { token } of [shipped, closed]) await sandbox.chargeBack(await pay(token));
  const uid = await pay(late.token);
  await sandbox.idle();
  await job();
  await sandbox.chargeBack(uid); // after the order was shipped
  await sandbox.idle();
  const browser = await openBrowser();
  onTestFinished(() => browser.close());
  const page = await browser.newPage({ httpCredentials: { username: "staff", password: "open sesame" } });
  page.setDefaultTimeout(30_000);
  await page.goto(`${shop}/staff`);
  const rowOf = ({ id }: { id: string }, table: number) =>
    page.getByRole("table").nth(table).getByRole("row").filter({ hasText: id });
  for (const order of [shipped, closed, late]) {
    for (const table of [0, 1])
      expect(await rowOf(order, table).getByRole("button", { name: "Refund" }).count()).toBe(0);
  }
  for (const [order, button] of [
    [shipped, "Ship the order"],
    [closed, "Do not ship"],
    [late, "Done"],
  ] as const) {
    await rowOf(order, 0).getByRole("button", { name: button }).click();
    await rowOf(order, 0).waitFor({ state: "detached" });
  }
  await job();
  // The form of a page that was open before the chargeback.
  const form = { id: "refund-old", uid, amount: "1", currency: "EUR" };
  expect((await post("/staff/refunds", form)).status).toBe(409);
  expect([shipped, closed, late].map(({ id }) => shipments(id))).toEqual([1, 0, 1]);
  expect(await show(closed.id)).toContain("Canceled or refunded");
});

test("an order whose payment page cannot be made takes no ticket", async () => {
  await start();
  sandbox.failNext({ status: 503, times: 9 });
  const orders = "SELECT count(*) AS count FROM orders WHERE closed = 0";
  const before = sql(orders);
  const response = await post("/buy/ticket");
  expect([response.status, await response.text()]).toEqual([503, expect.stringContaining("try again")]);
  await sandbox.act("cancel-plan", {});
  expect(sql(orders)).toEqual(before);
});

test("the staff find an order by its id or its payment", async () => {
  await start();
  const [one, other] = [await buy(), await buy()];
  const uid = await pay(one.token);
  expect(await pageOf("/staff")).toContain(other.id);
  for (const text of [one.id, ` ${uid} `]) {
    const page = await pageOf(`/staff?find=${encodeURIComponent(text)}`);
    expect(page).toContain(`/orders/${one.id}`);
    expect(page).not.toContain(`/orders/${other.id}`);
  }
});

test("tokens that the gateway does not know print one line, until their time is over for a day", async () => {
  const stop = await start();
  for (const _ of [1, 2]) await buy();
  await stop();
  const { clientOptions } = await openMeddledGateway();
  await start(process.execPath, environmentOf({ ...clientOptions, publicKey: await sandbox.publicKey() }));
  await job();
  expect(printed.match(/.+ got 404/g)).toHaveLength(printed.match(/and \d+ more: .+ got 404/g)?.length ?? 0);
  const tokens = () => sql("SELECT count(*) AS open FROM orders WHERE token IS NOT NULL")[0]?.["open"];
  const open = tokens();
  const age = (minutes: number) => sql("UPDATE orders SET expires_at = ?", Date.now() - minutes * 60_000);
  age(23 * 60);
  await job();
  expect(tokens()).toBe(open);
  age(25 * 60);
  await job();
  expect(tokens()).toBe(0);
});

test("a parcel that cannot be shipped stops no other, and is not shipped after its refund", async () => {
  await start();
  const [bad, good] = [await buy(), await buy()];
  sql(`CREATE TRIGGER refuse BEFORE INSERT ON shipments WHEN NEW.id = '${bad.id}'
    BEGIN SELECT RAISE(ABORT, 'no such address'); END`);
  const uid = await pay(bad.token);
  await pay(good.token);
  await job();
  expect([bad, good].map(({ id }) => shipments(id))).toEqual([0, 1]);
  expect(printed).toContain(`${bad.id}: no such address`);
  await refund("undeliverable", uid, "129.00");
  sql("DROP TRIGGER refuse");
  await job();
  expect(shipments(bad.id)).toBe(0);
});

test("a refund is made once, and never above the rest or with the form of another refund", async () => {
  const stop = await start();
  const { token } = await buy();
  const uid = await pay(token);
  for (const _ of [1, 2]) expect((await refund("once", uid, "29.00")).status).toBe(303);
  expect(await (await refund("once", uid, "30.00")).text()).toContain("sent before");
  for (const amount of ["100.01", "0", "-1", "10.555", "", "x"])
    expect(await (await refund("wrong", uid, amount)).text(), amount).toMatch(
      /more than is left|must be|Round it/,
    );
  expect(sql("SELECT * FROM refunds WHERE id = 'wrong'")).toEqual([]);

  sandbox.failNext({ status: 503, times: 9 });
  await refund("later", uid, "100.00");
  expect(resultOf("later")).toBeNull();
  expect(await pageOf("/staff")).toMatch(/<td>open<\/td><td>[^<]*503/);
  await sandbox.act("cancel-plan", {});
  sql("UPDATE refunds SET sent_at = ? WHERE id = 'later'", Date.now());
  await job(); // waits for the call above
  expect(await pageOf("/staff")).toMatch(/<td>open<\/td><td>[^<]*503/);
  await stop();
  await start();
  await expect.poll(() => job().then(() => resultOf("later")), { timeout: 30_000 }).toBe("succeeded");
  await sandbox.idle(); // the notification of the refund, before the shop is killed
});

test("the staff see why the gateway refused a refund", async () => {
  await start();
  const { token } = await buy();
  const uid = await pay(token);
  // In the back office, of which the shop has no notification.
  sandbox.disturbNext({ notification: "lost" });
  await new PaymentsClient(server.clientOptions).transactions.refund({
    ...{ parent_uid: uid, amount: 12_900, reason: "In the back office" },
  });
  await sandbox.idle();
  await refund("refused", uid, "129.00");
  expect(resultOf("refused")).toMatch(/^(refused|declined)$/);
  const [row] = sql("SELECT message FROM refunds WHERE id = 'refused'");
  expect(String(row?.["message"])).toMatch(/\w+ \w+/);
  expect(await pageOf("/staff")).toContain(String(row?.["message"]).replaceAll("'", "&#39;").slice(0, 20));
});

test("the staff refund a payment in review", async () => {
  await start();
  const { token, id } = await buy();
  await post(`/orders/${id}/cancel`);
  expect(await show(id)).toContain("Canceled");
  const uid = await pay(token);
  expect(await show(id)).toContain("We have your payment");
  const page = await pageOf("/staff");
  expect(page).toMatch(new RegExp(`${uid}, 129\\.00 EUR.*?value="${uid}".*?value="129\\.00"`, "s"));
  expect((await refund("review", uid, "129.00")).status).toBe(303);
  expect(resultOf("review")).toBe("succeeded");
  await job();
  expect(shipments(id)).toBe(0);
});

test("the customer is never shown Not paid while a payment may arrive", async () => {
  await start();
  const { token, id } = await buy();
  for (const _ of [1, 2, 3]) await sandbox.pay(token, { card: DECLINED });
  await sandbox.idle();
  expect(await show(id)).toContain("waiting for your payment");
  sandbox.failNext({ status: 503, times: 9 });
  expect(await show(id)).toContain("waiting for your payment");
  await sandbox.act("cancel-plan", {});
  sql("UPDATE orders SET expires_at = 0 WHERE id = ?", id);
  await expect.poll(() => show(id)).toContain("Not paid");
  // No token can pay it any more, so that its ticket is free.
  await job();
  expect(sql("SELECT closed FROM orders WHERE id = ?", id)).toEqual([{ closed: 1 }]);
});

test("the job asks about a token until the time of its order is over, whatever its status is", async () => {
  await start();
  const [fresh, failed] = [await buy(), await buy()];
  for (const _ of [1, 2, 3]) await sandbox.pay(failed.token, { card: DECLINED });
  await sandbox.idle();
  for (const runs of [1, 2]) {
    await job();
    for (const { token } of [fresh, failed]) expect(asks(token).length).toBeGreaterThanOrEqual(runs);
  }
  sandbox.disturbNext({ notification: "lost" });
  await pay(fresh.token);
  await job();
  expect(shipments(fresh.id)).toBe(1);
  const before = asks(fresh.token).length;
  await job();
  expect(asks(fresh.token)).toHaveLength(before);
});

test("all who wait for the job share one run", async () => {
  let opened = Promise.resolve();
  let bought = "";
  let asked = 0;
  const { own, clientOptions } = await openMeddledGateway(sandbox);
  own.meddle = async ({ name }) => {
    if (bought && name.includes(bought)) asked += 1;
    if (name.startsWith("GET")) await opened;
    return false;
  };
  const { checkoutUrl } = clientOptions;
  await start(process.execPath, { PAYMENTS_CHECKOUT_URL: checkoutUrl, PAYMENTS_TIMEOUT: "60000" });
  const { promise, resolve } = Promise.withResolvers<void>();
  const { token } = await buy();
  [opened, bought] = [promise, token];
  const first = job();
  await expect.poll(() => asked).toBe(1);
  const others = Array.from({ length: 9 }, job);
  await setTimeout(1000); // until all of them wait
  resolve();
  await Promise.all([first, ...others]);
  expect(asked).toBeLessThanOrEqual(2);
});

test("the staff page needs the password, and takes no form of another site", async () => {
  await start();
  expect((await fetch(`${shop}/staff`)).status).toBe(401);
  expect((await post("/staff/job", {}, { origin: "https://evil.example" })).status).toBe(403);
  expect((await post("/staff/job", {}, { authorization: "Basic c3RhZmY6" })).status).toBe(401);
});

test("a customer pays, and the staff refund, in a browser", async () => {
  await start();
  const browser = await openBrowser();
  onTestFinished(() => browser.close());
  const httpCredentials = { username: "staff", password: "open sesame" };
  const page = await browser.newPage({ httpCredentials });
  page.setDefaultTimeout(30_000);
  await page.goto(shop);
  await page.getByRole("button", { name: "Buy" }).click();
  await page.getByRole("button", { name: "4200" }).click();
  await page.getByRole("button", { name: /^Pay/ }).click();
  await page.getByRole("link", { name: "Back to the shop" }).click();
  await page.getByText("Paid. Thank you!").waitFor();
  await page.goto(`${shop}/staff`);
  const succeeded = page.getByText("succeeded");
  const before = await succeeded.count(); // of other tests
  await page.getByRole("button", { name: "Refund" }).first().click();
  await expect.poll(() => succeeded.count(), { timeout: 30_000 }).toBe(before + 1);
});

test("without a gateway, it names the command that starts one", async () => {
  const { PATH = "" } = process.env;
  const { code, stderr } = await ended(startNode(folder, ["--env-file=.env", "app.ts"], { PATH }));
  expect(code).toBe(1);
  expect(stderr).toContain("payments-client sandbox --env .env");
});

test("Node 22.18 runs it", async () => {
  const name = `node-${process.platform}-${process.arch}`;
  const tools = await mkdtemp(join(inject("folder"), "node-"));
  await promisify(execFile)("npm", ["install", ...INSTALL_FLAGS, `${name}@22.18.0`], { cwd: tools });
  await start(join(tools, "node_modules", name, "bin/node"));
  const { token, id } = await buy();
  const uid = await pay(token);
  await job();
  expect(shipments(id)).toBe(1);
  await refund("oldest", uid, "129.00");
  expect(resultOf("oldest")).toBe("succeeded");
  expect(await pageOf("/staff")).toContain("Payments to review");
});

test("the files compile, also with the tsconfig.json of Getting started and all checks of tsc --init", async () => {
  expect(await compile(folder)).toBe("");
  const { compilerOptions } = JSON.parse(await readTsconfig());
  const strictest = { ...compilerOptions, noPropertyAccessFromIndexSignature: true };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: strictest }));
  expect(await compile(folder)).toBe("");
});

test("the check takes no other program for the shop", async () => {
  await using other = await listen(createServer((_, response) => response.end("another program")));
  const port = String(other.port);
  const file = join(folder, "shop.check.ts");
  await writeFile(file, (await readFile(file, "utf8")).replace(CHECK_PORT, port));
  const { code, stdout, stderr } = await ended(startNode(folder, [BIN, "check-shop", "shop.check.ts"]));
  expect(stdout + stderr).toContain(`Port ${port} is in use`);
  expect(code).toBeGreaterThan(0);
});

test("it passes check-shop", { timeout: SEARCH_TIMEOUT }, async () => {
  const port = await freePort();
  const file = join(folder, "shop.check.ts");
  await writeFile(file, (await readFile(file, "utf8")).replace(CHECK_PORT, String(port)));
  const limits = ["--budget", String(SEARCH.budget / 1000), "--seed", String(SEARCH.seed)];
  const child = startNode(folder, [BIN, "check-shop", "shop.check.ts", ...limits]);
  onTestFinished(() => void child.kill());
  const { code, stdout, stderr } = await ended(child);
  expect([0, 3], stdout + stderr).toContain(code);
  printTried(stdout);
});
