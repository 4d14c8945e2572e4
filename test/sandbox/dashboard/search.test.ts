import { expect, test } from "vitest";
import { LIBRARY_BILL } from "../library-bill.ts";
import { DECLINED } from "../open-gateway.ts";
import { erip, openDashboard, product, settings } from "./open-dashboard.ts";

/** Two orders and a bill. The first order is declined. */
async function openOrders() {
  const opened = await openDashboard();
  const { payments, sandbox, createToken } = opened;
  const room = { ...product, name: "Reading room", description: "A year of books" };
  const { id } = await payments.products.create(room);
  const zoe = { email: "kim@example.com", first_name: "Zoe", last_name: "Angstrom" };
  const paid = await createToken("order-1", { settings, customer: zoe });
  const { uid } = await sandbox.pay(paid, { card: DECLINED });
  const ales = { first_name: "Aleś", last_name: "Kavaloŭ" };
  const unpaid = await createToken("order.2", { settings, customer: ales });
  const fromLink = await sandbox.pay(id);
  await payments.bills.create({
    ...LIBRARY_BILL,
    payment_method: { ...LIBRARY_BILL.payment_method, account_number: "4417" },
  });
  return { ...opened, id, paid, uid, unpaid, fromLink };
}

/** The number of products, orders and calls that a search finds. */
const counted =
  ({ rows, get }: Awaited<ReturnType<typeof openDashboard>>) =>
  async (query: string) => {
    const q = encodeURIComponent(query);
    const calls = (await get(`/sandbox/log?q=${q}`)).match(/<li id="call-/g) ?? [];
    return [(await rows(`/sandbox/products?q=${q}`)).length, (await rows(`/?q=${q}`)).length, calls.length];
  };

test("a search finds an order by each identifier, outcome and text, with or without diacritics, and products and calls on their pages", async () => {
  const opened = await openOrders();
  const { id, paid, uid, unpaid, fromLink } = opened;
  const found = counted(opened);
  for (const [query, counts] of [
    [paid, [0, 1, 1]],
    [paid.slice(0, 16).toUpperCase(), [0, 1, 1]],
    [uid, [0, 1, 0]],
    ["order-1", [0, 1, 1]],
    ["  ORDER-1  ", [0, 1, 1]],
    ["kim@example.com", [0, 1, 1]],
    [unpaid, [0, 1, 1]],
    ["order.2", [0, 1, 1]],
    ["declined", [0, 1, 0]],
    ["failed", [0, 1, 0]],
    ["paid", [0, 1, 1]],
    ["order declined", [0, 1, 0]],
    ["order-1 paid", [0, 0, 0]],
    ["annual", [0, 2, 2]],
    ["books", [1, 1, 1]],
    [id, [1, 1, 1]],
    [fromLink.uid, [0, 1, 0]],
    ["shop.example 200", [0, 1, 0]],
    ["orderX2", [0, 0, 0]],
    ["^order", [0, 0, 0]],
    ["(", [0, 0, 0]],
    ["undefined", [0, 0, 0]],
    ["products.create 201", [0, 0, 1]],
    ["products.create 422", [0, 0, 0]],
    ["/ctp/api", [0, 0, 2]],
    ["100700000012", [0, 1, 1]],
    ["99999999", [0, 1, 1]],
    ["4417", [0, 1, 0]],
    ["4419", [0, 0, 0]],
    ...["kavalou", "Kavaloŭ", "ales KAVALOU", "Zoë Ångström"].map((name) => [name, [0, 1, 1]] as const),
  ] as const)
    expect([query, await found(query)]).toStrictEqual([query, counts]);
});

test("random ids are found by their first eight characters, and by nothing inside of them", async () => {
  const opened = await openOrders();
  const { id, paid, uid, sandbox } = opened;
  const found = counted(opened);
  for (const random of [paid, uid]) {
    expect((await found(random.slice(0, 8)))[1]).toBe(1);
    for (const part of [random.slice(0, 7), random.slice(1, 9), random.slice(12, 18), random.slice(14)])
      expect([part, await found(part)]).toStrictEqual([part, [0, 0, 0]]);
  }
  const [delivery] = sandbox.deliveries;
  expect(await found(delivery?.id ?? "")).toStrictEqual([0, 1, 0]);
  expect(await found(delivery?.id.slice(1) ?? "")).toStrictEqual([0, 0, 0]);
  expect(await found(id.slice(0, 12))).toStrictEqual([1, 1, 1]);
  expect(await found(id.slice(8))).toStrictEqual([0, 0, 0]);
});

test("a search finds amounts as they are displayed", async () => {
  const opened = await openDashboard();
  const { payments, createToken, sandbox } = opened;
  await payments.products.create(product);
  const create = (amount: number, currency: string) =>
    createToken("", { order: { description: "Pass", amount, currency }, settings });
  const { uid } = await sandbox.pay(await create(12_900, "EUR"));
  await payments.transactions.refund({ parent_uid: uid, amount: 100, reason: "Broken" });
  await create(1_234_500, "BYN");
  await create(1500, "JPY");
  await create(2100, "USD");
  await create(12, "XXQ").catch(() => undefined);
  const found = counted(opened);
  for (const [query, counts] of [
    ["129.00", [1, 1, 2]],
    ["€129.00", [1, 1, 2]],
    ["$129.00", [0, 0, 0]],
    ["1.00", [0, 1, 1]],
    ["12,345.00", [0, 1, 1]],
    ["12345.00", [0, 1, 1]],
    ["BYN\u00A012,345.00", [0, 1, 1]],
    ["¥1,500", [0, 1, 1]],
    ["21.00", [0, 1, 1]],
    ["2345.00", [0, 0, 0]],
    ["12 XXQ", [0, 0, 1]],
  ] as const) {
    expect([query, await found(query)]).toStrictEqual([query, counts]);
  }
});

test("a search finds orders by method, brand, currency, amount in each form, last digits, state and what the shop answered", async () => {
  const { createToken, sandbox, rows } = await openDashboard({
    deliver: async ({ url }) => {
      if (url.endsWith("503")) throw new Error("the shop is closed");
      return new Response("not delivered yet", { status: Number(url.slice(-3)) });
    },
  });
  const create = (tracking_id: string, amount: number, currency: string, status: number, more = {}) =>
    createToken("", {
      order: { amount, currency, description: "Pass", tracking_id },
      settings: { notification_url: `https://shop.example/${status}` },
      ...more,
    });
  await sandbox.pay(await create("visa-1", 3192, "USD", 200));
  await sandbox.pay(await create("amex-1", 13_192, "EUR", 500), { card: "378282246310005" });
  await sandbox.pay(await create("erip-1", 2500, "BYN", 200, erip), { method: "erip" });
  await sandbox.pay(await create("down-1", 700, "CHF", 503), { card: "5105105105105100" });
  await create("paid", 100, "USD", 200);
  for (const [orders, queries] of [
    ["erip-1", ["erip", "ERIP", "byn"]],
    ["visa-1", ["visa", "31.92", "31,92", "3192", "0000", "delivered visa"]],
    ["amex-1", ["american express", "131,92", "0005", "500"]],
    ["amex-1", ["Not delivered: 500"]],
    ["down-1", ["shop is closed"]],
    ["down-1 amex-1", ["not delivered", "Not delivered"]],
    ["erip-1 visa-1", ["delivered"]],
    ["paid amex-1 visa-1", ["paid"]],
    ["erip-1 amex-1 visa-1", ["not yet"]],
    ["paid visa-1", ["USD"]],
    ["", ["319"]],
  ] as const)
    for (const query of queries) {
      const found = await rows(`/?q=${encodeURIComponent(query)}`);
      expect([query, found.map((one) => one["Order"]?.split(" ")[0]).join(" ")]).toStrictEqual([
        query,
        orders,
      ]);
    }
});

test("a search without a result repeats its text, and offers all records there", async () => {
  const { get, createToken, payments, sandbox } = await openDashboard();
  await sandbox.pay(await createToken("order-1", { settings }));
  await payments.products.create(product);
  for (const [path, what] of [
    ["/", "order"],
    ["/sandbox/log", "call"],
    ["/sandbox/products", "product"],
  ])
    expect(await get(`${path}?q=%3Czzz`)).toContain(
      `No ${what} matches “&lt;zzz”. <a href="${path}">Show all</a>`,
    );
});

test("a search shows its text, trimmed, cut and escaped, and can be left again", async () => {
  const { get } = await openDashboard();
  expect(await get()).not.toContain("Show all");
  const html = await get(`/?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
  expect(html).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html).toContain('<a href="/">Show all</a>');
  expect(await get(`/?q=${encodeURIComponent("  order-1 ")}`)).toContain('value="order-1"');
  expect(/id="search" value="(x+)"/.exec(await get(`/?q=${"x".repeat(4100)}`))?.[1]).toHaveLength(4000);
});

test("an id that names one order opens it: its token, tracking id, a transaction's uid or a delivery's id", async () => {
  const { sandbox, createToken, visit } = await openDashboard();
  const token = await createToken("order-1", { settings });
  const { uid } = await sandbox.pay(token);
  await createToken("twice");
  await createToken("twice");
  const opened = async (id: string) => (await visit(`/?q=${encodeURIComponent(id)}`)).headers.get("location");
  for (const id of [token, "order-1", ` ${uid} `, sandbox.deliveries[0]?.id ?? ""])
    expect([id, await opened(id)]).toStrictEqual([id, `/sandbox/orders/${token}`]);
  for (const query of ["twice", "order", "", "paid"])
    expect([query, await opened(query)]).toStrictEqual([query, null]);
});

test("a few digits are not found in the codes of what was answered", async () => {
  const opened = await openDashboard();
  const { uid } = await opened.sandbox.pay(await opened.createToken("order-7"));
  const { payment } = await opened.payments.transactions.get(uid);
  expect(payment?.auth_code).toMatch(/^\d{6}$/);
  expect(await counted(opened)(payment?.auth_code ?? "")).toStrictEqual([0, 0, 0]);
  expect(await counted(opened)("auth_code")).toStrictEqual([0, 0, 1]);
});
