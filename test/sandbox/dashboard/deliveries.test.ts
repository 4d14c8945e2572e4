import { expect, test } from "vitest";
import type { SandboxOptions } from "../../../src/sandbox/index.ts";
import { textOf } from "../text-of.ts";
import { openDashboard } from "./open-dashboard.ts";

const settings = { notification_url: "https://shop.example/notify" };

/** A dashboard, tokens with a notification URL, and the latest delivery. */
async function open(deliver: SandboxOptions["deliver"]) {
  const dashboard = await openDashboard({ deliver });
  const createToken = (more = {}) => dashboard.createToken("order-1", { settings, ...more });
  /** The cells of the latest delivery, by column, and its details. */
  const latest = async () => {
    const [shown = ""] = /<tr id="delivery-[\s\S]*?<tr [\s\S]*?<\/tr>/.exec(await dashboard.get()) ?? [];
    const cells = [...shown.matchAll(/<td data-label="([^"]*)"[^>]*><div>([\s\S]*?)<\/div><\/td>/g)];
    return { shown, cells: Object.fromEntries(cells.map(([, name, value]) => [name, textOf(value ?? "")])) };
  };
  return { ...dashboard, createToken, latest };
}

test("an accepted delivery is done; a failed one shows when it is posted again", async () => {
  let status = 201;
  const { sandbox, createToken, post, latest } = await open(async () => new Response("", { status }));
  await sandbox.pay(await createToken());
  const before = await latest();
  const next = sandbox.deliveries[0]?.nextAttemptAt?.slice(0, 19).replace("T", " ");
  expect(before.cells).toMatchObject({
    Delivery: "Transaction https://shop.example/notify",
    Status: "201 1 post",
    Time: expect.stringMatching(new RegExp(` again ${next}$`)),
  });
  expect(before.shown).toMatch(/class="state bad">201</);
  expect(before.shown).not.toMatch(/class="state good">201</);
  status = 200;
  await post("redeliver", { delivery: sandbox.deliveries[0]?.id ?? "" });
  const { cells, shown } = await latest();
  expect(cells).toMatchObject({ Status: "200 2 posts", Time: expect.not.stringContaining("again") });
  expect(shown).toMatch(/class="state good">200</);
});

test("a delivery without a response shows why", async () => {
  const failing = await open(() => Promise.reject(new Error("connection refused")));
  await failing.sandbox.pay(await failing.createToken());
  const { cells, shown } = await failing.latest();
  expect(cells).toMatchObject({ Status: "no answer 1 post" });
  expect(shown).toContain("connection refused");
  const waiting = await open(() => new Promise(() => undefined));
  void waiting.sandbox.pay(await waiting.createToken());
  await expect.poll(async () => (await waiting.latest()).cells).toMatchObject({ Status: "waiting 1 post" });
});

test("the notification of an expired token is labelled as such", async () => {
  const { sandbox, createToken, latest } = await open(async () => new Response());
  await sandbox.expire(await createToken());
  expect((await latest()).cells).toMatchObject({ Delivery: "Token expired https://shop.example/notify" });
});

test("a payout verification is shown, and cannot be redelivered", async () => {
  const { sandbox, createToken, latest } = await open(async () => Response.json({ code: 1 }));
  const verification_url = "https://shop.example/verify";
  await sandbox.pay(await createToken({ transaction_type: "payout", settings: { verification_url } }));
  const { cells, shown } = await latest();
  expect(cells).toMatchObject({ Delivery: `Payout verification ${verification_url}`, Actions: "" });
  expect(shown).not.toContain("/sandbox/redeliver");
});

test("no dashboard action waits for a merchant's server that does not respond", async () => {
  const { sandbox, createToken, post } = await open(() => new Promise(() => undefined));
  const [paid, unpaid] = [await createToken(), await createToken()];
  const paying = sandbox.pay(paid);
  void paying;
  await expect.poll(() => sandbox.deliveries).toHaveLength(1);
  const { uid } = JSON.parse(sandbox.deliveries[0]?.body ?? "{}").transaction;
  const start = Date.now();
  const answers = await Promise.all([
    post("redeliver", { delivery: sandbox.deliveries[0]?.id ?? "" }),
    post("expire", { token: unpaid }),
    post("follow-up", { type: "refund", parent: uid, amount: "100" }),
  ]);
  expect(answers.map(({ status }) => status)).toStrictEqual([303, 303, 303]);
  expect(Date.now() - start).toBeLessThan(10_000);
});

test("each answer is shown with its number, status and body", async () => {
  let response = new Response("try later", { status: 503 });
  const { sandbox, createToken, post, latest } = await open(async () => response);
  await sandbox.pay(await createToken());
  response = new Response("");
  await post("redeliver", { delivery: sandbox.deliveries[0]?.id ?? "" });
  const { shown } = await latest();
  const [, first = "", second = ""] = shown.split(/<h3>Answer /);
  expect(first).toMatch(/^1 <span class="state bad">503</);
  expect(first).toContain("try later");
  expect(first).not.toContain('class="hint"');
  expect(second).toMatch(/^2 <span class="state good">200</);
  expect(second).not.toContain("<pre>");
});

test("a post without an answer is bad, one that waits is not", async () => {
  const failing = await open(() => Promise.reject(new Error("connection refused")));
  await failing.sandbox.pay(await failing.createToken());
  const { shown } = await failing.latest();
  expect(shown).toContain('class="state bad">no answer<');
  expect(shown).toMatch(/Answer 1 <span class="state bad">none<\/span>/);
  const waiting = await open(() => new Promise(() => undefined));
  void waiting.sandbox.pay(await waiting.createToken());
  await expect.poll(async () => (await waiting.latest()).shown).toContain('class="state wait">waiting<');
});

test("only a payment's delivery links to transactions; both can be redelivered", async () => {
  const { sandbox, createToken, latest } = await open(async () => new Response());
  const token = await createToken();
  await sandbox.pay(token);
  const paid = (await latest()).shown;
  expect(paid).toContain(`href="/?q=${token}#transactions"`);
  expect(paid).toContain(`aria-label="Redeliver: Transaction, ${sandbox.deliveries[0]?.id}"`);
  await sandbox.expire(await createToken());
  const { shown, cells } = await latest();
  expect(shown).not.toContain("#transactions");
  expect(shown).toContain('action="/sandbox/redeliver"');
  expect(cells).toMatchObject({ Order: "order-1 Annual pass", Amount: "€129.00" });
});

test("a search finds the delivery of an expired token, which has no transaction", async () => {
  const { sandbox, createToken, get } = await open(async () => new Response());
  await sandbox.expire(await createToken());
  expect(await get("/?q=expired")).toContain(`<tr id="delivery-${sandbox.deliveries[0]?.id}"`);
});
