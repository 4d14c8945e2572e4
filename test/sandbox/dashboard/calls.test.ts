import { expect, test } from "vitest";
import { rawCall } from "../raw-call.ts";
import { textOf } from "../text-of.ts";
import { openDashboard, product } from "./open-dashboard.ts";

const CALLS = "/sandbox/log";
const room = { ...product, name: "Reading room", description: "A year of books" };

/** A dashboard, and its API called without the client. */
async function open() {
  const opened = await openDashboard();
  /** The texts of the calls that a page lists, without their times and bodies. */
  const calls = async (path: string) =>
    [...(await opened.get(path)).matchAll(/<li id="call-[^>]*>(<div class="event-head">.*?<\/div>)/gs)].map(
      ([, head = ""]) => textOf(head.replaceAll(/<time.*?<\/time>|<span class="count">.*?<\/span>/g, "")),
    );
  return { ...opened, calls, call: rawCall(opened.sandbox) };
}

test("calls without an order are listed, refused ones with each problem and its field, if it has one", async () => {
  const { sandbox, payments, call, get } = await open();
  await payments.products.create(room);
  expect(await get(CALLS)).toContain('class="state good">201<');
  await rawCall(sandbox, { authorization: "Basic x" })("GET", "/products");
  const denied = await get(CALLS);
  for (const part of ['class="state bad">401<', 'class="problems"']) expect(denied).toContain(part);
  expect(denied).not.toContain("<li><code>");
  await call("POST", "/products", { ...room, name: "", currency: "XXQ" });
  const shown = await get(CALLS);
  expect(shown).toContain('class="state bad">422<');
  expect(shown.match(/<li><code>(?:name|currency)<\/code> [^<]+<\/li>/g)).toHaveLength(2);
});

test("a call with fields that the reference does not name lists them, and what was meant", async () => {
  const { call, get } = await open();
  await call("POST", "/products", { ...room, descripton: "x", "<b>": 1 });
  const shown = await get(CALLS);
  expect(shown).toContain(
    "<li><code>descripton</code> is not documented; did you mean <code>description</code>?</li>",
  );
  expect(shown).toContain("<li><code>&lt;b&gt;</code> is not documented</li>");
});

test("a call shows its operation, subject and amount; one that is not served says so", async () => {
  const { call, payments, calls } = await open();
  const { id } = await payments.products.create(room);
  await payments.products.list();
  await call("PUT", `/products/${id}`, { amount: 9900 });
  await call("POST", "/v3/nonsense", { amount: 100 });
  expect(await calls(CALLS)).toStrictEqual([
    "POST /v3/nonsense 404 not served by this local gateway",
    `PUT /products/${id} 204 products.update`,
    "GET /products 200 products.list",
    "POST /products 201 products.create Reading room €129.00",
  ]);
});

test("all calls are listed at first, and calls of orders are on their pages too", async () => {
  const { payments, sandbox, createToken, calls, get, events } = await open();
  const token = await createToken("order-1");
  const { uid } = await sandbox.pay(token);
  await payments.transactions.findByTrackingId("order-1");
  await payments.transactions
    .refund({ parent_uid: uid, amount: 999_999, reason: "Broken" })
    .catch(() => undefined);
  await payments.transactions.findByTrackingId("nothing");
  expect(await calls(CALLS)).toHaveLength(4);
  expect(await calls(`${CALLS}?show=without-an-order`)).toStrictEqual([expect.stringMatching(/tracking_id/)]);
  expect(await calls(`${CALLS}?show=refused`)).toStrictEqual([expect.stringMatching(/refund order-1/)]);
  expect(await get(CALLS)).toContain(`href="/sandbox/orders/${token}"`);
  expect((await events(token)).filter(([title]) => title.includes("API call"))).toHaveLength(3);
});

test("calls show their duration, and are filtered by their answer", async () => {
  const { payments, call, get, calls } = await open();
  await payments.products.create(room);
  await payments.products.list();
  await call("GET", "/products/prd_none");
  expect(textOf(await get(CALLS)).match(/ \d+ ms /g)?.length).toBeGreaterThanOrEqual(3);
  for (const [query, found] of [
    ["show=calls", ["GET /products/prd_none 404", "GET /products 200", "POST /products 201"]],
    ["show=refused", ["GET /products/prd_none 404"]],
    ["show=refused&q=200", []],
  ] as const)
    expect((await calls(`${CALLS}?${query}`)).map((one) => one.split(" ", 3).join(" "))).toStrictEqual(found);
});

test("a refused call with objects in the place of texts is shown", async () => {
  const { call, get, calls } = await open();
  const hostile = { toString: {}, valueOf: {} };
  const fields = ["name", "description", "tracking_id", "amount", "currency", "token", "uid", "id"];
  const body = Object.fromEntries(fields.map((field) => [field, hostile]));
  await call("POST", "/products", body);
  await call("POST", "/ctp/api/checkouts", { checkout: { ...body, order: body } });
  for (const path of ["/", CALLS, `${CALLS}?q=products.create`, `${CALLS}?q=1.00`])
    expect(await get(path), path).toContain("</html>");
  expect(await calls(CALLS)).toHaveLength(2);
});

test("a body that is nested 5 000 deep is shown, and the page stays small", async () => {
  const { sandbox, call, get, calls } = await open();
  const deep = `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`;
  const body = `{"name":"Pass","currency":"EUR","description":${deep},"additional_data":${deep}}`;
  for (const path of ["/products", "/ctp/api/checkouts", "/transactions/refunds"])
    await call("POST", path, body);
  await call("POST", "/products", `[${"[".repeat(9000)}`);
  expect(sandbox.requests).toHaveLength(4);
  expect(await calls(CALLS)).toHaveLength(4);
  for (const path of [CALLS, `${CALLS}?q=description`]) {
    const html = await get(path);
    expect(html, path).toContain("</html>");
    expect(html.length, path).toBeLessThan(500_000);
  }
});

test("a call with a body of 100 KiB belongs to its order, on its page, in the list of calls and in its file", async () => {
  const { call, story, events, get, calls } = await open();
  const long = "x".repeat(100_000);
  const order = { additional_data: { receipt_text: [long] }, amount: 100, currency: "EUR", description: "P" };
  const checkout = { transaction_type: "payment", order: { ...order, tracking_id: "order-1" } };
  const created = await call("POST", "/ctp/api/checkouts", { checkout });
  const { token } = Object(created.body).checkout;
  const refund = { reason: long, parent_uid: "unknown", tracking_id: "order-1" };
  expect((await call("POST", "/transactions/refunds", { request: refund })).status).toBe(422);
  const titles = ["The API call that made the token", "API call transactions.refund"];
  expect((await events(token)).map(([title]) => title)).toStrictEqual(titles);
  expect(await story(token)).not.toContain("By an API call");
  expect(await calls(`${CALLS}?show=without-an-order`)).toStrictEqual([]);
  expect((await calls(CALLS)).at(-1)).toBe("POST /ctp/api/checkouts 201 checkouts.create order-1 €1.00");
  const file = JSON.parse(await get(`/sandbox/api/orders/${token}`));
  expect(file.calls).toMatchObject([
    { path: "/ctp/api/checkouts", status: 201 },
    { path: "/transactions/refunds", status: 422 },
  ]);
  expect(file.order.events.map(({ title }: { title: string }) => title)).toStrictEqual(titles);
});

test("a call that failed before its order was made belongs to it by its tracking id", async () => {
  const { sandbox, createToken, events, calls } = await open();
  sandbox.failNext({ status: 503 });
  await expect(createToken("order-1")).rejects.toThrow("503");
  expect(await calls(`${CALLS}?show=without-an-order`)).toHaveLength(1);
  const token = await createToken("order-1");
  expect(await events(token)).toStrictEqual([
    ["API call checkouts.create", "Answered 503"],
    ["The API call that made the token", "Answered 201"],
  ]);
  expect(await calls(`${CALLS}?show=without-an-order`)).toHaveLength(0);
});

test("a call that names an order belongs to it, also if it fails, is refused or has the wrong key", async () => {
  const { sandbox, payments, call, createToken, events } = await open();
  const token = await createToken("order-1");
  const { uid } = await sandbox.pay(token);
  await rawCall(sandbox, { authorization: "Basic x" })("GET", `/ctp/api/checkouts/${token}`);
  sandbox.failNext({ status: 503 });
  await call("POST", "/transactions/refunds", { request: { parent_uid: uid, amount: 100, reason: "R" } });
  await payments.transactions.get(uid);
  await createToken("order-2");
  expect((await events(token)).filter(([title]) => title.startsWith("API call"))).toStrictEqual([
    ["API call checkouts.get", "Answered 401"],
    ["API call transactions.refund", "Answered 503"],
    ["API call transactions.get", "Answered 200"],
  ]);
});
