import { expect, test } from "vitest";
import { ORIGIN, openDashboard, product } from "./open-dashboard.ts";

const settings = { notification_url: "https://shop.example/notify" };

/** Two orders; the first one is paid. */
async function openOrders() {
  const opened = await openDashboard();
  const { payments, sandbox, createToken } = opened;
  const { id } = await payments.products.create({
    ...product,
    name: "Reading room",
    description: "A year of books",
  });
  const paid = await createToken("order-1", { settings, customer: { email: "kim@example.com" } });
  const { uid } = await sandbox.pay(paid, { card: "4005550000000019" });
  const unpaid = await createToken("order.2", { settings });
  const fromLink = await sandbox.pay(id);
  return { ...opened, id, paid, uid, unpaid, fromLink };
}

test("a search finds an order's token, transactions and deliveries by each identifier", async () => {
  const { id, paid, uid, unpaid, fromLink, rows } = await openOrders();
  /** The number of products, tokens, transactions and deliveries found. */
  const found = async (query: string) => {
    const path = `/?q=${encodeURIComponent(query)}`;
    const lists = ["products", "tokens", "transactions", "deliveries"];
    return Promise.all(lists.map(async (list) => (await rows(list, path)).length));
  };
  for (const [query, counts] of [
    [paid, [0, 1, 1, 1]],
    [paid.slice(0, 16).toUpperCase(), [0, 1, 1, 1]],
    [uid, [0, 1, 1, 1]],
    ["order-1", [0, 1, 1, 1]],
    ["  ORDER-1  ", [0, 1, 1, 1]],
    ["kim@example.com", [0, 1, 1, 1]],
    [unpaid, [0, 1, 0, 0]],
    ["order.2", [0, 1, 0, 0]],
    ["failed", [0, 1, 1, 0]],
    ["successful", [0, 1, 1, 0]],
    ["order failed", [0, 1, 1, 0]],
    ["order-1 successful", [0, 0, 0, 0]],
    ["annual", [0, 2, 1, 1]],
    ["books", [1, 1, 1, 0]],
    [id, [1, 1, 1, 0]],
    [fromLink.uid, [0, 1, 1, 0]],
    ["shop.example 200", [0, 0, 0, 1]],
    ["orderX2", [0, 0, 0, 0]],
    ["^order", [0, 0, 0, 0]],
    ["(", [0, 0, 0, 0]],
  ] as const) {
    expect([query, await found(query)]).toStrictEqual([query, counts]);
  }
});

test("random ids are found by their first eight characters, and by nothing inside of them", async () => {
  const { id, paid, uid, sandbox, rows } = await openOrders();
  const found = async (query: string) => {
    const lists = ["products", "tokens", "transactions", "deliveries", "requests"];
    return Promise.all(lists.map(async (list) => (await rows(list, `/?q=${query}`)).length));
  };
  for (const random of [paid, uid]) {
    expect(await found(random.slice(0, 8))).toStrictEqual([0, 1, 1, 1, 1]);
    for (const part of [random.slice(0, 7), random.slice(1, 9), random.slice(12, 18), random.slice(14)])
      expect([part, await found(part)]).toStrictEqual([part, [0, 0, 0, 0, 0]]);
  }
  const [delivery] = sandbox.deliveries;
  expect(await found(delivery?.id ?? "")).toStrictEqual([0, 0, 0, 1, 0]);
  expect(await found(delivery?.id.slice(1) ?? "")).toStrictEqual([0, 0, 0, 0, 0]);
  expect(await found(id.slice(0, 12))).toStrictEqual([1, 1, 1, 0, 1]);
  expect(await found(id.slice(8))).toStrictEqual([0, 0, 0, 0, 0]);
});

test("a few digits are not found in the times and codes of what was answered", async () => {
  const { payments, sandbox, createToken, rows } = await openDashboard();
  const { uid } = await sandbox.pay(await createToken("order-7"));
  const answer = JSON.stringify(await payments.transactions.get(uid));
  const [, code = ""] = /"auth_code":"(\d{6})"/.exec(answer) ?? [];
  const [, time = ""] = /T(\d\d:\d\d:\d)/.exec(answer) ?? [];
  for (const query of [code, time]) {
    expect(query).toMatch(/^[\d:]+$/);
    expect([query, await rows("requests", `/?q=${query}`)]).toStrictEqual([query, []]);
  }
  expect(await rows("requests", "/?q=auth_code")).toHaveLength(1);
});

test("the order whose id is searched for stands first, before newer ones that have it in theirs", async () => {
  const { sandbox, createToken, rows } = await openDashboard();
  for (const trackingId of ["12", "112", "120"])
    await sandbox.pay(await createToken(trackingId, { settings }));
  for (const [list, found] of [
    ["tokens", ["12", "120", "112"]],
    ["transactions", ["12", "120", "112"]],
    ["deliveries", ["12", "120", "112"]],
    ["requests", ["12", "120", "112"]],
  ] as const) {
    const orders = (await rows(list, "/?q=12")).map(({ Order }) => Order?.split(" ")[0]);
    expect([list, orders]).toStrictEqual([list, found]);
  }
});

test("a search looks for ten words, each once, however many are given", async () => {
  const { createToken, rows } = await openDashboard();
  await createToken("a b c d e f g h i j");
  const found = async (query: string) => (await rows("tokens", `/?q=${encodeURIComponent(query)}`)).length;
  const ten = "a b c d e f g h i j";
  expect(await found(`${ten} nothing`)).toBe(1);
  expect(await found(`${"a ".repeat(500)} b nothing`)).toBe(0);
});

test("API calls are found by path, operation, status, and what was sent and answered", async () => {
  const { paid, id, rows } = await openOrders();
  const found = async (query: string) =>
    (await rows("requests", `/?q=${encodeURIComponent(query)}`)).map(({ Call }) => Call);
  expect(await found(paid)).toStrictEqual(["POST /ctp/api/checkouts checkouts.create"]);
  expect(await found(id)).toStrictEqual(["POST /products products.create"]);
  expect(await found("kim@example.com")).toHaveLength(1);
  expect(await found("products.create 201")).toHaveLength(1);
  expect(await found("/ctp/api")).toHaveLength(2);
  expect(await found("products.create 422")).toStrictEqual([]);
});

test("a search finds amounts as they are displayed", async () => {
  const { payments, createToken, sandbox, rows } = await openDashboard();
  const product = { name: "Pass", description: "D", infinite: true, immortal: true };
  await payments.products.create({ ...product, currency: "EUR", amount: 12_900 });
  const order = { description: "Pass" };
  const create = (amount: number, currency: string) =>
    createToken("", { order: { ...order, amount, currency }, settings });
  const { uid } = await sandbox.pay(await create(12_900, "EUR"));
  await payments.transactions.refund({ parent_uid: uid, amount: 100, reason: "Broken" });
  await create(1_234_500, "BYN");
  await create(1500, "JPY");
  await create(2100, "USD");
  await create(12, "XXQ").catch(() => undefined);
  const found = async (query: string) => {
    const path = `/?q=${encodeURIComponent(query)}`;
    const lists = ["products", "tokens", "transactions", "deliveries", "requests"];
    return Promise.all(lists.map(async (list) => (await rows(list, path)).length));
  };
  for (const [query, counts] of [
    ["129.00", [1, 1, 2, 2, 3]],
    ["€129.00", [1, 1, 2, 2, 3]],
    ["129.00 eur", [0, 0, 0, 0, 3]],
    ["$129.00", [0, 0, 0, 0, 0]],
    // The refund leads to its payment.
    ["1.00", [0, 1, 2, 2, 2]],
    ["12,345.00", [0, 1, 0, 0, 1]],
    ["12345.00", [0, 1, 0, 0, 1]],
    ["BYN\u00A012,345.00", [0, 1, 0, 0, 1]],
    ["¥1,500", [0, 1, 0, 0, 1]],
    ["21.00", [0, 1, 0, 0, 1]],
    ["2345.00", [0, 0, 0, 0, 0]],
    ["12 XXQ", [0, 0, 0, 0, 1]],
  ] as const) {
    expect([query, await found(query)]).toStrictEqual([query, counts]);
  }
});

test("a search shows its text and the number of results, escaped", async () => {
  const { get, section } = await openOrders();
  expect(await section("tokens", "/?q=order-1")).toMatch(/class="count">1<.*found of 3/s);
  expect(await section("products", "/?q=order-1")).toContain("Nothing here matches the search");
  const html = await get(`/?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
  expect(html).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
  expect(html.match(/<script/g)).toHaveLength(1);
});

test("thousands of rows are shown in pages of 25, the newest first, with the search kept", async () => {
  const { createToken, rows, section } = await openDashboard();
  for (let count = 1; count <= 60; count += 1)
    await createToken(`${count % 2 ? "odd" : "even"}-${String(count).padStart(2, "0")}.`);
  const orders = async (path: string) =>
    (await rows("tokens", path)).map(({ Order }) => Order?.split(".")[0]);
  const first = await orders("/");
  expect([first.length, first[0], first.at(-1)]).toStrictEqual([25, "even-60", "even-36"]);
  const last = await orders("/?tokens=3");
  expect([last.length, last[0], last.at(-1)]).toStrictEqual([10, "even-10", "odd-01"]);
  expect(await orders("/?tokens=99")).toStrictEqual(last);
  for (const page of ["0", "-1", "1.5", "x", "1e999", ""])
    expect([page, await orders(`/?tokens=${page}`)]).toStrictEqual([page, first]);
  expect(await orders("/?q=odd&tokens=2")).toStrictEqual(["odd-09", "odd-07", "odd-05", "odd-03", "odd-01"]);
  const middle = await section("tokens", "/?q=-&tokens=2&requests=2");
  expect(middle).toContain("26–50 of 60");
  expect(middle).toContain('href="/?q=-&amp;tokens=1&amp;requests=2#tokens"');
  expect(middle).toContain('href="/?q=-&amp;tokens=3&amp;requests=2#tokens"');
  expect(await section("tokens")).not.toContain("Newer");
  expect(await section("tokens", "/?tokens=3")).not.toContain("Older");
  expect(await section("tokens", "/?q=odd-01")).not.toContain('class="pager"');
});

test("rows link to their token, transaction, deliveries and calls", async () => {
  const { id, paid, section, rows } = await openOrders();
  const targets = async (list: string, query: string) =>
    [...(await section(list, `/?q=${query}`)).matchAll(/href="(\/\?q=[^"]*)"/g)].map(([, href]) => href);
  expect(await targets("tokens", "order-1")).toStrictEqual([
    `/?q=${paid}#transactions`,
    `/?q=${paid}#deliveries`,
    `/?q=${paid}#requests`,
  ]);
  expect(await targets("transactions", "order-1")).toStrictEqual([
    `/?q=${paid}#tokens`,
    `/?q=${paid}#deliveries`,
    `/?q=${paid}#requests`,
  ]);
  expect(await targets("deliveries", "order-1")).toStrictEqual([
    `/?q=${paid}#tokens`,
    `/?q=${paid}#transactions`,
    `/?q=${paid}#requests`,
  ]);
  expect(await targets("requests", "order-1")).toStrictEqual([
    `/?q=${paid}#tokens`,
    `/?q=${paid}#transactions`,
    `/?q=${paid}#deliveries`,
  ]);
  expect(await targets("requests", "products.create")).toStrictEqual([
    `/?q=${id}#products`,
    `/?q=${id}#tokens`,
    `/?q=${id}#transactions`,
  ]);
  expect(await targets("products", id)).toStrictEqual([
    `/?q=${id}#tokens`,
    `/?q=${id}#transactions`,
    `/?q=${id}#requests`,
  ]);
  expect(await rows("deliveries", "/?q=order-1")).toMatchObject([
    { Order: "order-1 Annual pass", Amount: "€129.00", Status: "200 1 post" },
  ]);
});

test("a form redirects to the search and page that it was sent from, never to another site", async () => {
  const { unpaid, post } = await openOrders();
  const send = async (referer: string) =>
    (await post("fail", { status: "500" }, { referer })).headers.get("location");
  expect(await send(`${ORIGIN}/?q=order.2&tokens=2`)).toBe("/?q=order.2&tokens=2");
  expect(await send(`${ORIGIN}/`)).toBe("/");
  expect(await send("https://evil.example/x?q=1")).toBe("/?q=1");
  expect(await send("nonsense")).toBe("/");
  expect((await post("expire", { token: unpaid })).headers.get("location")).toBe("/");
});

test("orders with the longest names and tokens are shown and found", async () => {
  const { sandbox, createToken } = await openDashboard();
  const token = await createToken("x".repeat(255));
  const long = "t".repeat(3000);
  const state = JSON.parse(JSON.stringify(await sandbox.state()).replaceAll(token, long));
  const { rows, section, post } = await openDashboard({ state });
  expect(await rows("tokens", `/?q=${long}`)).toHaveLength(1);
  expect(await rows("tokens", `/?q=${long}u`)).toHaveLength(0);
  // Cameras cannot read a QR code of this length.
  expect(await section("tokens")).not.toContain("QR code");
  expect((await post("pay", { token: long })).status).toBe(303);
});
