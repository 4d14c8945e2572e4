import { expect, test } from "vitest";
import { ORIGIN, openDashboard, settings } from "./open-dashboard.ts";

const SECRET = `s3cret "key" of the shop`;

test("an order is one file for a bug report, with calls, notifications and answers, and without the key", async () => {
  const deliver = async () => new Response(`{"failed with": "${SECRET}"}`, { status: 500 });
  const { sandbox, createToken, visit } = await openDashboard({ deliver, secretKey: SECRET });
  const order = { amount: 12900, currency: "EUR", description: `by ${SECRET}`, tracking_id: "order 7/ü" };
  const token = await createToken("", { settings, order });
  await sandbox.pay(token);
  const response = await visit(`/sandbox/api/orders/${token}`);
  const text = await response.text();
  for (const form of [SECRET, JSON.stringify(SECRET).slice(1, -1), btoa(`4821:${SECRET}`)])
    expect(text).not.toContain(form);
  expect(JSON.parse(text)).toMatchObject({
    order: { token, trackingId: "order 7/ü", outcome: "Paid", notification: { state: "not delivered" } },
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
    expect(await (await visit(`/sandbox/api/orders/${id}`)).json()).toMatchObject({ order: { token } });
  const other = await createToken("order-1");
  expect(await (await visit("/sandbox/api/orders/order-1")).json()).toMatchObject({
    note: "The newest of 2 orders with the id order-1.",
    order: { token: other },
  });
  expect(await (await visit(`/sandbox/api/orders/${token}`)).json()).not.toHaveProperty("note");
  expect((await visit("/sandbox/api/orders/none")).status).toBe(404);
});

test("orders in JSON have stable states, which the list accepts as filters, and an unknown filter is refused", async () => {
  const { sandbox, createToken, visit } = await openDashboard();
  await sandbox.pay(await createToken("order-1"));
  const list = async (show: string) => (await visit(`/sandbox/api/orders?show=${show}`)).json();
  expect(await list("paid")).toMatchObject({ orders: [{ trackingId: "order-1", kind: "paid" }] });
  const refused = await visit("/sandbox/api/orders?show=all");
  expect([refused.status, await refused.json()]).toStrictEqual([
    409,
    {
      code: "wrong_value",
      field: "show",
      message: expect.stringMatching(
        /^There is no state all\. The states are not-delivered, accepted-a-forgery, paid-twice, paid, .*unknown\.$/,
      ),
    },
  ]);
});

test("a program without a page pays an order, reads it, and plans a failure", async () => {
  const { sandbox, createToken, visit } = await openDashboard({ secretKey: SECRET });
  const [token, open] = [await createToken("1007", { settings }), await createToken("1008")];
  /** Sends JSON as curl does, without an Origin. */
  const act = async (action: string, params: unknown, headers = {}) => {
    const init = {
      method: "POST",
      body: typeof params === "string" ? params : JSON.stringify(params),
      headers: { "content-type": "application/json", ...headers },
    };
    const response = await sandbox.fetch(new Request(`${ORIGIN}/sandbox/api/${action}`, init));
    return { status: response.status, body: Object(await response.json()), headers: response.headers };
  };
  expect(await act("pay", { order: "1007" })).toMatchObject({
    status: 200,
    body: {
      message: "Paid €129.00. The shop answered 200.",
      tone: "good",
      event: `/sandbox/orders/${token}#delivery-${sandbox.deliveries[0]?.id}`,
      order: { token, kind: "paid", notification: { state: "delivered" } },
      transaction: { status: "successful", tracking_id: "1007" },
      notification: { status: 200, token },
    },
  });
  expect(await (await visit("/sandbox/api/orders/1007")).json()).toMatchObject({
    order: { kind: "paid", says: [{ tone: "good", text: ["Paid €129.00."] }, { tone: "good" }] },
    transactions: [{ status: "successful" }],
  });
  expect((await act("plan-calls", { status: 503, times: "2", retryAfter: 1 })).body.message).toBe(
    "The next 2 calls will be answered 503.",
  );
  const failed = await sandbox.fetch(new Request("https://sandbox.invalid/products"));
  expect([failed.status, failed.headers.get("retry-after")]).toStrictEqual([503, "1"]);
  await act("cancel-plan", {});
  const { uid } = Object((await act("follow-up", { uid: "none", type: "refund" })).body);
  expect(uid).toBeUndefined();
  const paid = Object(await (await visit("/sandbox/api/orders/1007")).json()).transactions[0];
  expect((await act("follow-up", { uid: paid.uid, type: "refund", amount: 100 })).body).toMatchObject({
    message: "Refunded €1.00. €128.00 is kept. The shop answered 200.",
    order: { kind: "part-refunded" },
  });
  for (const [action, params, status, answer] of [
    ["pay", { order: "x" }, 404, { code: "not_found", message: "There is no order, token or product x." }],
    ["pay", { order: "1007" }, 409, { code: "not_possible", message: expect.stringMatching(/part refund/) }],
    ["pay", {}, 409, { message: expect.stringContaining("order is missing"), field: "order" }],
    [
      "pay",
      { ordr: "1007" },
      409,
      { message: expect.stringContaining("Did you mean order?"), field: "ordr" },
    ],
    ["pay", { order: "1007", crad: "1" }, 409, { message: expect.stringContaining("Did you mean card?") }],
    ["pay", { order: 1007 }, 409, { message: "order must be text.", field: "order" }],
    ["plan-calls", { status: 200 }, 409, { message: "status must be an integer from 400 to 599." }],
    ["plan-calls", { status: 503, times: "x" }, 409, { field: "times" }],
    ["complete", { uid: "x", outcome: "paid" }, 409, { message: expect.stringContaining("one of success") }],
    ["pay", "{", 409, { message: "The body must be a JSON object." }],
    ["pay", { order: open, card: "1234" }, 409, { message: expect.stringContaining("test card") }],
    ["expire", { order: token }, 409, { message: expect.stringContaining("it is") }],
    ["follow-up", {}, 409, { message: expect.stringContaining("uid is missing") }],
    ["notify-again", {}, 409, { message: expect.stringContaining("notification is missing") }],
    ["pay?wait=soon", { order: "1007" }, 409, { message: "wait must be milliseconds, 0 to 600000." }],
    ["plan-call", {}, 404, { message: expect.stringContaining("Did you mean plan-calls?") }],
  ] as const) {
    const refused = await act(action, params);
    expect([action, refused]).toMatchObject([action, { status, body: answer }]);
    expect(refused.headers.get("access-control-allow-origin")).toBeNull();
  }
  for (const type of ["application/x-www-form-urlencoded", "text/plain", "multipart/form-data", ""])
    expect((await act("pay", "order=1007", { "content-type": type })).status).toBe(415);
});

test("a test in JavaScript runs the same actions by their names", async () => {
  const { sandbox, createToken } = await openDashboard();
  const { uid } = await sandbox.pay(await createToken("1007", { settings }));
  const refund = { uid, type: "refund", amount: "1.00" } as const;
  expect(await sandbox.act("follow-up", refund)).toMatchObject({
    message: "Refunded €1.00. €128.00 is kept. The shop answered 200.",
    order: { trackingId: "1007", kind: "part-refunded" },
    transaction: { amount: 100, parent_uid: uid },
    notification: { status: 200 },
  });
  await expect(sandbox.act("follow-up", { ...refund, amount: 99_999 })).rejects.toThrow(/can't be greater/);
  // @ts-expect-error There is no such action.
  await expect(sandbox.act("follow", {})).rejects.toThrow(
    "act: there is no action follow. Did you mean follow-up?",
  );
  // @ts-expect-error The order is missing.
  await expect(sandbox.act("expire", {})).rejects.toThrow("order is missing. It must be text");
});
