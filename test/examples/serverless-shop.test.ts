/** The serverless shop without a platform. */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { PaymentsClient } from "payments-client";
import type { Deliver } from "payments-client/sandbox";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { installShared } from "./install-example.ts";
import { form, openSandbox, tokenOf } from "./serverless.ts";

let folder = "";

beforeAll(async () => {
  folder = await installShared("serverless");
  // Again, where mutants run: one of a constant takes effect when its module is loaded.
  vi.resetModules();
  await load("src/shop.ts");
});

/** The exports of a module of the example. */
const load = (file: string) => import(pathToFileURL(join(folder, file)).href);

type Operations = Record<string, (...values: unknown[]) => unknown>;

/** `change` replaces operations of its orders. */
async function openShop(change: Operations | ((orders: Operations) => Operations) = {}, deliver?: Deliver) {
  const [{ createShop }, { memoryOrders }] = await Promise.all([load("src/shop.ts"), load("src/orders.ts")]);
  const { sandbox, settings } = await openSandbox(deliver ?? ((request) => shop.fetch(request, "")));
  const memory = memoryOrders();
  const orders = { ...memory, ...(typeof change === "function" ? change(memory) : change) };
  const shop = createShop(settings, orders);
  for (const level of ["log", "warn", "error"] as const) {
    const spies = vi.spyOn(console, level).mockReturnValue();
    onTestFinished(() => spies.mockRestore());
  }
  const payments = new PaymentsClient(sandbox.clientOptions);
  const ask = (path: string, init?: RequestInit, address = ""): Promise<Response> =>
    shop.fetch(new Request(`https://shop.example${path}`, init), address);
  const customer = randomUUID();
  const submit = (id: string, query = "", init = form(customer)) =>
    ask(`/checkout?article=annual-pass&order=${id}${query}`, init);
  /** Buys an annual pass. @returns the token and the order's id. */
  const buy = async (query = "") => {
    const id = randomUUID();
    return { token: tokenOf((await submit(id, query)).headers.get("location")), id };
  };
  const { reconcile, fulfill } = shop;
  return { sandbox, settings, payments, orders, ask, submit, buy, reconcile, fulfill };
}

test("the token contains the shop's return and notification URLs", async () => {
  const { payments, buy } = await openShop();
  const { token, id } = await buy();
  expect((await payments.checkouts.get(token)).settings).toMatchObject({
    return_url: `https://shop.example/orders/${id}`,
    notification_url: "https://shop.example/notifications",
  });
});

test("prices come from the catalogue, not from the request", async () => {
  const { payments, orders, buy } = await openShop();
  const { token, id } = await buy("&amount=1&price=1&currency=JPY");
  expect((await payments.checkouts.get(token)).order).toMatchObject({ amount: 12900, currency: "EUR" });
  expect(await orders.find(id)).toMatchObject({ amount: 12900, currency: "EUR", paidBy: null });
});

test("a form that is sent twice is one order, with one payment page", async () => {
  const { sandbox, orders, submit, ask } = await openShop();
  const id = randomUUID();
  const [first, pressedTwice] = await Promise.all([submit(id), submit(id)]);
  expect(pressedTwice.headers.get("location")).toBe(first.headers.get("location"));
  const made = () => sandbox.requests.filter(({ operation }) => operation === "checkouts.create");
  expect(made()).toHaveLength(2);
  expect(await orders.takeOpenTokens(9)).toEqual([tokenOf(first.headers.get("location"))]);
  const second = await submit(id, "&article=monthly-pass");
  expect(second.headers.get("location")).toBe(first.headers.get("location"));
  expect(made()).toHaveLength(2);
  await sandbox.pay(tokenOf(first.headers.get("location")));
  expect((await submit(id)).headers.get("location")).toBe(`https://shop.example/orders/${id}`);
  expect(await orders.find(id)).toMatchObject({ amount: 12900, paidBy: expect.any(String) });
  expect(await orders.reviews(id)).toEqual([]);
  for (const order of ["", "&order=1", `&order=${id}x`]) {
    const { status } = await ask(`/checkout?article=annual-pass${order}`, form());
    expect(status, order).toBe(400);
  }
});

test("an order belongs to the session that placed it, and is started by a form of the shop alone", async () => {
  const { sandbox, submit, ask } = await openShop();
  const id = randomUUID();
  expect((await submit(id)).status).toBe(303);
  expect((await submit(id, "", form())).status).toBe(404);
  const { headers: own } = form();
  for (const init of [
    form(randomUUID(), "https://attacker.example"),
    { method: "POST", headers: { ...own, origin: "null" } },
    { method: "POST", headers: { cookie: `session=${randomUUID()}` } },
    { method: "POST", headers: { origin: "https://shop.example" } },
  ]) {
    expect((await submit(randomUUID(), "", init)).status).toBe(403);
  }
  expect(sandbox.requests.filter(({ operation }) => operation === "checkouts.create")).toHaveLength(1);
  expect((await ask(`/checkout?article=none&order=${randomUUID()}`, form())).status).toBe(404);
  const first = await ask("/");
  expect(first.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(await first.text()).toMatch(/<form method="post" action="[^"]*=annual-pass&amp;order=[^"]{36}"/);
  expect(first.headers.get("set-cookie")).toMatch(/^session=[^;]{36}; .*; HttpOnly; SameSite=Lax; Secure$/);
  const cookie = first.headers.get("set-cookie")?.split(";")[0] ?? "";
  expect((await ask("/", { headers: { cookie } })).headers.get("set-cookie")).toBeNull();
});

test("a client that places many orders gets no more tokens for a while, and others do", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const { sandbox, orders, ask } = await openShop();
  const place = async (address: string, id = randomUUID()) =>
    (await ask(`/checkout?article=annual-pass&order=${id}`, form(), address)).status;
  const answers = await Promise.all(Array.from({ length: 1000 }, () => place("192.0.2.1")));
  expect(answers.filter((status) => status === 303)).toHaveLength(20);
  expect(answers.filter((status) => status === 429)).toHaveLength(980);
  expect(await orders.takeOpenTokens(1000)).toHaveLength(20);
  for (const same of ["192.0.2.1:5678", "::ffff:192.0.2.1", "::FFFF:c000:201", "[::ffff:192.0.2.1]:443"]) {
    expect(await place(same), same).toBe(429);
  }
  expect(await place("192.0.2.2")).toBe(303);
  const network = ["2001:db8::", "2001:db8::1", "[2001:db8:0:0:a:b:c:d]:443", "2001:DB8::a%eth0"];
  const placed = [];
  for (let index = 0; index < 24; index += 1) placed.push(await place(network[index % 4] ?? ""));
  expect(placed.filter((status) => status === 429)).toHaveLength(4);
  for (const address of [
    "2001:db8:0:1::1",
    "2001:db9::1",
    "::1",
    "::ffff:192.0.2.9",
    "[::ffff:192.0.2.3]:443",
  ]) {
    expect(await place(address), address).toBe(303);
  }
  vi.setSystemTime(Date.now() + 600_000);
  expect(await place("192.0.2.1")).toBe(303);
  expect(sandbox.requests.filter(({ operation }) => operation === "checkouts.create")).toHaveLength(47);
});

test("the schedule checks ten tokens at a time, first those that wait longest", async () => {
  const { buy, orders, reconcile } = await openShop();
  const tokens: string[] = [];
  for (let index = 0; index < 15; index += 1) tokens.push((await buy()).token);
  let [running, most] = [0, 0];
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", async (...call: Parameters<typeof fetch>) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 20));
    return fetch(...call).finally(() => {
      running -= 1;
    });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  await reconcile();
  expect(most).toBe(10);
  expect(await orders.takeOpenTokens(4)).toEqual(tokens.slice(0, 4));
  expect(await orders.takeOpenTokens(15)).toEqual([...tokens.slice(4), ...tokens.slice(0, 4)]);
});

test("an order that is paid, but not notified yet, is recorded and gets no other token", async () => {
  const { sandbox, orders, submit, ask } = await openShop(
    {},
    async () => new Response(null, { status: 502 }),
  );
  const id = randomUUID();
  await sandbox.pay(tokenOf((await submit(id)).headers.get("location")));
  expect((await submit(id)).headers.get("location")).toBe(`https://shop.example/orders/${id}`);
  expect(await orders.find(id)).toMatchObject({ paidBy: expect.any(String), tokens: [{}] });
  expect(await orders.reviews(id)).toEqual([]);
  expect(await (await ask(`/orders/${id}`)).text()).toContain("Paid");
  expect((await ask(`/orders/${randomUUID()}`)).status).toBe(404);
});

test("the return page requests the status, and believes neither its query nor a gateway that fails", async () => {
  const { sandbox, submit, ask } = await openShop({}, async () => new Response(null, { status: 502 }));
  const id = randomUUID();
  const token = tokenOf((await submit(id)).headers.get("location"));
  const shown = async () => (await ask(`/orders/${id}?status=successful`)).text();
  expect(await shown()).toContain("waiting for your payment");
  await sandbox.pay(token);
  sandbox.failNext({ status: 404 });
  expect(await shown()).toContain("waiting for your payment");
  expect(await shown()).toContain("Paid");
});

test("an order whose token expired gets another one", async () => {
  const { sandbox, submit } = await openShop();
  const id = randomUUID();
  const first = tokenOf((await submit(id)).headers.get("location"));
  await sandbox.expire(first);
  const second = tokenOf((await submit(id)).headers.get("location"));
  expect(second).not.toBe(first);
  await sandbox.pay(second);
});

test("an order that one token paid is not paid again when another one ended unpaid", async () => {
  const { sandbox, submit } = await openShop();
  const id = randomUUID();
  const first = tokenOf((await submit(id)).headers.get("location"));
  sandbox.failNext({ status: 404 });
  const second = tokenOf((await submit(id)).headers.get("location"));
  await sandbox.pay(first);
  await sandbox.expire(second);
  expect((await submit(id)).headers.get("location")).toBe(`https://shop.example/orders/${id}`);
});

test("an order whose token the gateway does not know gets another one, and both are still asked about", async () => {
  const { sandbox, orders, submit, reconcile } = await openShop(
    {},
    async () => new Response(null, { status: 502 }),
  );
  const id = randomUUID();
  const first = tokenOf((await submit(id)).headers.get("location"));
  sandbox.failNext({ status: 401 });
  expect((await submit(id)).status, "it may know the token").toBe(502);
  sandbox.failNext({ status: 404 });
  const second = tokenOf((await submit(id)).headers.get("location"));
  expect(second).not.toBe(first);
  for (const token of [first, second]) await sandbox.pay(token);
  await reconcile();
  expect(await orders.find(id)).toMatchObject({ paidBy: expect.any(String) });
  expect(await orders.reviews(id)).toMatchObject([{ uid: expect.any(String) }]);
});

test("a payment whose notification was lost is found by the schedule, once", async () => {
  const { sandbox, orders, buy, reconcile } = await openShop(
    {},
    async () => new Response(null, { status: 502 }),
  );
  const [paid, open] = [await buy(), await buy()];
  await sandbox.pay(paid.token);
  sandbox.failNext({ status: 404 });
  await reconcile();
  expect(await orders.takeOpenTokens(9)).toContain(open.token);
  await reconcile();
  await reconcile();
  expect(await orders.find(paid.id)).toMatchObject({ paidBy: expect.any(String) });
  expect(await orders.reviews(paid.id)).toEqual([]);
  expect(await orders.takeOpenTokens(9)).toEqual([open.token]);
  await sandbox.expire(open.token);
  await reconcile();
  expect(await orders.takeOpenTokens(9)).toEqual([open.token]);
  inHours(25.1);
  await reconcile();
  expect(await orders.takeOpenTokens(9)).toEqual([]);
});

/** Sets the clock of the shop. */
function inHours(hours: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + hours * 60 * 60_000 });
  onTestFinished(() => void vi.useRealTimers());
}

const LOST: Deliver = async () => new Response(null, { status: 502 });

test("no order is lost or shipped twice after clocks that were wrong, a token that cannot be read, and an old copy", async () => {
  const { sandbox, settings, orders, buy, reconcile, fulfill } = await openShop({}, LOST);
  const [early, poison, good] = [await buy(), await buy(), await buy()];
  for (const hours of [-1440, -0.2, 0.2]) {
    inHours(hours);
    await reconcile();
    vi.useRealTimers();
  }
  for (const { token } of [early, good]) await sandbox.pay(token);
  sandbox.failNext({ status: 404 });
  await reconcile();
  await reconcile();
  const shipped = () =>
    vi
      .mocked(console.log)
      .mock.calls.flat()
      .filter((line) => line.includes("is fulfilled"));
  for (let runs = 0; runs < 2; runs += 1) await fulfill();
  expect(shipped()).toHaveLength(2);
  expect((await orders.find(poison.id))?.paidBy).toBeNull();

  // The copy has the orders and tokens, and no payment.
  const { memoryOrders } = await load("src/orders.ts");
  const [{ createShop }, copy] = [await load("src/shop.ts"), memoryOrders()];
  for (const { id, token } of [early, poison, good]) {
    await copy.open({ ...(await orders.find(id)), id }, "");
    await copy.addToken(id, { token, redirectUrl: "", expiresAt: Date.now() }, undefined);
  }
  const restored = createShop(settings, copy);
  await restored.reconcile();
  for (const { id } of [early, good]) {
    expect((await copy.find(id))?.paidBy).toBe((await orders.find(id))?.paidBy);
    expect(await copy.reviews(id)).toEqual([]);
  }
  for (let runs = 0; runs < 2; runs += 1) await restored.fulfill();
  expect(shipped(), "the same ids").toHaveLength(4);
  expect(new Set(shipped()).size).toBe(2);
});

test("an order whose whole payment went back before it is fulfilled is not fulfilled", async () => {
  const { sandbox, orders, payments, buy, fulfill } = await openShop();
  const [refunded, part, back] = [await buy(), await buy(), await buy()];
  const uids = [];
  for (const { token } of [refunded, part, back]) uids.push((await sandbox.pay(token)).uid);
  const [first = "", second = "", third = ""] = uids;
  await payments.transactions.refund({ parent_uid: first, amount: 12_900, reason: "Returned" });
  await payments.transactions.refund({ parent_uid: second, amount: 900, reason: "Returned" });
  await sandbox.chargeBack(third);
  await sandbox.idle();
  await fulfill();
  const states = await Promise.all([refunded, part, back].map(({ id }) => orders.find(id)));
  expect(states.map((order) => Object(order).isFulfilled)).toEqual([false, true, false]);
  expect(await orders.reviews(back.id)).toMatchObject([{ message: expect.stringContaining("chargeback") }]);
});

test("an order is saved before the gateway is called", async () => {
  const open = vi.fn().mockRejectedValue(new Error("the database is down"));
  const { sandbox, submit } = await openShop({ open });
  let changes = 0;
  sandbox.onChange(() => {
    changes += 1;
  });
  await expect(submit(randomUUID())).rejects.toThrow("database is down");
  expect(changes).toBe(0);
});

test("if the gateway fails, the customer gets an error page", async () => {
  const { sandbox, submit } = await openShop();
  sandbox.failNext({ status: 503 });
  const response = await submit(randomUUID());
  expect(response.status).toBe(502);
  expect(await response.text()).toContain("Please try again");
});

test("only POST starts a payment: links and crawlers do not", async () => {
  const { ask } = await openShop();
  for (const method of ["GET", "HEAD", "PUT"]) {
    expect((await ask("/checkout?article=annual-pass", { method })).status, method).toBe(404);
  }
  expect((await ask("/notifications")).status).toBe(404);
});
