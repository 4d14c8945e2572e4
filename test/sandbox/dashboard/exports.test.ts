import { expect, test } from "vitest";
import { rawCall } from "../raw-call.ts";
import { ORIGIN, openDashboard, settings } from "./open-dashboard.ts";

const SECRET = `s3cret "key" of the shop`;

test("an order is one file for a bug report, with calls, notifications and answers, and without the key", async () => {
  const deliver = async () => new Response(`{"failed with": "${SECRET}"}`, { status: 500 });
  const { sandbox, createToken, visit } = await openDashboard({ deliver, secretKey: SECRET });
  const order = { amount: 12900, currency: "EUR", description: `by ${SECRET}`, tracking_id: "order 7/ü" };
  const token = await createToken("", { settings, order });
  await sandbox.pay(token);
  const response = await visit(`/sandbox/export/orders/${token}`);
  expect(response.headers.get("content-disposition")).toBe('attachment; filename="order-order_7__.json"');
  const text = await response.text();
  for (const form of [SECRET, JSON.stringify(SECRET).slice(1, -1), btoa(`4821:${SECRET}`)])
    expect(text).not.toContain(form);
  expect(JSON.parse(text)).toMatchObject({
    order: { token, trackingId: "order 7/ü", outcome: "Paid", shop: "not delivered" },
    says: expect.stringMatching(
      /^Paid\. The shop did not accept the notification \(paid\)\. The shop answered 500\./,
    ),
    calls: [{ operation: "checkouts.create", status: 201 }],
    transactions: [{ status: "successful" }],
    notifications: [
      { status: 500, headers: { Authorization: "Basic [redacted]" }, answers: [{ status: 500 }] },
    ],
  });
});

test("an order is found by each of its ids, and an id of several names the newest one", async () => {
  const { sandbox, createToken, visit } = await openDashboard();
  const token = await createToken("order-1", { settings });
  const { uid } = await sandbox.pay(token);
  for (const id of [token, "order-1", uid, sandbox.deliveries[0]?.id ?? ""])
    expect(await (await visit(`/sandbox/export/orders/${id}`)).json()).toMatchObject({ order: { token } });
  const other = await createToken("order-1");
  expect(await (await visit("/sandbox/export/orders/order-1")).json()).toMatchObject({
    note: "The newest of 2 orders with the id order-1.",
    order: { token: other },
  });
  expect(await (await visit(`/sandbox/export/orders/${token}`)).json()).not.toHaveProperty("note");
  expect((await visit("/sandbox/export/orders/none")).status).toBe(404);
});

test("the list is exported as CSV as it is searched and filtered, and no cell is a formula", async () => {
  const { sandbox, createToken, get } = await openDashboard();
  await sandbox.pay(await createToken('=HYPERLINK("http://evil.example")'));
  await createToken("-1+1");
  await createToken("@SUM(A1)\r\nsecond line");
  await createToken("plain, with comma");
  const csv = await get("/sandbox/export/orders.csv");
  const [head, ...lines] = csv.split("\r\n");
  expect(head).toBe(
    "token,uid,tracking_id,description,amount,currency,outcome,method,shop,reason,created_at",
  );
  expect(csv).toContain(`,"'=HYPERLINK(""http://evil.example"")",Annual pass,129.00,EUR,Paid,`);
  expect(csv).toContain(",,'-1+1,Annual pass,129.00,EUR,Open,");
  expect(csv).toContain(`,"'@SUM(A1)\r\nsecond line",`);
  expect(csv).toContain(',"plain, with comma",');
  expect(lines.join("")).not.toMatch(/(^|,)"?[=+@-]/);
  expect((await get("/sandbox/export/orders.csv?show=paid")).trim().split("\r\n")).toHaveLength(2);
  expect((await get("/sandbox/export/orders.csv?q=plain")).trim().split("\r\n")).toHaveLength(2);
});

test("orders in JSON have stable states, which the list accepts as filters, and an unknown filter is refused", async () => {
  const { sandbox, createToken, visit } = await openDashboard();
  await sandbox.pay(await createToken("order-1"));
  const list = async (show: string) => (await visit(`/sandbox/export/orders.json?show=${show}`)).json();
  expect(await list("paid")).toMatchObject({ orders: [{ trackingId: "order-1", status: "paid" }] });
  const refused = await visit("/sandbox/export/orders.json?show=all");
  expect([refused.status, await refused.json()]).toStrictEqual([
    409,
    {
      message:
        "There is no state all. The states are not-delivered, accepted-a-forgery, paid, part-refunded, refunded, charged-back, authorized, part-captured, captured, voided, paid-out, saved, open, declined-open, started, pending, standing-bill, opened-bill, created-bill, declined, refused, deleted, expired, unknown.",
    },
  ]);
});

test("calls are exported as an HTTP archive, oldest first, without credentials", async () => {
  const { sandbox, payments, get } = await openDashboard({ secretKey: SECRET });
  await payments.products.list();
  await rawCall(sandbox)("POST", "/products?source=shop", { name: "", note: SECRET });
  const text = await get("/sandbox/export/calls.har");
  expect(text).not.toContain("s3cret");
  const { log } = JSON.parse(text);
  expect(log).toMatchObject({
    version: "1.2",
    creator: { name: expect.any(String), version: expect.any(String) },
  });
  expect(log.entries).toMatchObject([
    { request: { method: "GET", url: `${ORIGIN}/products`, headers: [] }, response: { status: 200 } },
    {
      request: {
        method: "POST",
        queryString: [{ name: "source", value: "shop" }],
        postData: { mimeType: "application/json", text: expect.stringContaining('"name":""') },
      },
      response: { status: 422, content: { text: expect.stringContaining("errors") } },
    },
  ]);
  for (const { startedDateTime, time, timings } of log.entries) {
    expect(new Date(startedDateTime).toISOString()).toBe(startedDateTime);
    expect(timings).toStrictEqual({ send: 0, wait: time, receive: 0 });
  }
  expect(JSON.parse(await get("/sandbox/export/calls.har?show=refused")).log.entries).toHaveLength(1);
});
